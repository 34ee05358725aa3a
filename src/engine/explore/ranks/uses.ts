import type { RankSink } from './sink.ts';

/** Numbers up to this one can be renamed; one that is higher keeps its family as it is. */
const HIGHEST = 29;

/** Which numbers of one family are in use in some part of a world. Sets of numbers are bits. */
export interface FamilyUse {
  readonly family: number;
  /** In use; the number n is bit n. */
  strong: number;
  /** Noted by an observer only, who may forget it where nobody else has it. */
  weak: number;
  /** The lowest counter of the family; -1: none. */
  counter: number;
  /** One is too high, or not whole. */
  isFixed: boolean;
}

/** Which ranked numbers some part of a world has. */
export interface Uses {
  readonly families: readonly FamilyUse[];
  /** It has a number that nobody declares. */
  readonly isUndeclared: boolean;
}

/** The families of a model, each with a small number, in order of meeting. */
export class Families {
  readonly names: string[] = [];
  /** By family: how many numbers it has where it goes round and round; 0 where it rises. */
  readonly sizes: number[] = [];
  /** By family: the highest number that comes from somebody's options. */
  readonly constants: number[] = [];
  private readonly given: ReadonlyMap<string, number>;
  private readonly numbers = new Map<string, number>();

  constructor(constants: ReadonlyMap<string, number>) {
    this.given = constants;
  }

  number(name: string, size: number): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.push(name) - 1;
    this.sizes.push(size);
    this.constants.push(this.given.get(name) ?? 0);
    this.numbers.set(name, number);
    return number;
  }
}

/** Collects what is in use; renames nothing. */
export class UsesCollector implements RankSink {
  private readonly families: Families;
  private readonly uses = new Map<number, FamilyUse>();
  private isUndeclared = false;

  constructor(families: Families) {
    this.families = families;
  }

  /** What was collected since the last time. */
  take(): Uses {
    const families = [...this.uses.values()];
    const { isUndeclared } = this;
    this.uses.clear();
    this.isUndeclared = false;
    return { families, isUndeclared };
  }

  number(family: string, value: number, counts: boolean): number {
    const use = this.use(family, 0);
    if (counts) use.counter = use.counter < 0 ? value : Math.min(use.counter, value);
    if (!Number.isInteger(value) || value > HIGHEST || (counts && value < 0)) use.isFixed = true;
    else if (value > 0) use.strong |= 1 << value;
    return value;
  }

  cyclic(family: string, value: number, size: number, counts: boolean): number {
    const use = this.use(family, size);
    if (!Number.isInteger(value) || value < 0 || value >= size) use.isFixed = true;
    else if (counts && use.counter >= 0 && use.counter !== value) use.isFixed = true;
    else if (counts) use.counter = value;
    return value;
  }

  weak(family: string, value: number): number {
    const use = this.use(family, 0);
    if (!Number.isInteger(value) || value > HIGHEST) use.isFixed = true;
    else if (value > 0) use.weak |= 1 << value;
    return value;
  }

  undeclared(): void {
    this.isUndeclared = true;
  }

  private use(name: string, size: number): FamilyUse {
    const family = this.families.number(name, size);
    const known = this.uses.get(family);
    if (known !== undefined) return known;
    const use: FamilyUse = { family, strong: 0, weak: 0, counter: -1, isFixed: false };
    this.uses.set(family, use);
    return use;
  }
}
