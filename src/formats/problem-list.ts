import type { Problem } from '../engine/result.ts';
import { MAX_PROBLEMS } from './trace-limits.ts';

/** Collects problems and stops telling them one by one when there are too many. */
export class ProblemList {
  private readonly told: Problem[] = [];
  private untold = 0;

  add(where: string, what: string): void {
    if (this.told.length < MAX_PROBLEMS) this.told.push({ where, what });
    else this.untold += 1;
  }

  /** All of them; where there were too many, the last says how many are not told. */
  list(): readonly Problem[] {
    if (this.untold === 0) return this.told;
    const what = `${String(this.untold)} more problems of this kind or another`;
    return [...this.told, { where: 'and so on', what }];
  }
}
