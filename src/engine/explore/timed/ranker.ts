import type { Pending } from '../../world.ts';
import type { Memory } from '../monitor.ts';
import { mayReset, RankReader, type RankedModel } from '../ranks/read-ranks.ts';
import { Renamer, risingRenaming, type FamilyRenaming } from '../ranks/renaming.ts';
import { Families, UsesCollector, type Uses } from '../ranks/uses.ts';
import type { Marks } from './marks.ts';
import type { MemorySpace } from './memory-space.ts';
import type { PlaceSpace } from './place-space.ts';
import { compareRows, type Integers } from './rows.ts';

/** Something with numbers in it that was renamed: its number, and the slot that each of its times comes from. */
interface Renamed {
  readonly to: number;
  readonly slots: readonly number[];
}

/** What a ranker needs of the space. */
export interface RankedSpace {
  readonly places: readonly PlaceSpace[];
  readonly memories: MemorySpace | null;
  readonly stride: number;
  /** Whether a client may still be made to crash. */
  mayCrash(budget: number): boolean;
}

/** The row's parts and their bits, as timed-space.ts has them. */
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
  private readonly marks: Marks;
  private readonly model: RankedModel;
  private readonly families: Families;
  private readonly collector: UsesCollector;
  private readonly collecting: RankReader;
  private readonly shapeUses: (Uses & { readonly falls: boolean })[][];
  private readonly messageUses: Uses[][];
  private readonly memoryUses: Uses[] = [];
  private readonly plans = new Map<string, Plan>();
  private out: number[] = [];
  /** By family, for the world that is looked at. */
  private readonly strong: number[] = [];
  private readonly weak: number[] = [];
  private readonly counter: number[] = [];
  private readonly touched: number[] = [];

  constructor(space: RankedSpace, form: RowForm, model: RankedModel, marks: Marks) {
    this.space = space;
    this.form = form;
    this.marks = marks;
    this.model = model;
    this.families = new Families(model.constants);
    this.collector = new UsesCollector(this.families);
    this.collecting = new RankReader(model, this.collector);
    this.shapeUses = space.places.map(() => []);
    this.messageUses = space.places.map(() => []);
  }

  /** Renames a row in place; gives its length. */
  rename(row: Integers | number[], length: number): number {
    if (!this.collect(row)) return length;
    const renamings = this.renamings();
    if (renamings.length === 0) return length;
    const key = renamings
      .map(
        ({ family, kept, counter, dead }) =>
          `${String(family)} ${String(kept)} ${String(counter)} ${String(dead)}`,
      )
      .join(' ');
    let plan = this.plans.get(key);
    if (plan === undefined) {
      plan = new Plan(new RankReader(this.model, new Renamer(this.families, renamings)));
      this.plans.set(key, plan);
    }
    return this.carryOut(plan, row);
  }

  /** Looks at what is in use; false where nothing may be renamed. */
  private collect(row: Integers | number[]): boolean {
    const { space, touched } = this;
    const { countBits, countMask } = this.form;
    for (const family of touched) this.counter[family] = UNTOUCHED;
    touched.length = 0;
    let start = 2;
    if (space.memories !== null) {
      const uses = this.usesOfMemory(row[0] ?? 0);
      if (!this.add(uses, false)) return false;
      start += space.memories.shape(row[0] ?? 0).slots;
    }
    const mayCrash = space.mayCrash(row[1] ?? 0);
    for (let place = 0; place < space.places.length; place += 1) {
      const places = space.places[place];
      const word = row[start] ?? 0;
      const number = word >> countBits;
      const shape = places?.shapes[number];
      if (places === undefined || shape === undefined) return false;
      const uses = this.usesOfShape(place, number);
      const isClient = places.component.role === 'client';
      if (!this.add(uses, uses.falls || (isClient && mayCrash))) return false;
      let at = start + 1 + shape.ages.length;
      for (let count = word & countMask; count > 0; count -= 1, at += space.stride) {
        if (!this.add(this.usesOfMessage(place, row[at] ?? 0), false)) return false;
      }
      start = at;
    }
    return true;
  }

  private add({ families, isUndeclared }: Uses, falls: boolean): boolean {
    if (isUndeclared) return false;
    for (let index = 0; index < families.length; index += 1) {
      const use = families[index];
      if (use === undefined) continue;
      const { family } = use;
      const before = this.counter[family] ?? UNTOUCHED;
      if (before === UNTOUCHED) {
        this.touched.push(family);
        this.strong[family] = use.strong;
        this.weak[family] = use.weak;
      } else {
        this.strong[family] = (this.strong[family] ?? 0) | use.strong;
        this.weak[family] = (this.weak[family] ?? 0) | use.weak;
      }
      // A counter that may yet begin anew stands at its beginning.
      const isCyclic = (this.families.sizes[family] ?? 0) > 0;
      const counter = use.isFixed || (falls && use.counter >= 0 && !isCyclic) ? 0 : use.counter;
      if (counter >= 0) this.counter[family] = before >= 0 ? Math.min(before, counter) : counter;
      else if (before === UNTOUCHED) this.counter[family] = NO_COUNTER;
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
      const use = { strong: this.strong[family] ?? 0, weak: this.weak[family] ?? 0, counter };
      const renaming = isCyclic
        ? { family, kept: 0, counter, dead: 0 }
        : risingRenaming(family, use, this.families.constants[family] ?? 0);
      if (renaming !== null) found = found === NONE ? [renaming] : [...found, renaming];
    }
    return found;
  }

  private carryOut(plan: Plan, row: Integers | number[]): number {
    const { space, out } = this;
    const { countBits, countMask } = this.form;
    const { stride } = space;
    out.length = 0;
    let start = 2;
    if (space.memories === null) out.push(row[0] ?? 0, row[1] ?? 0);
    else {
      const { to, slots } = this.memory(plan, row[0] ?? 0);
      out.push(to, row[1] ?? 0);
      for (const slot of slots) out.push(row[2 + slot] ?? 0);
      start += space.memories.shape(row[0] ?? 0).slots;
    }
    space.places.forEach((places, place) => {
      const word = row[start] ?? 0;
      const count = word & countMask;
      const { to, slots } = this.shape(plan, place, word >> countBits);
      out.push((to << countBits) | count);
      for (const slot of slots) out.push(row[start + 1 + slot] ?? 0);
      const first = start + 1 + (places.shapes[word >> countBits]?.ages.length ?? 0);
      const messages: number[][] = [];
      for (let message = 0; message < count; message += 1) {
        const at = first + message * stride;
        const flat = [this.message(plan, place, row[at] ?? 0)];
        for (let more = 1; more < stride; more += 1) flat.push(row[at + more] ?? 0);
        messages.push(flat);
      }
      messages.sort(compareRows);
      for (const message of messages) out.push(...message);
      start = first + count * stride;
    });
    for (let at = 0; at < out.length; at += 1) row[at] = out[at] ?? 0;
    return out.length;
  }

  private memory(plan: Plan, number: number): Renamed {
    const known = plan.memories[number];
    if (known !== undefined) return known;
    const { memories } = this.space;
    if (memories === null) return { to: number, slots: [] };
    const { shape, times } = memories.parts(plan.reader.memory(memories.shape(number).memory));
    const renamed = { to: shape, slots: this.slots(times) };
    plan.memories[number] = renamed;
    return renamed;
  }

  private shape(plan: Plan, place: number, number: number): Renamed {
    const list = (plan.shapes[place] ??= []);
    const known = list[number];
    if (known !== undefined) return known;
    const places = this.space.places[place];
    if (places === undefined) return { to: number, slots: [] };
    const cell = plan.reader.cell(places.component, places.shape(number).cell);
    const { shape, times } = places.parts(cell, 0 as Pending['due']);
    const renamed = { to: shape, slots: this.slots(times) };
    list[number] = renamed;
    return renamed;
  }

  private message(plan: Plan, place: number, type: number): number {
    const list = (plan.messages[place] ??= []);
    const known = list[type];
    if (known !== undefined) return known;
    const places = this.space.places[place];
    if (places === undefined) return type;
    const renamed = places.messageType(plan.reader.message(places.component, places.message(type)));
    list[type] = renamed;
    return renamed;
  }

  /** The slots that marked times come from; a clock's, which has no mark, stays where it is. */
  private slots(times: readonly number[]): readonly number[] {
    return times.map((time, slot) => this.marks.read(time)?.slot ?? slot);
  }

  private usesOfShape(place: number, number: number) {
    const list = (this.shapeUses[place] ??= []);
    const known = list[number];
    if (known !== undefined) return known;
    const places = this.space.places[place];
    if (places !== undefined) this.collecting.cell(places.component, places.shape(number).cell);
    const falls = places?.shape(number).cell.pending.some(mayReset) ?? false;
    const uses = { ...this.collector.take(), falls };
    list[number] = uses;
    return uses;
  }

  private usesOfMessage(place: number, type: number): Uses {
    const list = (this.messageUses[place] ??= []);
    const known = list[type];
    if (known !== undefined) return known;
    const places = this.space.places[place];
    if (places !== undefined) this.collecting.message(places.component, places.message(type));
    const uses = this.collector.take();
    list[type] = uses;
    return uses;
  }

  private usesOfMemory(number: number): Uses {
    const known = this.memoryUses[number];
    if (known !== undefined) return known;
    const memory: Memory | undefined = this.space.memories?.shape(number).memory;
    if (memory !== undefined) this.collecting.memory(memory);
    const uses = this.collector.take();
    this.memoryUses[number] = uses;
    return uses;
  }
}

const UNTOUCHED = -2;
const NO_COUNTER = -1;
const NONE: FamilyRenaming[] = [];

/** One way to rename, with what it makes of each part of a world. */
class Plan {
  readonly reader: RankReader;
  readonly memories: Renamed[] = [];
  readonly shapes: Renamed[][] = [];
  readonly messages: number[][] = [];

  constructor(reader: RankReader) {
    this.reader = reader;
  }
}
