import type { LocalClock, MachineEvent, MachineState } from './component.ts';
import type { FaultBudget } from './faults.ts';
import type { Micros } from './time.ts';

/** Kinds of pending items, in the order in which those due at one instant happen. */
export const PENDING_KINDS = ['fault', 'deadline', 'instruction', 'message', 'timer'] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

/** Something that will happen at a component. Times are true time. */
export interface Pending {
  readonly kind: PendingKind;
  /** Name within its cell and kind: the timer's or deadline's id, or for a message `A#1`. */
  readonly id: string;
  readonly due: Micros;
  readonly event: MachineEvent;
  /** `seq` of the entry that caused it. */
  readonly cause: number | null;
  /** Number of its making, which orders what is due at one instant. */
  readonly order: number;
  /** For a message: when it was sent. */
  readonly sent?: Micros;
  /** Deadlines of a message's sender that travel with it: what a true wall clock shows at each, by id. */
  readonly deadlines?: { readonly [id: string]: Micros };
  /** A request whose answer will be lost; `told`: its sender is told that the call failed. */
  readonly answerLost?: 'told' | 'not-told';
  /** It came over a link that keeps the order of messages. */
  readonly inOrder?: true;
  /** A message that was handled and comes once more: a second step. */
  readonly again?: true;
  /** A busy instruction: a pause stops it half-way. */
  readonly busy?: true;
  /** What remains of an instruction that a pause has stopped. */
  readonly leftUs?: Micros;
  /** Its clock stands still: what that clock has yet to show, or for what has passed, less than nothing. */
  readonly stoppedUs?: Micros;
  /** It was due this much earlier, but its component is slow. */
  readonly slowedUs?: Micros;
  /** A timer that rings again at this rhythm, on its component's own clock. */
  readonly everyUs?: Micros;
  /** A deadline on the wall clock moves when that clock steps. */
  readonly wall?: true;
  /** A deadline that has passed is kept, for a clock may go back. */
  readonly passed?: true;
  /** What an observer of the run attached to it; no rule looks at it. */
  readonly note?: string;
}

/** One component's part of the world: its machine, what is on its way to it, and its clock. */
export interface Cell {
  readonly state: MachineState;
  /** In the order of their making. */
  readonly pending: readonly Pending[];
  readonly clock: LocalClock;
  /** Messages ever sent to it, by sender: the next one's number is one more. */
  readonly received: { readonly [from: string]: number };
  /** Components whose messages do not arrive, once for each partition; nobody tells them. */
  readonly cutFrom: readonly string[];
  /** The same, but the sender is told: an error comes back over the link. */
  readonly refused?: readonly string[];
  /** While it is there, messages are answered by an error; how many faults say so. */
  readonly refusing?: number;
  /** While it is there, it looks at messages, timers and instructions this much after they are due. */
  readonly slowUs?: Micros;
  /** What an observer of the run remembers of it; no rule looks at it. */
  readonly note?: string;
  /**
   * Its next requests that fail, by type: `before`, they never arrive; `after`, they take effect and only the
   * answer is lost. Either way an error comes back over the link.
   */
  readonly failing?: { readonly [type: string]: 'before' | 'after' };
}

/** Everything that can change, as plain JSON. */
export interface World {
  readonly now: Micros;
  /** `seq` of the next trace entry. */
  readonly nextSeq: number;
  /** Number of the next pending item. */
  readonly nextOrder: number;
  readonly cells: { readonly [id: string]: Cell };
  readonly budget: FaultBudget;
}

/** The id in its receiver's cell of the `number`-th message from a component; a second copy says so. */
export function messageId(from: string, number: number, copy = 1): string {
  return `${from}#${String(number)}${copy === 1 ? '' : `~${String(copy)}`}`;
}

/** Whose message an id in a cell names (`A#1`), which one, and which copy of it. */
export function readMessageId(id: string): { from: string; number: number; copy: number } {
  const mark = id.lastIndexOf('#');
  const tilde = id.indexOf('~', mark);
  const isFirst = tilde < 0;
  const number = Number(isFirst ? id.slice(mark + 1) : id.slice(mark + 1, tilde));
  return { from: id.slice(0, mark), number, copy: isFirst ? 1 : Number(id.slice(tilde + 1)) };
}

/** The stable name of the `number`-th message from one component to another: `A>lock#1`. */
export function messageName(from: string, to: string, number: number): string {
  return `${from}>${to}#${String(number)}`;
}
