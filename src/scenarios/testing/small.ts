import type { Entry } from '../../engine/trace.ts';
import { playScenario } from '../play-scenario.ts';
import { readScenario } from '../scenario.ts';

type Fields = { readonly [field: string]: unknown };

/** A document with the least around its parts: one configuration, links of a millisecond, a naive store. */
export function small(parts: Fields): Fields {
  return {
    format: 'fenceline-scenario',
    version: 1,
    id: 'small',
    horizon: 60_000,
    latency: 1,
    configurations: [{ id: 'only', set: {} }],
    stores: [{ kind: 'naive' }],
    ...parts,
  };
}

/** What is wrong with a document, a line for each problem. */
export function problemsOf(document: Fields): readonly string[] {
  const read = readScenario(document);
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

/** What the only configuration of a document shows. It must be good. */
export interface Shown {
  readonly outcome: string;
  /** Each kind of finding once, by name. */
  readonly findings: readonly string[];
  readonly entries: readonly Entry[];
  /** The outcome and what was found, in one line. */
  readonly word: string;
  /** Entries of these kinds as lines: milliseconds, lane, kind, then what tells one from another. */
  told(...kinds: readonly string[]): readonly string[];
}

/** Plays a document. */
export function shown(document: Fields): Shown {
  const read = readScenario(document);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const played = playScenario(read.value, {});
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  const run = played.value[0]?.run;
  if (run === undefined) throw new Error('the document has no configuration');
  const { entries, verdict } = run;
  const findings = [...new Set(verdict.findings.map(({ kind }) => kind))].toSorted();
  return {
    outcome: verdict.outcome,
    findings,
    word: [verdict.outcome, findings.join(', ')].filter((part) => part !== '').join(': '),
    entries,
    told: (...kinds) => entries.filter(({ ev }) => kinds.includes(ev)).map(lineOf),
  };
}

function lineOf({ t, actor, ev, client, held, token, by, reason, outcome, op, phase }: Entry): string {
  const whose = client === actor ? undefined : client;
  const parts = [whose, op, phase, held, outcome, token, by === undefined ? by : `by ${by}`, reason];
  return [t / 1000, actor, ev, ...parts.filter((part) => part !== undefined)].join(' ');
}
