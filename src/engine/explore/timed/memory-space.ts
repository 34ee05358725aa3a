import { BrokenPromise } from '../../assert.ts';
import { mapEnds, type Memory } from '../monitor-memory.ts';
import { agedMemory, watch, type MonitorOptions, type Sights } from '../monitor.ts';
import { Numbered } from '../numbered.ts';
import type { Observed } from '../observe.ts';
import type { Marks, MarkedTime } from './marks.ts';

/** What a monitor remembers apart from times: the promised ends of leases that are still to come. */
export interface MemoryShape {
  /** With marks for times. */
  readonly memory: Memory;
  readonly slots: number;
}

/** Where a time of the next memory comes from: a time of the last one, a time of a cell, or a duration. */
export type EndSource =
  | { readonly kind: 'kept'; readonly slot: number }
  | { readonly kind: 'cell'; readonly place: number; readonly slot: number; readonly offset: number }
  | { readonly kind: 'set'; readonly us: number };

/** The memory after something. */
export interface NextMemory {
  readonly to: number;
  readonly ends: readonly EndSource[];
  readonly sights: Sights;
}

/** What was seen on a step; `ends`: the times of cells that it speaks of. */
export interface Seen {
  readonly observed: readonly Observed[];
  readonly ends: readonly MarkedTime[];
}

/** What a monitor can remember, each with a small number, and how it goes on from there. */
export class MemorySpace {
  readonly shapes: MemoryShape[] = [];
  /** By number of a memory: how many times it has. */
  readonly slots: number[] = [];
  /** Nothing seen is number 0. */
  readonly seen: Seen[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly seenNumbers = new Numbered<readonly Observed[]>([]);
  private readonly watched = new Map<number, NextMemory>();
  private readonly agedTo = new Map<number, NextMemory>();
  private readonly options: MonitorOptions;
  private readonly marks: Marks;
  /** The place that stands for the memory in marks. */
  private readonly place: number;

  constructor(options: MonitorOptions, marks: Marks, place: number) {
    this.options = options;
    this.marks = marks;
    this.place = place;
    this.seen.push({ observed: [], ends: [] });
  }

  shape(number: number): MemoryShape {
    const shape = this.shapes[number];
    if (shape === undefined) throw new BrokenPromise('no memory has that number');
    return shape;
  }

  /** Takes a memory apart: its number, and its times by slot, from now. */
  parts(memory: Memory): { readonly shape: number; readonly times: readonly number[] } {
    const times: number[] = [];
    const bare = mapEnds(memory, (endsInUs) => {
      times.push(endsInUs);
      return this.marks.of(this.place, times.length - 1);
    });
    const key = JSON.stringify(bare);
    const known = this.numbers.get(key);
    if (known !== undefined) return { shape: known, times };
    const shape = this.shapes.length;
    this.numbers.set(key, shape);
    this.shapes.push({ memory: bare, slots: times.length });
    this.slots.push(times.length);
    return { shape, times };
  }

  /** The number of what was seen on a step; times of cells are marks. */
  seenNumber(observed: readonly Observed[]): number {
    if (observed.length === 0) return 0;
    const number = this.seenNumbers.number(observed);
    if (number === this.seen.length) {
      const ends = observed.flatMap(({ endsInUs }) => {
        const marked = endsInUs === null ? null : this.marks.read(endsInUs);
        return marked === null ? [] : [marked];
      });
      this.seen.push({ observed, ends });
    }
    return number;
  }

  /** The memory after something was seen. `past`: which of its ends are not after now, as bits. */
  watch(shape: number, seen: number, past: number): NextMemory {
    const key = (shape * SEEN + seen) * PAST + past;
    const known = this.watched.get(key);
    if (known !== undefined) return known;
    const { observed } = this.seenAt(seen);
    let end = 0;
    const given = observed.map((entry) => {
      if (entry.endsInUs === null || this.marks.read(entry.endsInUs) === null) return entry;
      const isPast = (past & (1 << end)) !== 0;
      end += 1;
      return isPast ? { ...entry, endsInUs: 0 } : entry;
    });
    const after = watch(this.shape(shape).memory, given, this.options);
    const made = this.next(after.memory, after.sights);
    this.watched.set(key, made);
    return made;
  }

  /** The memory after time in which the ends in these slots, as bits, have come. */
  aged(shape: number, come: number): NextMemory {
    const key = shape * 2 ** 24 + come;
    const known = this.agedTo.get(key);
    if (known !== undefined) return known;
    let slot = 0;
    const before = mapEnds(this.shape(shape).memory, (endsInUs) => {
      const isCome = (come & (1 << slot)) !== 0;
      slot += 1;
      return isCome ? 1 : endsInUs + 1;
    });
    const made = this.next(agedMemory(before, 1, this.options), 0);
    this.agedTo.set(key, made);
    return made;
  }

  private seenAt(number: number): Seen {
    const seen = this.seen[number];
    if (seen === undefined) throw new BrokenPromise('nothing that was seen has that number');
    return seen;
  }

  private next(memory: Memory, sights: Sights): NextMemory {
    const { shape, times } = this.parts(memory);
    const ends = times.map((time): EndSource => {
      const marked = this.marks.read(time);
      if (marked === null) return { kind: 'set', us: time };
      const { place, slot, offset } = marked;
      return place === this.place ? { kind: 'kept', slot } : { kind: 'cell', place, slot, offset };
    });
    return { to: shape, ends, sights };
  }
}

const SEEN = 2 ** 20;
const PAST = 2 ** 6;
