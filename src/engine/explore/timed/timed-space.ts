import { BrokenPromise } from '../../assert.ts';
import { cellOf } from '../../choices.ts';
import type { FaultBudget } from '../../faults.ts';
import type { Model } from '../../model.ts';
import { messageNumbersMatter } from '../canonical.ts';
import type { MonitorOptions } from '../monitor.ts';
import { firstNoted, type NotedWorld } from '../noted-step.ts';
import { rankedModel } from '../ranks/read-ranks.ts';
import { Marks } from './marks.ts';
import { MemorySpace } from './memory-space.ts';
import { AGES, PlaceSpace, settled, type MessageParts } from './place-space.ts';
import { PairTable } from './pair-table.ts';
import { Ranker } from './ranker.ts';
import { compareRows } from './rows.ts';
import { Steps } from './steps.ts';

/** The number of messages under way to a component lies in one word with its shape, in so many bits. */
export const COUNT_BITS = 6;
export const COUNT_MASK = (1 << COUNT_BITS) - 1;

/** Longest row that there is room for. */
export const ROOM = 1024;

/**
 * A model as the search sees it: everything but times by small numbers. A world is a row of integers: the
 * number of what the monitor remembers, that of the fault budget, the times that the monitor remembers, then
 * for each component its shape with the number of its messages, its times by slot, and for each message its
 * type, its time, and the deadlines that travel with it. Equal worlds have equal rows.
 */
export class TimedSpace {
  readonly model: Model;
  readonly monitor: MonitorOptions | null;
  readonly places: readonly PlaceSpace[];
  readonly memories: MemorySpace | null;
  readonly steps: Steps;
  readonly first: NotedWorld;
  /** Integers that a message takes. */
  readonly stride: number;
  readonly budgets: FaultBudget[] = [];
  readonly ranker: Ranker | null;
  private readonly budgetNumbers = new Map<string, number>();
  private readonly budgetsAfter = new Map<number, number>();
  /** By budget and how many messages more are late: the number of the budget then plus 2; see budgetAfterLate. */
  private readonly budgetsAfterLate = new PairTable();

  /** `travelling`: deadlines that travel with one message at most. A TooManyTravel says that there are more. */
  constructor(model: Model, monitor: MonitorOptions | null, travelling = 0) {
    this.model = model;
    this.stride = 2 + travelling;
    this.monitor = monitor;
    const count = model.components.length;
    const marks = new Marks(count + 1);
    const keep = { messageNumbers: messageNumbersMatter(model) };
    this.places = model.components.map((component, place) => new PlaceSpace(component, place, keep, marks));
    this.memories = monitor === null ? null : new MemorySpace(monitor, marks, count);
    this.steps = new Steps(this, marks);
    const ranked = rankedModel(model);
    const form = { countBits: COUNT_BITS, countMask: COUNT_MASK };
    this.ranker = ranked === null ? null : new Ranker(this, form, ranked, marks);
    this.first = firstNoted(model, monitor);
  }

  /** A world, with an observer's notes, as a row. */
  row({ world, memory }: NotedWorld): readonly number[] {
    const remembered = this.memories?.parts(memory) ?? { shape: 0, times: [] };
    const row = [remembered.shape, this.budgetNumber(world.budget), ...remembered.times];
    for (const space of this.places) {
      const { shape, times, messages } = space.parts(cellOf(world, space.component.id), world.now);
      const { ages } = space.shape(shape);
      const sorted = messages.map((message) => this.flat(message)).sort(compareRows);
      row.push((shape << COUNT_BITS) | checkedCount(messages.length));
      row.push(...times.map((time, slot) => settled(time, ages[slot] ?? 0)), ...sorted.flat());
    }
    return this.ranker === null ? row : row.slice(0, this.ranker.rename(row, row.length));
  }

  /** How many times a memory has. */
  memoryTimes(memory: number): number {
    return this.memories?.slots[memory] ?? 0;
  }

  /** Whether a client may still be made to crash. */
  mayCrash(budget: number): boolean {
    return this.budget(budget).crash > 0;
  }

  /** A message as it stands in a row. */
  flat({ type, time, deadlines }: MessageParts): number[] {
    const row = [type, settled(time, AGES), ...deadlines];
    if (row.length > this.stride) throw new TooManyTravel(deadlines.length);
    while (row.length < this.stride) row.push(NO_DEADLINE);
    return row;
  }

  budget(number: number): FaultBudget {
    const budget = this.budgets[number];
    if (budget === undefined) throw new BrokenPromise('a budget has the number that it was given');
    return budget;
  }

  /** The budget after a step that takes so much of it; see Steps.spendings. */
  budgetAfter(number: number, spends: number): number {
    const key = number * 1024 + spends;
    const known = this.budgetsAfter.get(key);
    if (known !== undefined) return known;
    const budget = { ...this.budget(number) };
    for (const [kind, count] of Object.entries(this.steps.spendings[spends] ?? {})) {
      budget[kind as keyof FaultBudget] -= count;
    }
    const after = this.budgetNumber(budget);
    this.budgetsAfter.set(key, after);
    return after;
  }

  /** The budget once so many messages more were passed over; -1 if there is not enough left. */
  budgetAfterLate(number: number, passed: number): number {
    if (passed === 0) return number;
    const known = this.budgetsAfterLate.get(number, passed);
    if (known !== 0) return known - 2;
    const budget = this.budget(number);
    const after = budget.late < passed ? -1 : this.budgetNumber({ ...budget, late: budget.late - passed });
    this.budgetsAfterLate.set(number, passed, after + 2);
    return after;
  }

  /** About how many bytes of memory the shapes and steps take; measured on scenarios, not exact. */
  get bytes(): number {
    const shapes = this.places.reduce(
      (sum, { shapes, messages }) => sum + shapes.length + messages.length,
      0,
    );
    return (
      shapes * SHAPE_BYTES + this.steps.size * STEP_BYTES + (this.memories?.shapes.length ?? 0) * MEMORY_BYTES
    );
  }

  private budgetNumber(budget: FaultBudget): number {
    const key = Object.values(budget).join(' ');
    const known = this.budgetNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.budgets.push(budget) - 1;
    this.budgetNumbers.set(key, number);
    return number;
  }
}

/** Stands where a message has room for a deadline and none travels with it: it is no time, and does not grow older. */
export const NO_DEADLINE = -(2 ** 31);

const SHAPE_BYTES = 3000;
const STEP_BYTES = 600;
const MEMORY_BYTES = 2000;

/** More deadlines travel with one message than there is room for: search again with more room. */
export class TooManyTravel extends Error {
  readonly travelling: number;
  constructor(travelling: number) {
    super();
    this.travelling = travelling;
  }
}

/** A number of messages under way to one component, if there is room for it. */
export function checkedCount(messages: number): number {
  if (messages <= COUNT_MASK) return messages;
  throw new Error(`more than ${String(COUNT_MASK)} messages are under way to one component`);
}
