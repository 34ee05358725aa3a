import type { Component } from './component.ts';
import type { FaultBudget, MessageFault, TimedFault } from './faults.ts';
import type { Micros } from './time.ts';

/** How a link treats messages from one component to another. Chances are drawn from the seed and a message's name. */
export interface LinkLatency {
  readonly baseUs: Micros;
  /** Up to this much more, drawn for each message from the seed and its name. */
  readonly jitterUs: Micros;
  /** How likely a message is lost, from 0 to 1; never where it is left out. */
  readonly loss?: number;
  /** How likely a second copy of a message arrives as well. */
  readonly duplicate?: number;
  /** Messages arrive in the order in which they were sent. */
  readonly keepsOrder?: boolean;
}

/**
 * The part of a run that never changes: who takes part, the links between them, the faults that strike
 * at set times, and where the run ends. World and schedule hold the rest.
 */
export interface Model {
  readonly components: readonly Component[];
  readonly seed: number;
  latency(from: string, to: string): LinkLatency;
  readonly timedFaults: readonly TimedFault[];
  readonly messageFaults: readonly MessageFault[];
  /** Faults that may be chosen, beyond those that strike at set times. */
  readonly budget: FaultBudget;
  /** Nothing happens after this instant. */
  readonly horizon: Micros;
}

/** A component of the model by its id; undefined if there is none. */
export function componentOf(model: Model, id: string): Component | undefined {
  return model.components.find((component) => component.id === id);
}
