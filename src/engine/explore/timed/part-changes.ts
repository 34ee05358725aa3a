import type { Arena } from './arena.ts';
import { PairTable } from './pair-table.ts';
import { ALIKE, TIMES_OF_PART, WORD, type Parts } from './parts.ts';
import type { RenamingPlan } from './renaming-plans.ts';
import { KEPT, SAME_SHAPE, SET, type Program } from './steps.ts';
import { checkedCount, COUNT_BITS, COUNT_MASK } from './timed-space.ts';

/*
 * What becomes of a part, as a record in the arena: the part after it; twice how many times that has, and 1 more if it has
 * messages that are alike but for them; for each time there the number of the time before that it comes from, and what is added. Below 0
 * that number is SET_TIME, or RING less the number of a rhythm's last ring.
 */
export const TO = 0;
export const TIMES_THEN = 1;
export const FIRST_CHANGE = 2;
export const SET_TIME = -1;
export const RING = -2;

/** A message as it is to be put into a part: its type, and where its times come from. */
interface Carried {
  readonly type: number;
  readonly times: readonly number[];
}

/** What steps and renamings make of the parts of worlds, worked out once for each part. */
export class PartChanges {
  private readonly parts: Parts;
  private readonly arena: Arena;
  private readonly stride: number;
  /** Addresses of changes, by what makes the change, see below, and by part. */
  private readonly known = new PairTable();
  /** By number of a program's change: where in which code it is said, and which place it is about. */
  private readonly codes: { readonly code: readonly number[]; readonly pc: number }[] = [];
  private readonly places: number[] = [];

  /** `stride`: integers that a message takes in a row. */
  constructor(parts: Parts, arena: Arena, stride: number) {
    this.parts = parts;
    this.arena = arena;
    this.stride = stride;
  }

  /** Exactly. */
  get bytes(): number {
    return this.known.bytes;
  }

  /** The numbers of a program's changes, one for each place that it changes. */
  of(program: Program): readonly number[] {
    if (program.changes !== undefined) return program.changes;
    const { code } = program;
    const numbers: number[] = [];
    for (let pc = 0; pc < code.length;) {
      numbers.push(this.codes.push({ code, pc }) - 1);
      this.places.push(code[pc] ?? 0);
      pc += 3 + (code[pc + 2] ?? 0) * 3;
      pc += 1 + (code[pc] ?? 0) * this.stride;
    }
    program.changes = numbers;
    return numbers;
  }

  /** Which place a change is about. */
  place(number: number): number {
    return this.places[number] ?? 0;
  }

  /** What a program's change makes of a part. `taken`: the number of the message there that it takes; -1: none. */
  step(number: number, part: number, taken: number): number {
    const how = number * (COUNT_MASK + 1) + taken + 1;
    const before = this.known.get(how, part);
    if (before !== 0) return before;
    const made = this.makeStep(number, part, taken);
    this.known.set(how, part, made);
    return made;
  }

  /** What a renaming makes of a part. */
  renamed(plan: RenamingPlan, place: number, part: number): number {
    const before = this.known.get(-1 - plan.number, part);
    if (before !== 0) return before;
    const { to, slots } = plan.shape(place, (this.arena.data[part + WORD] ?? 0) >> COUNT_BITS);
    const messages = this.messages(part).map(({ type, times }) => ({
      type: plan.message(place, type),
      times,
    }));
    const times = slots.flatMap((slot) => [slot, 0]);
    const made = this.put(place, to, times, messages);
    this.known.set(-1 - plan.number, part, made);
    return made;
  }

  private makeStep(number: number, part: number, taken: number): number {
    const { code = [], pc: start = 0 } = this.codes[number] ?? {};
    const times: number[] = [];
    const slots = code[start + 2] ?? 0;
    let shape = code[start + 1] ?? 0;
    if (shape === SAME_SHAPE) {
      shape = (this.arena.data[part + WORD] ?? 0) >> COUNT_BITS;
      for (let slot = 0; slot < this.slots(part); slot += 1) times.push(slot, 0);
    }
    let pc = start + 3;
    for (let slot = 0; slot < slots; slot += 1, pc += 3) {
      const kind = code[pc];
      const value = code[pc + 1] ?? 0;
      if (kind === SET) times.push(SET_TIME, value);
      else if (kind === KEPT) times.push(value, 0);
      else times.push(RING - value, code[pc + 2] ?? 0);
    }
    const messages = this.messages(part).filter((_, index) => index !== taken);
    const sent = code[pc] ?? 0;
    pc += 1;
    for (let message = 0; message < sent; message += 1, pc += this.stride) {
      const set = code.slice(pc + 1, pc + this.stride).flatMap((time) => [SET_TIME, time]);
      messages.push({ type: code[pc] ?? 0, times: set });
    }
    return this.put(code[start] ?? 0, shape, times, messages);
  }

  /** How many times of a part are those of its shape. */
  private slots(part: number): number {
    const ofMessages = this.parts.types(part).length * (this.stride - 1);
    return (this.arena.data[part + TIMES_OF_PART] ?? 0) - ofMessages;
  }

  /** The messages of a part, with where their times come from: themselves. */
  private messages(part: number): Carried[] {
    const types = this.parts.types(part);
    const size = this.stride - 1;
    const first = this.slots(part);
    return types.map((type, message) => {
      const times: number[] = [];
      for (let more = 0; more < size; more += 1) times.push(first + message * size + more, 0);
      return { type, times };
    });
  }

  private put(place: number, shape: number, times: readonly number[], messages: readonly Carried[]): number {
    checkedCount(messages.length);
    const sorted = [...messages].sort((a, b) => a.type - b.type);
    const to = this.parts.of(
      place,
      shape,
      sorted.map(({ type }) => type),
    );
    const { data } = this.arena;
    const timesThen = (data[to + TIMES_OF_PART] ?? 0) * 2 + (data[to + ALIKE] === 0 ? 0 : 1);
    const all = [to, timesThen, ...times, ...sorted.flatMap((message) => message.times)];
    const change = this.arena.make(all.length);
    this.arena.data.set(all, change);
    return change;
  }
}
