import '../../services/all-services.ts';
import type { Entry } from '../../../engine/trace.ts';
import { playConfiguration } from '../../play-scenario.ts';
import { readScenario, resolveBody } from '../../scenario.ts';
import type { ScenarioBody } from '../../schema.ts';

type Fields = { readonly [field: string]: unknown };

/** A client that holds and writes all the time, against one that waits for the key. Times are milliseconds. */
export interface Duel {
  readonly service: string;
  /** The holder's policies. */
  readonly policies: Fields;
  readonly ttl: number;
  /** One way between the holder and the service, and a write's to the store. */
  readonly way: number;
  readonly write: number;
  readonly drift: number;
  /** A stop of the holder; null: none. */
  readonly stop: { readonly at: number; readonly for: number } | null;
  /** Works so long and writes once; null: writes every now and then for ever. */
  readonly work?: number | null;
  readonly faults?: readonly object[];
}

/** From one write of the holder to the next. */
export const WRITES_EVERY = 7;

function documentOf(duel: Duel): Fields {
  const { service, policies, ttl, way, write, drift, stop, work = null, faults = [] } = duel;
  const holding =
    work === null
      ? [
          {
            op: 'repeat',
            do: [
              { op: 'sleep', for: WRITES_EVERY },
              { op: 'write', value: 'a', awaits: false },
            ],
          },
        ]
      : [
          { op: 'work', for: work },
          { op: 'write', value: 'a' },
        ];
  return {
    format: 'fenceline-scenario',
    version: 1,
    id: 'duel',
    horizon: 2.4 * ttl,
    configurations: [{ id: 'only', set: {} }],
    service: { id: 'lock', kind: service },
    stores: [{ kind: 'naive' }],
    clients: [
      { id: 'A', policies, script: [{ op: 'acquire', ttl }, ...holding] },
      {
        id: 'B',
        start: 0.9 * ttl,
        policies: { acquire: { kind: 'block', retry: 5 } },
        script: [
          { op: 'acquire', ttl: 100 * ttl },
          { op: 'write', value: 'b' },
          { op: 'sleep', for: 50 * ttl },
        ],
      },
    ],
    links: [
      { between: ['A', 'lock'], latency: way },
      { between: ['A', 'store'], latency: write },
    ],
    faults: [
      ...(drift > 0 ? [{ kind: 'clock', node: 'A', at: 0, rate: 1 - drift }] : []),
      ...(stop === null ? [] : [{ kind: 'pause', node: 'A', ...stop }]),
      ...faults,
    ],
  };
}

/** The body of a duel, as it is read. */
export function bodyOf(duel: Duel): ScenarioBody {
  const body = resolveBody(scenarioOf(duel), 'only', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  return body.value;
}

function scenarioOf(duel: Duel) {
  const read = readScenario(documentOf(duel));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

/** What happens in a duel: its entries, and whether a stale write of the holder's was accepted. */
export function play(duel: Duel): { readonly entries: readonly Entry[]; readonly isStale: boolean } {
  const played = playConfiguration(scenarioOf(duel), 'only', {});
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  const { entries, verdict } = played.value.run;
  return { entries, isStale: verdict.findings.some(({ kind }) => kind === 'stale-write-accepted') };
}

/** A message of a run, with its sending and the conversation that it belongs to. */
interface Sent {
  readonly message: string;
  readonly atMs: number;
  readonly ref: string;
}

/** What the holder sends to the service, in order. */
export function sentBy(entries: readonly Entry[]): readonly Sent[] {
  return entries.flatMap((entry) => {
    const { ev, actor, to, t, message, body } = entry;
    if (ev !== 'send' || actor !== 'A' || to !== 'lock') return [];
    const { ref } = body as { readonly ref?: string };
    return [{ message: String(message), atMs: t / 1000, ref: ref ?? '' }];
  });
}
