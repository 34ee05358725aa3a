import { firstWorld, intervene } from '../../engine/apply.ts';
import { BrokenPromise } from '../../engine/assert.ts';
import { cellOf } from '../../engine/choices.ts';
import type { Component, MachineEvent } from '../../engine/component.ts';
import { NO_FAULTS } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { playUntil } from '../../engine/play.ts';
import type { Applied } from '../../engine/scratch.ts';
import { ZERO, type Micros } from '../../engine/time.ts';
import type { Entry, Json } from '../../engine/trace.ts';
import type { Cell, World } from '../../engine/world.ts';

/** Whoever gives operations from outside. */
export const CALLER = 'caller';

/** What a component answered. */
export type Answer = { readonly [field: string]: Json };

/**
 * A world that is operated from outside: messages without latency, answers read off, time moved by hand.
 * Everything else is the machines and the transition relation that scenarios use.
 */
export class DirectWorld {
  private readonly model: Model;
  private world: World;

  constructor(components: readonly Component[]) {
    this.model = {
      components: [caller(), ...components],
      seed: 0,
      latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
      timedFaults: [],
      messageFaults: [],
      budget: NO_FAULTS,
      horizon: Number.MAX_SAFE_INTEGER as Micros,
    };
    this.world = firstWorld(this.model).world;
  }

  /** True time since the start, in microseconds. */
  get now(): Micros {
    return this.world.now;
  }

  cell(id: string): Cell {
    return cellOf(this.world, id);
  }

  /** Hands a message to a component and gives its answer, which must come at once. */
  ask(to: string, body: MachineEvent): Answer {
    const answer = answerIn(this.tell(to, body));
    if (answer === null) throw new BrokenPromise(`"${to}" did not answer ${body.type}`);
    return answer;
  }

  /**
   * Hands a message to a component and lets time pass until it has answered: first everything that is due
   * now, then, if need be, whatever comes next.
   */
  askAndWait(to: string, body: MachineEvent): Answer {
    const told = answerIn(this.tell(to, body));
    if (told !== null) return told;
    for (let step = 0; step < 1_000_000; step += 1) {
      const due = nextDue(this.world);
      if (due === null) break;
      const answer = answerIn(this.take(playUntil(this.model, this.world, due)));
      if (answer !== null) return answer;
    }
    throw new BrokenPromise(`"${to}" never answered ${body.type}`);
  }

  /** Hands a message to a component; gives the entries that it led to at once. */
  tell(to: string, body: MachineEvent): readonly Entry[] {
    return this.take(
      intervene(this.model, this.world, this.world.now, { kind: 'message', from: CALLER, to, body }),
    );
  }

  /** Lets a fault strike now. */
  strike(node: string, event: MachineEvent): readonly Entry[] {
    return this.take(intervene(this.model, this.world, this.world.now, { kind: 'fault', node, event }));
  }

  /** Lets time pass; what falls due at the very end still happens. */
  advance(byUs: number): readonly Entry[] {
    return this.take(playUntil(this.model, this.world, (this.world.now + byUs) as Micros));
  }

  private take(applied: Applied): readonly Entry[] {
    this.world = applied.world;
    return applied.entries;
  }
}

function answerIn(entries: readonly Entry[]): Answer | null {
  const answer = entries.find((entry) => entry.ev === 'send' && entry.to === CALLER);
  return answer === undefined ? null : (answer.body as Answer);
}

/** When the next thing falls due, at the earliest now; null if nothing is pending. */
function nextDue(world: World): Micros | null {
  let soonest = Infinity;
  for (const cell of Object.values(world.cells)) {
    for (const item of cell.pending) if (item.passed !== true) soonest = Math.min(soonest, item.due);
  }
  return soonest === Infinity ? null : (Math.max(soonest, world.now) as Micros);
}

/** Whoever calls: it takes no part beyond being answered. */
function caller(): Component {
  const state = { value: 'calling', context: {} };
  return {
    id: CALLER,
    role: 'client',
    initial: () => ({ state, effects: [] }),
    step: () => null,
    status: () => 'running',
  };
}
