import type { Component, Effect, MachineEvent, MachineState, ProcessStatus, Role } from '../component.ts';
import { NO_FAULTS } from '../faults.ts';
import type { Model } from '../model.ts';
import { play } from '../play.ts';
import { ORDINARY, type Schedule } from '../schedule.ts';
import { fromMs, ZERO, type Micros } from '../time.ts';
import type { Entry } from '../trace.ts';

/** What a puppet does with one type of event: a list of effects, made from the event if need be. */
export type Reaction = readonly Effect[] | ((event: MachineEvent) => readonly Effect[]);

/** A component made by hand, for tests of the engine alone: it reacts by a table and remembers nothing. */
export interface PuppetOptions {
  readonly id: string;
  readonly role?: Role;
  readonly start?: readonly Effect[];
  /** By event type; what is not listed it does not take. */
  readonly on?: { readonly [type: string]: Reaction };
  readonly spontaneous?: readonly MachineEvent[];
}

/** Makes a puppet. Its state is its process status and nothing else. */
export function puppet({ id, role = 'client', start = [], on = {}, spontaneous }: PuppetOptions): Component {
  return {
    id,
    role,
    initial: () => ({ state: stateOf('running'), effects: start }),
    step: (state, event) => {
      const status = state.value as ProcessStatus;
      const reaction = Object.hasOwn(on, event.type) ? on[event.type] : undefined;
      const effects = typeof reaction === 'function' ? reaction(event) : reaction;
      const next = changed(status, event.type);
      if (next !== null) return { state: stateOf(next), effects: effects ?? [] };
      return effects === undefined ? null : { state, effects };
    },
    status: (state) => state.value as ProcessStatus,
    ...(spontaneous === undefined ? {} : { spontaneous }),
  };
}

/** An effect that leaves a note in the trace. */
export function says(text: string): Effect {
  return { type: 'trace', entry: { ev: 'note', text } };
}

/** An effect that sends an event without fields. */
export function sends(to: string, type: string): Effect {
  return { type: 'send', to, body: { type } };
}

/** An effect that sets a timer. */
export function timer(id: string, afterMs: number): Effect {
  return { type: 'timer', id, afterUs: fromMs(afterMs), event: { type: id } };
}

/** A model of puppets, without latency and faults where nothing else is said. */
export function modelOf(components: readonly Component[], rest: Partial<Model> = {}): Model {
  return {
    components,
    seed: 1,
    latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
    timedFaults: [],
    messageFaults: [],
    budget: NO_FAULTS,
    horizon: fromMs(1_000),
    ...rest,
  };
}

/** A latency that is the same for all. */
export function latencyOf(baseMs: number, jitterMs = 0): Model['latency'] {
  return () => ({ baseUs: fromMs(baseMs), jitterUs: fromMs(jitterMs) });
}

/** What a run tells, a line an entry, without what was sent: `12 lock note expired`. */
export function told(model: Model, schedule: Schedule = ORDINARY): readonly string[] {
  return play(model, schedule)
    .entries.filter(({ ev }) => ev !== 'send')
    .map(lineOf);
}

/** One entry as a line: time in milliseconds, actor, kind, and what it says. */
export function lineOf(entry: Entry): string {
  const rest = [entry.text, entry.reason, entry.ev === 'deliver' ? entry.message : undefined];
  return [entry.t / 1000, entry.actor, entry.ev, ...rest.filter((part) => part !== undefined)].join(' ');
}

/** Freezes a value with all that is in it, so that changing it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/** Milliseconds as an instant, for fault lists. */
export function at(ms: number): Micros {
  return fromMs(ms);
}

function stateOf(status: ProcessStatus): MachineState {
  return { value: status, context: {} };
}

function changed(status: ProcessStatus, type: string): ProcessStatus | null {
  if (type === 'pause' && status === 'running') return 'paused';
  if (type === 'resume' && status === 'paused') return 'running';
  if (type === 'crash' && status !== 'crashed') return 'crashed';
  if (type === 'restart' && status === 'crashed') return 'running';
  return null;
}
