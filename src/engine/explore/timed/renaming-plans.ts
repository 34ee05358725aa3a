import { ZERO } from '../../time.ts';
import type { Cell } from '../../world.ts';
import { RankReader, type RankedModel } from '../ranks/read-ranks.ts';
import { Renamer, type FamilyRenaming } from '../ranks/renaming.ts';
import type { Families } from '../ranks/uses.ts';
import type { Marks } from './marks.ts';
import type { MemorySpace } from './memory-space.ts';
import type { PlaceSpace } from './place-space.ts';

/** Something with numbers in it that was renamed: its number, and the slot that each of its times comes from. */
export interface Renamed {
  readonly to: number;
  readonly slots: readonly number[];
}

/** Where shapes, messages and memories come from. */
export interface PlannedSpace {
  readonly places: readonly PlaceSpace[];
  readonly memories: MemorySpace | null;
}

/** One way to rename, with what it makes of each part of a world. */
export class RenamingPlan {
  readonly number: number;
  private readonly space: PlannedSpace;
  private readonly reader: RankReader;
  private readonly marks: Marks;
  private readonly memories: (Renamed | undefined)[] = [];
  private readonly shapes: (Renamed | undefined)[][];
  private readonly messages: (number | undefined)[][];

  constructor(number: number, space: PlannedSpace, reader: RankReader, marks: Marks) {
    this.number = number;
    this.space = space;
    this.reader = reader;
    this.marks = marks;
    this.shapes = space.places.map(() => []);
    this.messages = space.places.map(() => []);
  }

  memory(memories: MemorySpace, number: number): Renamed {
    const known = this.memories[number];
    if (known !== undefined) return known;
    const { shape, times } = memories.parts(this.reader.memory(memories.shape(number).memory));
    const renamed = { to: shape, slots: this.slots(times) };
    this.memories[number] = renamed;
    return renamed;
  }

  shape(place: number, number: number): Renamed {
    const known = this.shapes[place]?.[number];
    if (known !== undefined) return known;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    const { cell: before, ages } = space.shape(number);
    const cell = this.reader.cell(space.component, before);
    const renamed = cell === before ? unchanged(number, ages.length) : this.parts(space, cell);
    (this.shapes[place] ??= [])[number] = renamed;
    return renamed;
  }

  message(place: number, type: number): number {
    const known = this.messages[place]?.[type];
    if (known !== undefined) return known;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    const renamed = space.messageType(this.reader.message(space.component, space.message(type)));
    (this.messages[place] ??= [])[type] = renamed;
    return renamed;
  }

  private parts(space: PlaceSpace, cell: Cell): Renamed {
    const { shape, times } = space.parts(cell, ZERO);
    return { to: shape, slots: this.slots(times) };
  }

  /** The slots that marked times come from; a clock's, which has no mark, stays where it is. */
  private slots(times: readonly number[]): readonly number[] {
    return times.map((time, slot) => this.marks.read(time)?.slot ?? slot);
  }
}

function unchanged(number: number, slots: number): Renamed {
  return { to: number, slots: Array.from({ length: slots }, (_, slot) => slot) };
}

interface PlanNode {
  plan: RenamingPlan | null;
  readonly next: Map<number, PlanNode>;
}

/** All ways to rename that were met. */
export class RenamingPlans {
  private readonly space: PlannedSpace;
  private readonly model: RankedModel;
  private readonly families: Families;
  private readonly marks: Marks;
  /** By the numbers of renamings, one after the other. */
  private readonly root: PlanNode = { plan: null, next: new Map() };
  /** Numbers of renamings, by family, then by what is kept and the counter, then by what is dead. */
  private readonly numbers: Map<number, Map<number, number>>[] = [];
  private count = 0;
  private plans = 0;

  constructor(space: PlannedSpace, model: RankedModel, families: Families, marks: Marks) {
    this.space = space;
    this.model = model;
    this.families = families;
    this.marks = marks;
  }

  find(renamings: readonly FamilyRenaming[]): RenamingPlan {
    let node = this.root;
    for (const renaming of renamings) {
      const number = this.number(renaming);
      const known = node.next.get(number);
      const next: PlanNode = known ?? { plan: null, next: new Map() };
      if (known === undefined) node.next.set(number, next);
      node = next;
    }
    if (node.plan === null) {
      const reader = new RankReader(this.model, new Renamer(this.families, renamings));
      node.plan = new RenamingPlan(this.plans, this.space, reader, this.marks);
      this.plans += 1;
    }
    return node.plan;
  }

  private number({ family, kept, counter, dead }: FamilyRenaming): number {
    const ofFamily = (this.numbers[family] ??= new Map());
    const key = kept * COUNTERS + counter;
    const ofKept = ofFamily.get(key) ?? new Map<number, number>();
    ofFamily.set(key, ofKept);
    const known = ofKept.get(dead);
    if (known !== undefined) return known;
    const number = this.count;
    this.count += 1;
    ofKept.set(dead, number);
    return number;
  }
}

const COUNTERS = 2 ** 10;
