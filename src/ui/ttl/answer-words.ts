import type { TtlAnswer } from '../../explore/map/which-ttl.ts';
import { percent, valueWords } from '../../text/map-parts.ts';
import { ttlText } from '../../text/ttl.ts';
import type { TtlAsk } from '../map/ask.ts';

const words = ttlText.answer;
const ms = (value: number): string => valueWords(value, 'time');

/** The answer in sentences, the first of which is the answer; what is complete: every TTL, and its takeovers. */
export function answerWords(
  ask: TtlAsk,
  { points, smallest, leastRuns }: TtlAnswer,
  isComplete: boolean,
  hasTakeovers: boolean,
): readonly string[] {
  const { target, runs, ttl } = ask;
  const least = runs < leastRuns ? [words.tooFew(runs, leastRuns, target)] : [];
  if (!isComplete) return [...least, words.waits];
  if (smallest === null) {
    const best = Math.min(1, ...points.map(({ corrupted }) => corrupted.upper));
    const none = words.none(target, ms(Math.min(ttl.from, ttl.to)), ms(Math.max(ttl.from, ttl.to)));
    return least.length > 0 ? [...least, none] : [none, words.least(leastRuns, target, percent(best))];
  }
  const { takeover, ttlMs } = smallest;
  const untold = hasTakeovers ? words.noTakeover : words.takeoverWaits;
  const cost = takeover === null ? untold : words.takeover(ms(takeover.medianMs), ms(takeover.p95Ms));
  const isFirst = smallest === points[0] && points.length > 1;
  return [`${words.found(target, ms(ttlMs))} ${cost}`, ...(isFirst ? [words.first(ms(ttlMs))] : [])];
}
