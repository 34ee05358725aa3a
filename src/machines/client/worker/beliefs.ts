import type { DeclaredMargin, Effect } from '../../../engine/component.ts';
import { stopBlocking } from '../modules/blocking.ts';
import type { Loss } from '../modules/lock-module.ts';
import type { Instruction } from '../script.ts';
import { callerOf } from './caller.ts';
import { halt, next, stateOf, tell, type Meeting } from './meeting.ts';
import {
  BUSY,
  CALLING,
  earlyEnd,
  ENDED,
  endsEarly,
  from,
  rest,
  type Edge,
  type Part,
  type Place,
  type Reaction,
} from './reaction.ts';
import { AT_REST, without, type WorkerOptions, type WorkerState } from './state.ts';

/** The entry that a worker stops believing to hold a key, with its margin; nothing if it does not believe. */
export function disbelieves(
  meeting: Meeting,
  key: string,
  reason: string,
  margin?: DeclaredMargin,
): readonly Effect[] {
  const belief = stateOf(meeting).believes[key];
  if (belief === undefined) return [];
  const token = belief.token === null ? {} : { token: belief.token };
  const told = tell(meeting, { ev: 'believe', key, ...token, held: false, reason });
  return [margin === undefined ? told : { ...told, margin }];
}

/**
 * A worker lost keys that it believed to hold: the module gives up with it, and its policy says what becomes
 * of its script. `goesOn` is where it goes if it does not mind; it stays where it is otherwise.
 */
export function loses(
  meeting: Meeting,
  place: Place,
  label: string,
  losses: readonly Omit<Loss, 'worker'>[],
  goesOn: (state: WorkerState, told: readonly Effect[]) => Reaction = (state, effects) => {
    const to = place === 'holding' && rest(state) === 'idle' ? 'idle' : null;
    return { label, to, state, effects };
  },
): Reaction {
  const before = stateOf(meeting);
  const { state, effects: told, forgets } = learns(meeting, losses);
  if (ENDED.includes(place) || acquiresAgain(before, forgets))
    return { label, to: null, state, forgets, effects: told };
  const { afterLoss } = meeting.worker.policies;
  if (afterLoss === 'goes-on') return { ...goesOn(state, told), forgets };
  const ended: WorkerState = { ...state, call: null, progress: null, waits: false, tries: 0 };
  const effects = [...told, ...abandons(meeting)];
  if (afterLoss === 'stops')
    return { ...endsEarly(meeting, label, 'lost', ended, [...effects, halt(meeting)]), forgets };
  const again: WorkerState = { ...ended, at: 0, rounds: {} };
  return { label, to: rest(again), state: again, forgets, effects: [...effects, next(meeting, 0)] };
}

/** What a worker believes after it learned that it lost keys, what it tells, and what its module gives up. */
export function learns(meeting: Meeting, losses: readonly Omit<Loss, 'worker'>[]) {
  const { believes, ...rest } = stateOf(meeting);
  const forgets = losses.map(({ key }) => key).filter((key) => believes[key] !== undefined);
  const effects = losses.flatMap(({ key, reason, margin }) => disbelieves(meeting, key, reason, margin));
  const state: WorkerState = { ...rest, believes: without(believes, ...forgets) };
  return { state, effects, forgets };
}

/** Where a worker may be that lost a key: `goesOn` if it goes on with its script. */
export function lossPlaces(
  worker: WorkerOptions,
  ...goesOn: readonly (Place | null)[]
): readonly (Place | null)[] {
  switch (worker.policies.afterLoss) {
    case 'stops':
      return earlyEnd(worker, 'lost');
    case 'goes-on':
      return goesOn;
    case 'starts-again':
      return ['idle', 'holding'];
  }
}

/** A worker that asks for the very key that it lost goes on asking. */
function acquiresAgain({ call }: WorkerState, lost: readonly string[]): boolean {
  return call?.op === 'acquire' && lost.every((key) => key === call.key);
}

/** What becomes of a call that a worker no longer waits for. */
function abandons(meeting: Meeting): readonly Effect[] {
  const { call, calls } = stateOf(meeting);
  if (call === null) return [];
  const { op, key } = call;
  return [
    ...(op === 'acquire' ? [tell(meeting, { ev: 'abandon', key, reason: 'lease-lost' })] : []),
    ...stopBlocking(callerOf(meeting, call, calls)),
  ];
}

/** What the picture calls the news of a loss. */
export const LOSS = 'loss';

/** Ways from where a worker may learn of a loss. */
function lossWays(worker: WorkerOptions, places: readonly Place[]): readonly Edge[] {
  return from(places, ...lossPlaces(worker, null, 'idle').map((to) => [LOSS, to] as const));
}

/** The module was told of losses, and its policy looks at that: whoever believes in the keys learns it. */
export const losses: Part = {
  ops: [],
  edges: (worker) => [
    ...lossWays(worker, [...BUSY, ...callsWhileHolding(worker)]),
    ...from(['acquiring', 'waiting', ...ENDED], [LOSS, null]),
  ],
  react(meeting, place) {
    const told = lossesTold(meeting);
    return told.length === 0 ? null : loses(meeting, place, LOSS, told);
  },
};

/** What a worker believes to hold and its module was told it has lost. */
export function lossesTold({ process, worker, memory, event }: Meeting): readonly Loss[] {
  const { believes, asker } = memory.workers[worker.id] ?? AT_REST;
  // Who was commanded from outside still owes an answer.
  if (asker !== null || Object.keys(believes).length === 0) return [];
  const lost = process.module.background(memory.memory, process.id, event)?.lost ?? [];
  return lost.filter(
    ({ key, worker: whose }) => believes[key] !== undefined && (whose ?? worker.id) === worker.id,
  );
}

/** Where a call is under way that a loss ends. */
function callsWhileHolding({ script }: WorkerOptions): readonly Place[] {
  const count = (op: Instruction['op']): number => script.filter((step) => step.op === op).length;
  return CALLING.filter((place) => {
    switch (place) {
      case 'renewing':
        return count('renew') > 0;
      case 'fencing':
        return count('fence') > 0;
      case 'checking':
        return count('check') > 0;
      default:
        return count('acquire') > 1 || count('again') > 0;
    }
  });
}
