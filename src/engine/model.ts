import type { Component } from './component.ts';
import type { FaultBudget, MessageFault, TimedFault } from './faults.ts';
import type { Micros } from './time.ts';

/** How long messages take from one component to another. */
export interface LinkLatency {
  readonly baseUs: Micros;
  /** Up to this much more, drawn for each message from the seed and its name. */
  readonly jitterUs: Micros;
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
