import type { Problem } from '../engine/result.ts';
import { MAX_PROBLEMS } from './trace-limits.ts';

/** Collects problems by the place of their line and stops telling them one by one when there are too many. */
export class PlacedProblems {
  private readonly told: Problem[] = [];
  private untold = 0;
  private readonly nameOf: (place: number) => string;

  /** `nameOf` says where a line is, such as "line 3". */
  constructor(nameOf: (place: number) => string) {
    this.nameOf = nameOf;
  }

  at(place: number, what: string): void {
    if (this.told.length < MAX_PROBLEMS) this.told.push({ where: this.nameOf(place), what });
    else this.untold += 1;
  }

  /** All of them; where there were too many, the last says how many are not told. */
  list(): readonly Problem[] {
    if (this.untold === 0) return this.told;
    const what =
      this.untold === 1 ? 'there is one more problem' : `there are ${String(this.untold)} more problems`;
    return [...this.told, { where: 'file', what }];
  }
}
