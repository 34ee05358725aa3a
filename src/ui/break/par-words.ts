import type { ProofState } from '../prove/proof-desk.ts';
import { isOpen, parOf, type Par, type ParLevel } from './par.ts';
import { text } from './words.ts';

/** The par in few words, for the bar. */
export function shortPar({ best, excluded, isPending, problems, failed }: Par, most: number): string {
  const words = text.parWords;
  if (problems.length > 0) return words.failed;
  if (best !== null) return best.count === excluded ? words.known(best.count) : words.atMost(best.count);
  if (isPending) return words.searching(excluded);
  if (excluded > most) return words.none(most);
  return failed === null ? words.undecided : words.brokeDown;
}

/** The par in a sentence that says no more than the searches showed. */
export function parSentence({ best, excluded, isPending, problems, failed }: Par, most: number): string {
  const says = text.parSays;
  const [problem] = problems;
  if (problem !== undefined) return says.problem(problem.where, problem.what);
  if (best !== null) {
    if (best.count === excluded) return says.known(best.count);
    if (isPending) return says.pending(best.count);
    return failed === null ? says.cut(best.count) : says.failedBelow(best.count, failed);
  }
  if (isPending) return says.searching(excluded);
  if (excluded > most) return says.none(most);
  return failed === null ? says.undecided(excluded) : says.failed(failed);
}

/** What came of the searches with one number of faults, or how far they are. */
export function levelResult(level: ParLevel, stateOf: (key: string) => ProofState | null): string {
  const words = text.levels;
  const { best, isPending, failed } = parOf([level], stateOf);
  if (best !== null) return words.broken;
  const states = level.questions.map(({ key }) => stateOf(key));
  if (isPending) {
    const done = states.filter((state) => !isOpen(state)).length;
    return states.every((state) => state === null || state.phase === 'waiting')
      ? words.waiting
      : words.running(done, states.length);
  }
  if (failed !== null) return words.failed;
  const isWhole = states.every((state) => state?.end?.type === 'done' && state.end.report.complete);
  return isWhole ? words.none : words.cut;
}

/** How many faults break a run, against the par. `beyond`: how many of them are of kinds that the search does not try. */
export function comparedWords(par: Par, most: number, count: number, beyond: number): string {
  const words = text.compared;
  const { best, excluded, isPending } = par;
  if (beyond > 0) return words.beyond(beyond);
  if (best === null) {
    if (isPending) return words.searching;
    return excluded > most ? words.none(most) : '';
  }
  if (count < best.count) return words.below(best.count);
  if (best.count !== excluded) {
    return count === best.count && isPending ? words.searching : words.atMost(best.count);
  }
  return count === best.count ? words.par : words.above(best.count);
}
