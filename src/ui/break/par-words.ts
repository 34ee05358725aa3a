import type { Par } from './par.ts';
import { text } from './words.ts';

/** The par in few words, for the bar. */
export function shortPar({ best, excluded, isPending, problems }: Par, most: number): string {
  const words = text.parWords;
  if (problems.length > 0) return words.failed;
  if (best !== null) return best.count === excluded ? words.known(best.count) : words.atMost(best.count);
  if (isPending) return words.searching(excluded);
  return excluded > most ? words.none(most) : words.undecided;
}

/** The par in a sentence that says no more than the searches showed. */
export function parSentence({ best, excluded, isPending, problems, failed }: Par, most: number): string {
  const says = text.parSays;
  const [problem] = problems;
  if (problem !== undefined) return says.problem(problem.where, problem.what);
  if (best !== null) {
    if (best.count === excluded) return says.known(best.count);
    return isPending ? says.pending(best.count) : says.cut(best.count);
  }
  if (isPending) return says.searching(excluded);
  if (excluded > most) return says.none(most);
  return failed === null ? says.undecided(excluded) : says.failed(failed);
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
