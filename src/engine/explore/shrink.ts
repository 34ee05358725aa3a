import { apply, firstWorld } from '../apply.ts';
import { cellOf, nameOfMessage, ordinaryChoice, type Choice } from '../choices.ts';
import { NO_FAULTS, type MessageFault, type TimedFault } from '../faults.ts';
import type { Model } from '../model.ts';
import { offersOf } from '../offers.ts';
import { fromMs, ZERO, type Micros } from '../time.ts';
import type { World } from '../world.ts';
import type { MonitorOptions, Sights } from './monitor.ts';
import { firstNoted, notedStep } from './noted-step.ts';

/** Faults that lead ordinary playback, which takes the earliest event at each step, to a finding. */
export interface FaultScript {
  readonly timedFaults: readonly TimedFault[];
  readonly messageFaults: readonly MessageFault[];
}

/** Whether ordinary playback of a model shows what is looked for. */
export type Shows = (model: Model) => boolean;

/** The shortest time that shrinking tells apart. */
const GRAIN_US = 1000;

/**
 * Turns the choices of a counterexample into faults at set times and delays of messages, so that the run
 * needs no schedule, and makes them few and short: a fault that is not needed goes, a pause or delay is
 * cut down to the millisecond while the finding stays. Null where no such faults show the finding, for
 * instance because a fault falls between two events of one instant.
 */
export function shrinkToFaults(model: Model, choices: readonly Choice[], shows: Shows): FaultScript | null {
  const script = faultsOf(model, choices);
  const candidates = [script, later(script)];
  const start = candidates.find((candidate) => showsWith(model, candidate, shows));
  if (start === undefined) return null;
  return shortened(model, fewer(model, start, shows), shows);
}

/** A model with these faults and no others to choose, watched for as long as the faults may take. */
export function withFaults(model: Model, script: FaultScript): Model {
  return { ...model, ...script, budget: NO_FAULTS };
}

function showsWith(model: Model, script: FaultScript, shows: Shows): boolean {
  return shows(withFaults(model, script));
}

/** The faults among the choices, at the instants at which they were chosen. */
function faultsOf(model: Model, choices: readonly Choice[]): FaultScript {
  const timedFaults: TimedFault[] = [...model.timedFaults];
  const messageFaults: MessageFault[] = [...model.messageFaults];
  const paused = new Map<string, number>();
  let { world } = firstWorld(model);
  const late = new Set<string>();
  const doubled = new Map<string, { readonly index: number; firstAt?: number }>();
  for (const choice of choices) {
    const { kind, node, at } = choice;
    if (choice.passesOver > 0) for (const name of passedBy(model, world, at)) late.add(name);
    if (kind === 'pause') {
      paused.set(node, timedFaults.length);
      timedFaults.push({ kind: 'pause', node, at });
    } else if (kind === 'resume') {
      const index = paused.get(node);
      const pause = index === undefined ? undefined : timedFaults[index];
      if (index !== undefined && pause?.kind === 'pause') {
        timedFaults[index] = { ...pause, forUs: (at - pause.at) as Micros };
      }
    } else if (kind === 'crash') timedFaults.push({ kind: 'crash', node, at });
    else if (kind === 'restart') timedFaults.push({ kind: 'restart', node, at, data: 'kept' });
    else if (kind === 'lose' && choice.id !== undefined) {
      messageFaults.push({ kind: 'lose', message: nameOfMessage(node, choice.id) });
    } else if (kind === 'duplicate' && choice.id !== undefined) {
      const message = nameOfMessage(node, choice.id);
      doubled.set(message, { index: messageFaults.length });
      messageFaults.push({ kind: 'duplicate', message, byUs: ZERO });
    } else if (kind === 'message' && choice.id !== undefined) {
      const item = world.cells[node]?.pending.find((other) => other.kind === kind && other.id === choice.id);
      const message = nameOfMessage(node, choice.id);
      const copies = doubled.get(message);
      if (copies?.firstAt !== undefined) {
        messageFaults[copies.index] = { kind: 'duplicate', message, byUs: (at - copies.firstAt) as Micros };
      }
      if (copies !== undefined) copies.firstAt ??= at;
      // What waits for a client that is paused is not late by a fault of its own.
      if (copies?.firstAt !== undefined && copies.firstAt < at) late.delete(message);
      if (item !== undefined && late.has(message)) {
        messageFaults.push({ kind: 'delay', message, byUs: (at - item.due) as Micros });
      }
    }
    world = apply(model, world, choice)?.world ?? world;
  }
  return { timedFaults, messageFaults };
}

