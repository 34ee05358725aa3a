import { type Families, type Uses } from '../ranks/uses.ts';

/** Integers for one family in a FlatUses: family, numbers in use, numbers that are only noted, counter or -1. */
export const USE_FIELDS = 4;

/** Which ranked numbers some part of a world has, as far as that decides what is renamed. Equal ones are one object. */
export interface FlatUses {
  readonly fields: Int32Array;
  /** Nothing at all may be renamed beside it. */
  readonly stopsAll: boolean;
  /** A crash may yet make its counters begin anew. */
  readonly countersCrash: boolean;
}

/** Makes equal uses one object. */
export class FlatUsesTable {
  readonly none: FlatUses;
  private readonly known = new Map<string, FlatUses>();
  private readonly families: Families;

  constructor(families: Families) {
    this.families = families;
    this.none = this.flat({ families: [], isUndeclared: false }, false, false);
  }

  /** `begins`: its counters may yet begin anew; `countersCrash`: they do if a crash is still to be chosen. */
  flat({ families, isUndeclared }: Uses, begins: boolean, countersCrash: boolean): FlatUses {
    const fields: number[] = [];
    let canCrash = false;
    for (const { family, strong, weak, counter, isFixed } of families) {
      const isCyclic = (this.families.sizes[family] ?? 0) > 0;
      // A counter that may begin anew stands at its beginning; so does one beside numbers that stay.
      const counts = isFixed || (begins && counter >= 0 && !isCyclic) ? 0 : counter;
      if (strong === 0 && weak === 0 && counts < 0) continue;
      fields.push(family, strong, weak, counts);
      if (counter >= 0 && !isCyclic) canCrash = true;
    }
    const uses: FlatUses = {
      fields: Int32Array.from(fields),
      stopsAll: isUndeclared,
      countersCrash: countersCrash && canCrash,
    };
    const key = `${String(isUndeclared)} ${String(uses.countersCrash)} ${fields.join(' ')}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, uses);
    return uses;
  }
}
