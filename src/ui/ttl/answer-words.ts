import type { TtlAnswer, TtlPoint } from '../../explore/map/which-ttl.ts';
import { MOST_RUNS } from '../../scenarios/map/map-spec.ts';
import { capital, percent, valueWords } from '../../text/map-parts.ts';
import { ttlText } from '../../text/ttl.ts';
import type { TtlAsk } from '../map/ask.ts';

const words = ttlText.answer;
const ms = (value: number): string => valueWords(value, 'time');
/** A list of fewer values says little of the long ones. */
const FEW_VALUES = 30;

/** The answer in sentences, the first of which is the answer. */
export function answerWords(
  ask: TtlAsk,
  { points, smallest, leastRuns }: TtlAnswer,
  /** Whether every TTL was played. */
  isComplete: boolean,
  /** Whether takeovers were measured, are still to come, or cannot be. */
  takeovers: 'done' | 'waits' | 'failed',
): readonly string[] {
  const { target, runs, ttl } = ask;
  const least = runs < leastRuns ? [leastWords(runs, leastRuns, target)] : [];
  const few = fewValuesWords(ask);
  if (!isComplete) return [...least, words.waits];
  const good = firstStretch(points, target);
  if (smallest === null) {
    if (good !== null && good.next !== null)
      return [...least, words.notToEnd(target, ms(good.first), ms(good.last), ms(good.next)), ...few];
    const best = Math.min(1, ...points.map(({ corrupted }) => corrupted.upper));
    const none = words.none(target, ms(Math.min(ttl.from, ttl.to)), ms(Math.max(ttl.from, ttl.to)));
    return least.length > 0 ? [...least, none] : [none, words.least(leastRuns, target, percent(best))];
  }
  const { takeover, ttlMs } = smallest;
  const untold = {
    done: words.noTakeover,
    waits: words.takeoverWaits,
    failed: words.takeoverNot,
  }[takeovers];
  const cost = takeover === null ? untold : words.takeover(ms(takeover.medianMs), ms(takeover.p95Ms));
  const isFirst = smallest === points[0] && points.length > 1;
  const isBefore = good !== null && good.next !== null && good.first < ttlMs;
  const found =
    points.length === 1 ? words.only : smallest === points.at(-1) && !isBefore ? words.last : words.found;
  return [
    `${found(target, ms(ttlMs))} ${cost}`,
    ...(isBefore ? [capital(words.before(ms(good.first), ms(good.last), ms(good.next ?? 0)))] : []),
    ...(isFirst ? [words.first(ms(ttlMs))] : []),
    ...few,
  ];
}

function leastWords(runs: number, leastRuns: number, target: number): string {
  const few = words.tooFew(runs, leastRuns, target);
  return leastRuns > MOST_RUNS ? `${few} ${words.tooRare(target, MOST_RUNS)}` : few;
}

/** What short lists of measured values cannot say. */
function fewValuesWords({ draws }: TtlAsk): readonly string[] {
  const counts = draws.flatMap(({ from }) => (from.kind === 'measured' ? [from.values.length] : []));
  const fewest = Math.min(...counts);
  return fewest < FEW_VALUES ? [words.fewValues(fewest)] : [];
}

/** The first TTLs in a row that keep the target, and the one after them, which does not. */
function firstStretch(points: readonly TtlPoint[], target: number) {
  const isGood = points.map(({ corrupted }) => corrupted.upper <= target);
  const first = isGood.indexOf(true);
  if (first < 0) return null;
  const next = isGood.indexOf(false, first);
  const last = next < 0 ? points.length - 1 : next - 1;
  const at = (index: number): number => points[index]?.ttlMs ?? 0;
  return { first: at(first), last: at(last), next: next < 0 ? null : at(next) };
}