/** Names of the messages that a choice at this instant passes over. */
function passedBy(model: Model, world: World, at: Micros): readonly string[] {
  return model.components.flatMap((component) => {
    const { offers } = offersOf(component, cellOf(world, component.id), world.now);
    const passed = offers.filter(
      ({ kind, item }) => kind === 'message' && item !== null && item.due >= world.now && item.due < at,
    );
    return passed.map(({ item }) => nameOfMessage(component.id, item?.id ?? ''));
  });
}

/** The same a moment later: at one instant a timed fault comes first, a chosen one may have come last. */
function later({ timedFaults, messageFaults }: FaultScript): FaultScript {
  return {
    timedFaults: timedFaults.map((fault) => ({ ...fault, at: (fault.at + 1) as Micros })),
    messageFaults: messageFaults.map((fault) =>
      fault.kind === 'delay' ? { ...fault, byUs: (fault.byUs + 1) as Micros } : fault,
    ),
  };
}

function fewer(model: Model, script: FaultScript, shows: Shows): FaultScript {
  let best = script;
  for (const fault of script.timedFaults) {
    const timedFaults = best.timedFaults.filter((other) => other !== fault);
    if (showsWith(model, { ...best, timedFaults }, shows)) best = { ...best, timedFaults };
  }
  for (const fault of script.messageFaults) {
    const messageFaults = best.messageFaults.filter((other) => other !== fault);
    if (showsWith(model, { ...best, messageFaults }, shows)) best = { ...best, messageFaults };
  }
  return best;
}

function shortened(model: Model, script: FaultScript, shows: Shows): FaultScript {
  let best = script;
  best.timedFaults.forEach((fault, index) => {
    if (fault.kind !== 'pause' || fault.forUs === undefined) return;
    const withLength = (forUs: number): FaultScript => ({
      ...best,
      timedFaults: best.timedFaults.with(index, { ...fault, forUs: forUs as Micros }),
    });
    best = withLength(shortest(fault.forUs, (forUs) => showsWith(model, withLength(forUs), shows)));
  });
  best.messageFaults.forEach((fault, index) => {
    if (fault.kind !== 'delay' && fault.kind !== 'duplicate') return;
    const withDelay = (byUs: number): FaultScript => ({
      ...best,
      messageFaults: best.messageFaults.with(index, { ...fault, byUs: byUs as Micros }),
    });
    best = withDelay(shortest(fault.byUs, (byUs) => showsWith(model, withDelay(byUs), shows)));
  });
  return best;
}

/** The shortest duration, in whole milliseconds, at which it still holds, if it holds from there on. */
function shortest(longestUs: number, holds: (us: number) => boolean): number {
  let low = 0;
  let high = Math.ceil(longestUs / GRAIN_US);
  if (!holds(fromMs(high))) return longestUs;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(fromMs(middle))) high = middle;
    else low = middle + 1;
  }
  return high * GRAIN_US;
}

/** Everything that is seen when a model is played by ordinary choices, for at most 10,000 steps. */
export function sightsOfPlay(model: Model, monitor: MonitorOptions): Sights {
  let node = firstNoted(model, monitor);
  let sights = 0;
  for (let step = 0; step < STEP_LIMIT; step += 1) {
    const choice = ordinaryChoice(model, node.world);
    const after = choice === undefined ? null : notedStep(model, node, choice, monitor);
    if (after === null) break;
    sights |= after.sights;
    node = after.node;
  }
  return sights;
}

const STEP_LIMIT = 10_000;
