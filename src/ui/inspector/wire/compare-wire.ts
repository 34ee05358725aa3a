import type { Json } from '../../../engine/trace.ts';
import { text } from '../words.ts';
import type { Run } from '../../../scenarios/run.ts';
import type { Inspected } from '../inspected.ts';
import { formatTime } from '../../format-time.ts';
import { exchangesAt, exchangesOf, type Exchange } from './exchange.ts';
import { wireLine } from './registry.ts';
import { speakerOf } from './speaker.ts';
import type { Speaker, WireBody } from './wire-format.ts';

/** One exchange as the shown configurations have it: equal ones together. */
export interface WireRow {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly variants: readonly WireVariant[];
}

/** What was asked and answered in one or more configurations. */
export interface WireVariant {
  /** Labels of the configurations; empty where all agree. */
  readonly configurations: readonly string[];
  readonly request: string;
  readonly reply: string;
  readonly tone: 'good' | 'bad' | 'open';
  readonly times: string;
}

/** The exchanges of an entry of one run, and the same ones, by name, in the other runs. */
export function wireRows(runs: readonly Inspected[], configuration: string, seq: number): readonly WireRow[] {
  const own = runs.find(({ run }) => run.configuration === configuration);
  if (own?.history === undefined) return [];
  const played = { run: own.run, history: own.history };
  return exchangesAt(played, seq).map((exchange) => ({
    name: exchange.name,
    from: exchange.request.actor,
    to: exchange.request.to ?? '',
    variants: variantsOf(runs, exchange.name),
  }));
}

function variantsOf(runs: readonly Inspected[], name: string): readonly WireVariant[] {
  const groups = new Map<string, { labels: string[]; variant: Omit<WireVariant, 'configurations'> }>();
  for (const { run, history, body } of runs) {
    if (history === undefined) continue;
    const exchange = exchangesOf({ run, history }).byName.get(name);
    const { to = '', actor = '' } = exchange?.request ?? {};
    const variant = variantOf(run, exchange, body === undefined ? null : speakerOf(body, to, actor));
    const key = JSON.stringify(variant);
    const group = groups.get(key) ?? { labels: [], variant };
    group.labels.push(run.label);
    groups.set(key, group);
  }
  const agree = groups.size === 1;
  return [...groups.values()].map(({ labels, variant }) => ({
    ...variant,
    configurations: agree ? [] : labels,
  }));
}

function variantOf(
  run: Run,
  exchange: Exchange | undefined,
  speaker: Speaker | null,
): Omit<WireVariant, 'configurations'> {
  if (exchange === undefined) return { request: '', reply: text.notSent, tone: 'open', times: '' };
  const request = lineOf(exchange.request.body, null, speaker);
  const sent = formatTime(run, exchange.request.t);
  if (exchange.lost !== null) {
    return { request, reply: text.lostOnTheWay, tone: 'bad', times: text.sentLost(sent) };
  }
  const { handled, reply } = exchange;
  if (handled === null) return { request, reply: text.onItsWay, tone: 'open', times: text.sentOnWay(sent) };
  const times = text.sentHandled(sent, formatTime(run, handled.t));
  if (reply === null) return { request, reply: text.noAnswer, tone: 'open', times };
  const isRefusal = refuses(bodyOf(reply.body));
  return { request, reply: lineOf(reply.body, handled, speaker), tone: isRefusal ? 'bad' : 'good', times };
}

function refuses(body: WireBody | null): boolean {
  if (body === null) return false;
  return (
    body.type === 'error' ||
    body.type.includes('refused') ||
    body['ok'] === false ||
    body['succeeded'] === false ||
    (body.type === 'count' && body['value'] === 0)
  );
}

function lineOf(body: Json | undefined, made: Exchange['handled'], speaker: Speaker | null): string {
  const wire = bodyOf(body);
  return wire === null ? '' : wireLine(wire, made, speaker);
}

function bodyOf(body: Json | undefined): WireBody | null {
  if (typeof body !== 'object' || body === null || !('type' in body)) return null;
  return typeof body.type === 'string' ? (body as WireBody) : null;
}
