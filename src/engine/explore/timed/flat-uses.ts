import { risingRenaming, type FamilyRenaming } from '../ranks/renaming.ts';
import type { Families, Uses } from '../ranks/uses.ts';
import { PairTable } from './pair-table.ts';

/** Which ranked numbers some parts of a world have, as far as that decides what is renamed: a small number. */
export type UsesNumber = number;

/** No ranked number at all. */
export const NO_USES: UsesNumber = 0;
/** Something because of which nothing at all may be renamed. */
export const STOPS_ALL: UsesNumber = 1;

/** What is in use of one family. Sets of numbers are bits; counters are -1 where there is none. */
interface FlatUse {
  readonly family: number;
  readonly strong: number;
  readonly weak: number;
  /** The lowest counter, and what it counts as while a client may still be made to crash. */
  readonly counter: number;
  readonly counterInCrash: number;
}

/** Makes equal uses one number, and remembers what two of them come to. */
export class FlatUsesTable {
  private readonly families: Families;
  /** By number, in the order of families. */
  private readonly uses: (readonly FlatUse[])[] = [];
  private readonly numbers = new Map<string, UsesNumber>();
  private readonly unions = new PairTable();

  constructor(families: Families) {
    this.families = families;
    this.number([]);
    // Nobody has a family like that.
    this.number([{ family: -1, strong: 0, weak: 0, counter: 0, counterInCrash: 0 }]);
  }

  /** `begins`: its counters may yet begin anew; `inCrash`: they do where a client is made to crash. */
  of({ families, isUndeclared }: Uses, begins: boolean, inCrash: boolean): UsesNumber {
    if (isUndeclared) return STOPS_ALL;
    const uses: FlatUse[] = [];
    for (const { family, strong, weak, counter: at, isFixed } of families) {
      const falls = at >= 0 && !this.isCyclic(family);
      // A counter that may begin anew stands at its beginning; so does one beside numbers that stay.
      const counter = isFixed || (begins && falls) ? 0 : at;
      if (strong === 0 && weak === 0 && counter < 0) continue;
      uses.push({ family, strong, weak, counter, counterInCrash: inCrash && falls ? 0 : counter });
    }
    return this.number(uses.sort((a, b) => a.family - b.family));
  }

  /** What two parts of a world have together. */
  union(a: UsesNumber, b: UsesNumber): UsesNumber {
    if (b === NO_USES || a === b) return a;
    if (a === NO_USES) return b;
    const known = this.unions.get(a, b);
    if (known !== 0) return known;
    const union = a === STOPS_ALL || b === STOPS_ALL ? STOPS_ALL : this.number(this.together(a, b));
    this.unions.set(a, b, union);
    return union;
  }

  /** How everything that is in use in a world is renamed. `mayCrash`: a client may still be made to crash. */
  renamings(uses: UsesNumber, mayCrash: boolean): readonly FamilyRenaming[] {
    if (uses === STOPS_ALL) return [];
    return this.at(uses).flatMap((use): FamilyRenaming[] => {
      const { family, strong, weak } = use;
      const counter = mayCrash ? use.counterInCrash : use.counter;
      if (counter <= 0) return [];
      if (this.isCyclic(family)) return [{ family, kept: 0, counter, dead: 0 }];
      const constants = this.families.constants[family] ?? 0;
      const renaming = risingRenaming(family, { strong, weak, counter }, constants);
      return renaming === null ? [] : [renaming];
    });
  }

  private together(a: UsesNumber, b: UsesNumber): readonly FlatUse[] {
    const ofA = this.at(a);
    const ofB = this.at(b);
    const uses: FlatUse[] = [];
    let nextA = 0;
    let nextB = 0;
    // Each is in the order of families.
    for (;;) {
      const useA = ofA[nextA];
      const useB = ofB[nextB];
      if (useA === undefined) return [...uses, ...ofB.slice(nextB)];
      if (useB === undefined) return [...uses, ...ofA.slice(nextA)];
      if (useA.family <= useB.family) nextA += 1;
      if (useB.family <= useA.family) nextB += 1;
      if (useA.family === useB.family) uses.push(both(useA, useB));
      else uses.push(useA.family < useB.family ? useA : useB);
    }
  }

  private number(uses: readonly FlatUse[]): UsesNumber {
    let key = '';
    for (const { family, strong, weak, counter, counterInCrash } of uses) {
      key += `${String(family)},${String(strong)},${String(weak)},${String(counter)},${String(counterInCrash)} `;
    }
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.uses.push(uses) - 1;
    this.numbers.set(key, number);
    return number;
  }

  private at(number: UsesNumber): readonly FlatUse[] {
    const uses = this.uses[number];
    if (uses === undefined) throw new RangeError('no uses have that number');
    return uses;
  }

  private isCyclic(family: number): boolean {
    return (this.families.sizes[family] ?? 0) > 0;
  }
}

function both(a: FlatUse, b: FlatUse): FlatUse {
  return {
    family: a.family,
    strong: a.strong | b.strong,
    weak: a.weak | b.weak,
    counter: lower(a.counter, b.counter),
    counterInCrash: lower(a.counterInCrash, b.counterInCrash),
  };
}

function lower(a: number, b: number): number {
  if (a < 0) return b;
  return b < 0 ? a : Math.min(a, b);
}
