import type { RankRules } from './ranks.ts';
import type { Micros } from './time.ts';
import type { Entry, Json } from './trace.ts';

/** State of one machine: which states it is in, and its memory. Plain JSON, no absolute time. */
export interface MachineState {
  readonly value: Json;
  readonly context: Json;
}

/** Whether a component reacts. Paused: what arrives waits. Crashed: what arrives is lost. */
export type ProcessStatus = 'running' | 'paused' | 'crashed';

/** What a component does in the picture and which rules of time apply to it. */
export type Role = 'client' | 'service' | 'store' | 'part';

/** An event handed to a machine: plain JSON with a type. */
export interface MachineEvent {
  readonly type: string;
  readonly [field: string]: Json;
}

/** A trace entry as a machine states it; the engine adds place, time, actor and cause. */
export type EntryDraft = Partial<Omit<Entry, 'seq' | 't' | 'cause' | 'ev'>> & {
  readonly ev: Entry['ev'];
};

/** What a machine asks of the engine. Effects are data; the engine refuses a type it does not know. */
export type Effect =
  /**
   * A message over the link to `to`; it arrives after the link's latency, or never. Deadlines of the sender
   * that `deadlines` names travel with it as wall-clock times: what arrives has a field `left`, by their ids,
   * with the microseconds until the receiver's own clock shows that time.
   */
  | {
      readonly type: 'send';
      readonly to: string;
      readonly body: MachineEvent;
      readonly deadlines?: readonly string[];
    }
  /**
   * The message that is being handled comes once more after `afterUs` of this component's own time, as `event`:
   * the second step of what takes two. Until then it is pending like any message, and can be lost.
   */
  | { readonly type: 'again'; readonly afterUs: number; readonly event: MachineEvent }
  /**
   * An event for another component, or for itself, in the same atomic step; `deadlines` as above. A refusal
   * there disables the whole step.
   */
  | {
      readonly type: 'call';
      readonly to: string;
      readonly event: MachineEvent;
      readonly deadlines?: readonly string[];
    }
  /** Sets or replaces the timer `id`: `event` after `afterUs` of this component's own time. */
  | {
      readonly type: 'timer';
      readonly id: string;
      readonly afterUs: number;
      readonly event: MachineEvent;
      /** Rings again at this rhythm until it is cancelled; ticks that were missed are one. */
      readonly everyUs?: number;
    }
  /**
   * Sets or replaces a deadline: a moment on the component's own clock that is remembered after it has
   * passed. Passing it gives `deadline.passed`; a wall clock set back to before it gives
   * `deadline.revived` (with `leftUs` until it passes again), both with `id`. No choice may pass over it.
   * With `afterUs` of zero or less it is passed at once, without an event.
   */
  | {
      readonly type: 'deadline';
      readonly id: string;
      readonly afterUs: number;
      readonly clock: 'wall' | 'monotonic';
    }
  /** It crashes by its own doing, before anything else happens, as if a fault had struck it now. */
  | { readonly type: 'crash' }
  /** Forgets the timer or deadline `id`. */
  | { readonly type: 'cancel'; readonly id: string }
  /**
   * The next instruction (`run`) after `afterUs`; `busy`: a pause stops it half-way. `worker` says whose it
   * is, where a component has several.
   */
  | { readonly type: 'next'; readonly afterUs: number; readonly busy: boolean; readonly worker?: string }
  /** Forgets the next instruction, of a worker or of the only one. */
  | { readonly type: 'halt'; readonly worker?: string }
  /**
   * A trace entry. Its `expires` comes from `expiresAfterUs`, counted on the component's own clock, or from
   * the deadline of its own that `expiresAtDeadline` names; its `marginUs` from `margin`.
   */
  | {
      readonly type: 'trace';
      readonly entry: EntryDraft;
      readonly expiresAfterUs?: number;
      readonly expiresAtDeadline?: string;
      readonly margin?: DeclaredMargin;
    };

/**
 * The safety margin that a holder declares: `plusUs`, and what lies between two deadlines of its own, from
 * the first to the second. So a machine that reads no clock can declare how long its call took.
 */
export interface DeclaredMargin {
  readonly plusUs: number;
  readonly between: readonly [string, string];
}

/** What one event does to one machine. */
export interface Step {
  readonly state: MachineState;
  readonly effects: readonly Effect[];
}

/**
 * A machine as the engine sees it. `step` is a pure function of its arguments; null means that the
 * machine does not take this event in this state.
 */
export interface Component {
  readonly id: string;
  readonly role: Role;
  /** The machine's first state, and what it asks for at the start. */
  initial(): Step;
  step(state: MachineState, event: MachineEvent): Step | null;
  status(state: MachineState): ProcessStatus;
  /** The lanes of its entries, where they are several: the workers of a process. Its id otherwise. */
  readonly lanes?: readonly string[];
  /** Events that this component may take of its own accord at any moment, each a choice. */
  readonly spontaneous?: readonly MachineEvent[];
  /**
   * Whoever sends to it writes by its own wall clock when that was: what arrives has in `left`, as `now`, how
   * far that is ahead of what this component's clock shows then, in microseconds.
   */
  readonly dated?: true;
  /** Which of its numbers count only by their order. */
  readonly ranks?: RankRules;
}

/** A component's local clock: how far it is ahead of true time, and how fast it runs. */
export interface LocalClock {
  readonly offsetUs: number;
  /** Parts per million of true speed; 1,000,000 is true, 0 stands still. */
  readonly ratePpm: number;
  /** For a clock that does not run true: when it was that far ahead. */
  readonly sinceUs?: Micros;
}

/** A clock that shows true time. */
export const TRUE_CLOCK: LocalClock = { offsetUs: 0, ratePpm: 1_000_000 };

/** True duration that a component's clock needs to show `localUs`; null if it never does. */
export function trueDuration(clock: LocalClock, localUs: number): Micros | null {
  if (clock.ratePpm === 1_000_000) return localUs as Micros;
  if (clock.ratePpm === 0) return localUs <= 0 ? (0 as Micros) : null;
  return Math.ceil((localUs * 1_000_000) / clock.ratePpm) as Micros;
}
