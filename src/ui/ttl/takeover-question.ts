import type { Json } from '../../engine/trace.ts';
import { isPointer, placesOf } from '../../explore/map/targets.ts';
import { readScenario } from '../../scenarios/scenario.ts';
import type { TtlAsk } from '../map/ask.ts';
import { questionFor, type MapQuestion, type Subject } from '../map/subject.ts';

/** Enough for a median and a 95th percentile. */
const MOST_RUNS = 200;
/** Where each run takes much longer. */
const MOST_SLOW_RUNS = 40;

/**
 * What a takeover takes at each TTL if the holder stops for good: the same question where each pause is a crash. With a TTL that is long
 * enough hardly any pause leads to a takeover, so that its own runs say nothing of it. Null where nobody is paused.
 */
export function takeoverQuestion(subject: Subject, ask: TtlAsk): MapQuestion | null {
  const { one, configuration } = subject;
  const { document } = one.scenario;
  const faults = (document['faults'] ?? []) as readonly Json[];
  const pauses = new Set<number>();
  const stopped = faults.map((fault, index): Json => {
    const { kind, node, at } = fault as { readonly [field: string]: Json };
    if (kind !== 'pause' || node === undefined || at === undefined) return fault;
    pauses.add(index);
    return { kind: 'crash', node, at };
  });
  if (pauses.size === 0) return null;
  const scenario = readScenario({ ...document, faults: stopped });
  if (!scenario.ok) return null;
  const isThere = (target: string): boolean => {
    if (!isPointer(target)) return placesOf(scenario.value, configuration, target).length > 0;
    const [, index] = /^\/faults\/(\d+)\/for$/u.exec(target) ?? [];
    return index === undefined || !pauses.has(Number(index));
  };
  const of = { ...subject, one: { ...one, scenario: scenario.value } };
  const draws = ask.draws.filter(({ target }) => isThere(target));
  const question = (most: number): MapQuestion =>
    questionFor(of, [ask.ttl], { draws, runs: Math.min(ask.runs, most), seed: ask.seed });
  const usual = question(MOST_RUNS);
  return usual.isSlow ? question(MOST_SLOW_RUNS) : usual;
}
