import type { RankSink } from './sink.ts';
import type { Families } from './uses.ts';

/**
 * How the numbers of one family are renamed in one world. Up to the lowest counter they become ranks: their
 * order stays, and what nobody has any more makes no gap. What lies above it (made by a counter that has
 * gone back since) keeps its distance, for the counter will come to it. Numbers from options stay.
 */
export interface FamilyRenaming {
  readonly family: number;
  /** Numbers up to the counter that are kept, as bits. */
  readonly kept: number;
  /** The lowest counter, or for a family that goes round and round the counter that becomes 0. */
  readonly counter: number;
  /** Noted numbers up to the counter that nobody has any more, as bits. */
  readonly dead: number;
}

/** The renaming of a rising family in a world; null where it changes nothing. */
export function risingRenaming(
  family: number,
  use: { readonly strong: number; readonly weak: number; readonly counter: number },
  constants: number,
): FamilyRenaming | null {
  const { strong, weak, counter } = use;
  const upTo = bitsUpTo(counter);
  const kept = (strong | bitsUpTo(constants)) & upTo;
  const dead = weak & upTo & ~kept;
  // Kept numbers from 1 on without a gap: bits that one more carries out of.
  const filled = kept | 1;
  if (dead === 0 && (filled & (filled + 1)) === 0) return null;
  return { family, kept, counter, dead };
}

/** The numbers from 1 to this one, as bits. */
function bitsUpTo(number: number): number {
  return number <= 0 ? 0 : (2 << number) - 2;
}

/** Renames by renamings of some families; what is of another family stays. */
export class Renamer implements RankSink {
  private readonly families: Families;
  private readonly renamings: ReadonlyMap<number, FamilyRenaming>;

  constructor(families: Families, renamings: readonly FamilyRenaming[]) {
    this.families = families;
    this.renamings = new Map(renamings.map((renaming) => [renaming.family, renaming]));
  }

  number(family: string, value: number): number {
    const renaming = this.renamings.get(this.families.number(family, 0));
    if (renaming === undefined || value <= 0) return value;
    const { kept, counter } = renaming;
    if (value > counter) return value - counter + bitCount(kept);
    return bitCount(kept & bitsUpTo(value));
  }

  cyclic(family: string, value: number, size: number): number {
    const renaming = this.renamings.get(this.families.number(family, size));
    return renaming === undefined ? value : (value - renaming.counter + size) % size;
  }

  weak(family: string, value: number): number | null {
    const renaming = this.renamings.get(this.families.number(family, 0));
    if (renaming !== undefined && value > 0 && (renaming.dead & (1 << value)) !== 0) return null;
    return this.number(family, value);
  }

  undeclared(): void {
    // Nothing is renamed where something is undeclared.
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}
