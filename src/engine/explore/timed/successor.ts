import { BrokenPromise } from '../../assert.ts';
import type { Sights } from '../monitor.ts';
import type { OpenedWorld } from './opened-world.ts';
import { KEPT, SAME_SHAPE, SET, type Program } from './steps.ts';
import { checkedCount, COUNT_BITS, COUNT_MASK, ROOM, type TimedSpace } from './timed-space.ts';

/** The row of the world after a step, in the making. */
export class Successor {
  readonly row = new Float64Array(ROOM * 2);
  length = 0;
  /** What was seen on the step. */
  sights: Sights = 0;
  private readonly space: TimedSpace;

  constructor(space: TimedSpace) {
    this.space = space;
  }

  /**
   * Carries out a program in a world in which it is now. `message`: the number of the message at `place` that
   * is handled or lost; -1: none. `past`: which of the ends that are seen are not after now, as bits.
   */
  make(from: OpenedWorld, place: number, program: Program, message: number, past: number): void {
    const { row, space } = this;
    const before = from.row;
    const { code } = program;
    const { stride } = space;
    this.sights = 0;
    row[0] = before[0] ?? 0;
    row[1] = program.spends === 0 ? (before[1] ?? 0) : space.budgetAfter(before[1] ?? 0, program.spends);
    if (program.seen === 0) {
      const end = from.at[0] ?? 0;
      for (let index = 2; index < end; index += 1) row[index] = before[index] ?? 0;
      this.length = end;
    } else this.remember(from, program.seen, past);
    let length = this.length;
    let pc = 0;
    for (let current = 0; current < from.shapes.length; current += 1) {
      const start = from.at[current] ?? 0;
      const end = from.at[current + 1] ?? 0;
      if (code[pc] !== current) {
        for (let index = start; index < end; index += 1) row[length++] = before[index] ?? 0;
        continue;
      }
      let shape = code[pc + 1] ?? 0;
      const slots = code[pc + 2] ?? 0;
      pc += 3;
      const head = length;
      length += 1;
      if (shape === SAME_SHAPE) {
        shape = from.numbers[current] ?? 0;
        const kept = from.shapes[current]?.ages.length ?? 0;
        for (let slot = 0; slot < kept; slot += 1) row[length++] = before[start + 1 + slot] ?? 0;
      }
      for (let slot = 0; slot < slots; slot += 1) {
        const kind = code[pc];
        const value = code[pc + 1] ?? 0;
        if (kind === SET) row[length] = value;
        else if (kind === KEPT) row[length] = before[start + 1 + value] ?? 0;
        else {
          const every = code[pc + 2] ?? 0;
          const rings = (before[start + 1 + value] ?? 0) + every;
          row[length] = rings > 0 ? rings : rings + every;
        }
        pc += 3;
        length += 1;
      }
      const first = length;
      let count = (before[start] ?? 0) & COUNT_MASK;
      const taken = current === place && message >= 0 ? end - (count - message) * stride : -1;
      for (let index = end - count * stride; index < end;) {
        if (index === taken) index += stride;
        else for (let more = 0; more < stride; more += 1) row[length++] = before[index++] ?? 0;
      }
      const sent = code[pc] ?? 0;
      pc += 1;
      for (let number = 0; number < sent; number += 1) {
        this.putMessage(first, length, code, pc);
        pc += stride;
        length += stride;
      }
      count += sent - (taken >= 0 ? 1 : 0);
      row[head] = (shape << COUNT_BITS) | checkedCount(count);
    }
    if (length > ROOM) throw new Error('more is pending than there is room for in a world');
    this.length = length;
  }

  /** Puts a message, which stands in a program, among those of its place, in order. */
  private putMessage(first: number, end: number, code: readonly number[], pc: number): void {
    const { row } = this;
    const { stride } = this.space;
    let at = end;
    while (at > first && isBefore(code, pc, row, at - stride, stride)) {
      for (let more = 0; more < stride; more += 1) row[at + more] = row[at + more - stride] ?? 0;
      at -= stride;
    }
    for (let more = 0; more < stride; more += 1) row[at + more] = code[pc + more] ?? 0;
  }

  /** What the monitor remembers after the step, with its times. */
  private remember(from: OpenedWorld, seen: number, past: number): void {
    const { row } = this;
    const { memories } = this.space;
    if (memories === null) throw new BrokenPromise('somebody looks where something is seen');
    const { to, ends, sights } = memories.watch(from.row[0] ?? 0, seen, past);
    row[0] = to;
    this.sights = sights;
    for (let index = 0; index < ends.length; index += 1) {
      const end = ends[index];
      if (end === undefined) continue;
      if (end.kind === 'kept') row[2 + index] = from.row[2 + end.slot] ?? 0;
      else row[2 + index] = end.kind === 'set' ? end.us : from.time(end.place, end.slot) + end.offset;
    }
    this.length = 2 + ends.length;
  }
}

/** Whether a message comes before another one in a row. */
function isBefore(a: readonly number[], atA: number, b: Float64Array, atB: number, length: number): boolean {
  for (let more = 0; more < length; more += 1) {
    const difference = (a[atA + more] ?? 0) - (b[atB + more] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
