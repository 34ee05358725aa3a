import { mayReset, RankReader, type RankedModel } from '../ranks/read-ranks.ts';
import { Families, UsesCollector } from '../ranks/uses.ts';
import { FlatUsesTable, NO_USES, STOPS_ALL, type UsesNumber } from './flat-uses.ts';
import type { Marks } from './marks.ts';
import { RenamingPlans, type PlannedSpace, type RenamingPlan } from './renaming-plans.ts';
import { compareRows, type Integers } from './rows.ts';

/** What a ranker needs of the space. */
export interface RankedSpace extends PlannedSpace {
  readonly stride: number;
  /** Whether a client may still be made to crash. */
  mayCrash(budget: number): boolean;
}

/** The parts of a row's words, as timed-space.ts has them. */
export interface RowForm {
  readonly countBits: number;
  readonly countMask: number;
}

/**
 * Gives the ranked numbers of a world their smallest form, so that worlds that differ only in how far such
 * numbers have risen are one row. What is in use is known for each shape, message and memory; what a renaming
 * makes of each is remembered.
 */
export class Ranker {
  private readonly space: RankedSpace;
  private readonly form: RowForm;
  private readonly collector: UsesCollector;
  private readonly collecting: RankReader;
  private readonly plans: RenamingPlans;
  private readonly uses: FlatUsesTable;
  private readonly shapeUses: (UsesNumber | undefined)[][];
  private readonly messageUses: (UsesNumber | undefined)[][];
  private readonly memoryUses: (UsesNumber | undefined)[] = [];
  /** By what is in use in a world, and whether a client may crash; null where nothing is renamed. */
  private readonly planOf: [(RenamingPlan | null | undefined)[], (RenamingPlan | null | undefined)[]] = [
    [],
    [],
  ];
  private readonly out: number[] = [];

  constructor(space: RankedSpace, form: RowForm, model: RankedModel, marks: Marks) {
    this.space = space;
    this.form = form;
    const families = new Families(model.constants);
    this.collector = new UsesCollector(families);
    this.collecting = new RankReader(model, this.collector);
    this.plans = new RenamingPlans(space, model, families, marks);
    this.uses = new FlatUsesTable(families);
    this.shapeUses = space.places.map(() => []);
    this.messageUses = space.places.map(() => []);
  }

  /** Renames a row in place; gives its length. */
  rename(row: Integers | number[], length: number): number {
    const plan = this.plan(this.usesOf(row), row[1] ?? 0);
    return plan === null ? length : this.carryOut(plan, row);
  }

  /** How worlds are renamed in which this is in use, with this budget; null: not at all. */
  plan(uses: UsesNumber, budget: number): RenamingPlan | null {
    if (uses === NO_USES || uses === STOPS_ALL) return null;
    const mayCrash = this.space.mayCrash(budget);
    const planOf = this.planOf[mayCrash ? 1 : 0];
    let plan = planOf[uses];
    if (plan === undefined) {
      const renamings = this.uses.renamings(uses, mayCrash);
      plan = renamings.length === 0 ? null : this.plans.find(renamings);
      planOf[uses] = plan;
    }
    return plan;
  }

  /** What is in use in two parts of a world together. */
  union(a: UsesNumber, b: UsesNumber): UsesNumber {
    return this.uses.union(a, b);
  }

  /** What is in use in a shape with messages of these types. */
  ofPart(place: number, shape: number, types: readonly number[]): UsesNumber {
    return types.reduce(
      (uses, type) => this.uses.union(uses, this.ofMessage(place, type)),
      this.ofShape(place, shape),
    );
  }

  /** What is in use in a world. */
  private usesOf(row: Integers | number[]): UsesNumber {
    const { space } = this;
    const { countBits, countMask } = this.form;
    const { memories, places, stride } = space;
    let uses = NO_USES;
    let start = 2;
    if (memories !== null) {
      uses = this.ofMemory(row[0] ?? 0);
      start += memories.shape(row[0] ?? 0).slots;
    }
    for (let place = 0; place < places.length; place += 1) {
      const word = row[start] ?? 0;
      const number = word >> countBits;
      uses = this.uses.union(uses, this.ofShape(place, number));
      start += 1 + (places[place]?.shapes[number]?.ages.length ?? 0);
      for (let count = word & countMask; count > 0; count -= 1, start += stride) {
        uses = this.uses.union(uses, this.ofMessage(place, row[start] ?? 0));
      }
    }
    return uses;
  }

  private carryOut(plan: RenamingPlan, row: Integers | number[]): number {
    const { space, out } = this;
    const { countBits, countMask } = this.form;
    const { stride, memories } = space;
    let start = 2;
    let end = 2;
    out[0] = row[0] ?? 0;
    out[1] = row[1] ?? 0;
    if (memories !== null) {
      const { to, slots } = plan.memory(memories, row[0] ?? 0);
      out[0] = to;
      for (let slot = 0; slot < slots.length; slot += 1) out[end++] = row[2 + (slots[slot] ?? 0)] ?? 0;
      start += slots.length;
    }
    for (let place = 0; place < space.places.length; place += 1) {
      const word = row[start] ?? 0;
      const { to, slots } = plan.shape(place, word >> countBits);
      out[end++] = (to << countBits) | (word & countMask);
      start += 1;
      for (let slot = 0; slot < slots.length; slot += 1) out[end++] = row[start + (slots[slot] ?? 0)] ?? 0;
      start += slots.length;
      const first = end;
      for (let count = word & countMask; count > 0; count -= 1) {
        out[end++] = plan.message(place, row[start] ?? 0);
        for (let more = 1; more < stride; more += 1) out[end++] = row[start + more] ?? 0;
        start += stride;
      }
      if (end > first + stride) inOrder(out, first, end, stride);
    }
    for (let at = 0; at < end; at += 1) row[at] = out[at] ?? 0;
    return end;
  }

  private ofShape(place: number, number: number): UsesNumber {
    const known = this.shapeUses[place]?.[number];
    if (known !== undefined) return known;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    const { component } = space;
    const { cell } = space.shape(number);
    this.collecting.cell(component, cell);
    const uses = this.uses.of(
      this.collector.take(),
      cell.pending.some(mayReset),
      component.role === 'client',
    );
    (this.shapeUses[place] ??= [])[number] = uses;
    return uses;
  }

  private ofMessage(place: number, type: number): UsesNumber {
    const known = this.messageUses[place]?.[type];
    if (known !== undefined) return known;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    this.collecting.message(space.component, space.message(type));
    const uses = this.uses.of(this.collector.take(), false, false);
    (this.messageUses[place] ??= [])[type] = uses;
    return uses;
  }

  /** What is in use in a memory. */
  ofMemory(number: number): UsesNumber {
    const known = this.memoryUses[number];
    if (known !== undefined) return known;
    const memory = this.space.memories?.shape(number).memory;
    if (memory !== undefined) this.collecting.memory(memory);
    const uses = this.uses.of(this.collector.take(), false, false);
    this.memoryUses[number] = uses;
    return uses;
  }
}

/** Puts messages of so many integers each in order. */
function inOrder(row: number[], first: number, end: number, stride: number): void {
  let isSorted = true;
  for (let at = first + stride; at < end && isSorted; at += stride) {
    isSorted = (row[at - stride] ?? 0) < (row[at] ?? 0);
  }
  if (isSorted) return;
  const messages: number[][] = [];
  for (let at = first; at < end; at += stride) messages.push(row.slice(at, at + stride));
  messages.sort(compareRows).forEach((message, index) => {
    message.forEach((value, more) => {
      row[first + index * stride + more] = value;
    });
  });
}
