import type { DeclaredMargin, Effect } from '../../../engine/component.ts';
import { stopBlocking } from '../modules/blocking.ts';
import type { Loss } from '../modules/lock-module.ts';
import type { Instruction } from '../script.ts';
import { callerOf } from './caller.ts';
import { halt, stateOf, tell, type Meeting } from './meeting.ts';
import { CALLING, ENDED, from, type Part, type Place, type Reaction } from './reaction.ts';
import { without, type WorkerOptions, type WorkerState } from './state.ts';

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

/** A worker lost a key that it believed to hold: it stops its work, and the module gives up with it. */
export function loses(
  meeting: Meeting,
  place: Place,
  label: string,
  losses: readonly Omit<Loss, 'worker'>[],
): Reaction {
  const before = stateOf(meeting);
  const forgets = losses.map(({ key }) => key).filter((key) => before.believes[key] !== undefined);
  const state: WorkerState = { ...before, believes: without(before.believes, ...forgets) };
  const told = losses.flatMap(({ key, reason, margin }) => disbelieves(meeting, key, reason, margin));
  if (ENDED.includes(place) || acquiresAgain(before, forgets))
    return { label, to: null, state, forgets, effects: told };
  return {
    label,
    to: 'lost',
    state: { ...state, call: null, progress: null, waits: false },
    forgets,
    effects: [...told, ...abandons(meeting), halt(meeting)],
  };
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

const LOSS = 'loss';

/** The module was told of losses, and its policy looks at that: whoever believes in the keys stops. */
export const losses: Part = {
  ops: [],
  edges: (worker) => [
    ...from(['holding', 'reading', 'writing', 'working', ...callsWhileHolding(worker)], [LOSS, 'lost']),
    ...from(['acquiring', 'waiting', ...ENDED], [LOSS, null]),
  ],
  react(meeting, place) {
    const { process, worker, memory, event } = meeting;
    const { believes, asker } = stateOf(meeting);
    // Who was commanded from outside still owes an answer.
    if (asker !== null || Object.keys(believes).length === 0) return null;
    const lost = process.module.background(memory.memory, process.id, event)?.lost ?? [];
    const own = lost.filter(
      (loss) => believes[loss.key] !== undefined && (loss.worker ?? worker.id) === worker.id,
    );
    return own.length === 0 ? null : loses(meeting, place, LOSS, own);
  },
};

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
        return false;
      default:
        return count('acquire') > 1;
    }
  });
}
