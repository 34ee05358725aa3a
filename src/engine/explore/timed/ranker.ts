import { mayReset, RankReader, type RankedModel } from '../ranks/read-ranks.ts';
import { risingRenaming, type FamilyRenaming } from '../ranks/renaming.ts';
import { Families, UsesCollector } from '../ranks/uses.ts';
import { FlatUsesTable, USE_FIELDS, type FlatUses } from './flat-uses.ts';
import type { Marks } from './marks.ts';
import type { OpenedWorld } from './opened-world.ts';
import { RenamingPlans, type PlannedSpace, type RenamingPlan } from './renaming-plans.ts';
import { compareRows, type Integers } from './rows.ts';
import type { Program } from './steps.ts';

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
  private readonly families: Families;
  private readonly collector: UsesCollector;
  private readonly collecting: RankReader;
  private readonly plans: RenamingPlans;
  private readonly table: FlatUsesTable;
  private readonly shapeUses: FlatUses[][];
  private readonly messageUses: FlatUses[][];
  private readonly memoryUses: FlatUses[] = [];
  private readonly out: number[] = [];
  /** By family, for the world that is looked at. */
  private readonly strong: number[] = [];
  private readonly weak: number[] = [];
  private readonly counter: number[] = [];
  private readonly touched: number[] = [];

  constructor(space: RankedSpace, form: RowForm, model: RankedModel, marks: Marks) {
    this.space = space;
    this.form = form;
    this.families = new Families(model.constants);
    this.collector = new UsesCollector(this.families);
    this.collecting = new RankReader(model, this.collector);
    this.plans = new RenamingPlans(space, model, this.families, marks);
    this.table = new FlatUsesTable(this.families);
    this.shapeUses = space.places.map(() => []);
    this.messageUses = space.places.map(() => []);
  }

  /**
   * Whether a step from a world in its smallest form leads to another such world for certain: nothing that
   * decides about it has changed. `memoryBefore`: before any time has passed. `taken`: type of the message.
   */
  keepsForm(
    program: Program,
    from: OpenedWorld,
    place: number,
    taken: number,
    memoryBefore: number,
    memoryAfter: number,
  ): boolean {
    program.keepsForm ??= this.leavesUses(program, from, place, taken);
    if (!program.keepsForm) return false;
    return memoryBefore === memoryAfter || this.ofMemory(memoryBefore) === this.ofMemory(memoryAfter);
  }

  /** Renames a row in place; gives its length. */
  rename(row: Integers | number[], length: number): number {
    if (!this.collect(row)) return length;
    const renamings = this.renamings();
    return renamings.length === 0 ? length : this.carryOut(this.plans.find(renamings), row);
  }

  private leavesUses({ code, spends }: Program, from: OpenedWorld, place: number, taken: number): boolean {
    const { none } = this.table;
    if (spends !== 0 || (taken >= 0 && this.ofMessage(place, taken) !== none)) return false;
    for (let pc = 0; pc < code.length;) {
      const at = code[pc] ?? 0;
      if (this.ofShape(at, from.numbers[at] ?? 0) !== this.ofShape(at, code[pc + 1] ?? 0)) return false;
      pc += 3 + (code[pc + 2] ?? 0) * 3;
      const sent = code[pc] ?? 0;
      pc += 1;
      for (let message = 0; message < sent; message += 1, pc += this.space.stride) {
        if (this.ofMessage(at, code[pc] ?? 0) !== none) return false;
      }
    }
    return true;
  }

  /** Looks at what is in use; false where nothing may be renamed. */
  private collect(row: Integers | number[]): boolean {
    const { space, touched } = this;
    const { countBits, countMask } = this.form;
    for (let index = 0; index < touched.length; index += 1) this.counter[touched[index] ?? 0] = UNTOUCHED;
    touched.length = 0;
    let start = 2;
    if (space.memories !== null) {
      if (!this.add(this.ofMemory(row[0] ?? 0), false)) return false;
      start += space.memories.shape(row[0] ?? 0).slots;
    }
    const mayCrash = space.mayCrash(row[1] ?? 0);
    for (let place = 0; place < space.places.length; place += 1) {
      const word = row[start] ?? 0;
      const number = word >> countBits;
      if (!this.add(this.ofShape(place, number), mayCrash)) return false;
      start += 1 + (space.places[place]?.shapes[number]?.ages.length ?? 0);
      for (let count = word & countMask; count > 0; count -= 1, start += space.stride) {
        if (!this.add(this.ofMessage(place, row[start] ?? 0), false)) return false;
      }
    }
    return true;
  }

  private add({ fields, stopsAll, countersCrash }: FlatUses, mayCrash: boolean): boolean {
    if (stopsAll) return false;
    const { strong, weak, counter } = this;
    for (let at = 0; at < fields.length; at += USE_FIELDS) {
      const family = fields[at] ?? 0;
      let counts = fields[at + 3] ?? NO_COUNTER;
      if (counts > 0 && mayCrash && countersCrash && this.families.sizes[family] === 0) counts = 0;
      const before = counter[family] ?? UNTOUCHED;
      if (before === UNTOUCHED) {
        this.touched.push(family);
        strong[family] = fields[at + 1] ?? 0;
        weak[family] = fields[at + 2] ?? 0;
        counter[family] = counts;
      } else {
        strong[family] = (strong[family] ?? 0) | (fields[at + 1] ?? 0);
        weak[family] = (weak[family] ?? 0) | (fields[at + 2] ?? 0);
        if (counts >= 0 && (before < 0 || counts < before)) counter[family] = counts;
      }
    }
    return true;
  }

  private renamings(): readonly FamilyRenaming[] {
    let found: FamilyRenaming[] = NONE;
    for (let index = 0; index < this.touched.length; index += 1) {
      const family = this.touched[index] ?? 0;
      const counter = this.counter[family] ?? NO_COUNTER;
      if (counter <= 0) continue;
      const isCyclic = (this.families.sizes[family] ?? 0) > 0;
      const renaming = isCyclic
        ? { family, kept: 0, counter, dead: 0 }
        : risingRenaming(
            family,
            this.strong[family] ?? 0,
            this.weak[family] ?? 0,
            counter,
            this.families.constants[family] ?? 0,
          );
      if (renaming === null) continue;
      if (found === NONE) found = [renaming];
      else found.push(renaming);
    }
    // Always in one order, so that one way to rename is found again.
    return found.length > 1 ? found.sort((a, b) => a.family - b.family) : found;
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

  private ofShape(place: number, number: number): FlatUses {
    const known = this.shapeUses[place]?.[number];
    if (known !== undefined) return known;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    const { component } = space;
    const { cell } = space.shape(number);
    this.collecting.cell(component, cell);
    const begins = cell.pending.some(mayReset);
    const uses = this.table.flat(this.collector.take(), begins, component.role === 'client');
    (this.shapeUses[place] ??= [])[number] = uses;
    return uses;
  }

  private ofMessage(place: number, type: number): FlatUses {
    const known = this.messageUses[place]?.[type];
    if (known !== undefined) return known;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    this.collecting.message(space.component, space.message(type));
    const uses = this.table.flat(this.collector.take(), false, false);
    (this.messageUses[place] ??= [])[type] = uses;
    return uses;
  }

  private ofMemory(number: number): FlatUses {
    const known = this.memoryUses[number];
    if (known !== undefined) return known;
    const memory = this.space.memories?.shape(number).memory;
    if (memory !== undefined) this.collecting.memory(memory);
    const uses = this.table.flat(this.collector.take(), false, false);
    this.memoryUses[number] = uses;
    return uses;
  }
}

const UNTOUCHED = -2;
const NO_COUNTER = -1;
const NONE: FamilyRenaming[] = [];

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
