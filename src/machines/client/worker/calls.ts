import type { Effect } from '../../../engine/component.ts';
import type { Micros } from '../../../engine/time.ts';
import { asText } from '../../requests.ts';
import { stopBlocking } from '../modules/blocking.ts';
import { belongsTo, moduleCall, type ModuleCall, type Outcome, type Turn } from '../modules/lock-module.ts';
import type { Instruction } from '../script.ts';
import { disbelieves } from './beliefs.ts';
import { callerOf, nextNumber } from './caller.ts';
import { instructionOf, isRun, isScripted, stateOf, tell, type Meeting } from './meeting.ts';
import {
  earlyEnd,
  ENDED,
  endsEarly,
  from,
  goesOn,
  READY,
  type Edge,
  type Part,
  type Place,
} from './reaction.ts';
import { without, type WorkerOptions, type WorkerState } from './state.ts';

/**
 * Calls of the lock module, by the script or commanded from outside: what a call leads to decides where the
 * worker goes. A grant counts only when its message is handled.
 */
export const calls: Part = {
  ops: ['acquire', 'renew', 'release', 'fence'],
  edges: (worker) => {
    const uses = (op: string): boolean =>
      !isScripted(worker) || worker.script.some((instruction) => instruction.op === op);
    // Only scripts and callers that use a counter or ask whether they hold have these.
    const others = (['renew', 'release', 'fence', 'check'] as const).filter(
      (op) => op === 'renew' || op === 'release' || uses(op),
    );
    const refused = refusal(worker).map((to) => ['refused', to] as const);
    const answered = [
      ['answered', 'holding'],
      ['answered', 'idle'],
    ] as const;
    return [
      ...from(
        [...READY, ...ENDED],
        ['acquire', 'acquiring'],
        ...others.map((op) => [op, PLACES[op]] as const),
        ['granted', 'holding'],
        ...refused,
        ...answered,
      ),
      ...from(
        ['acquiring', 'waiting'],
        ['refused', 'waiting'],
        ['retry', 'acquiring'],
        ['granted', 'holding'],
        ...refused,
      ),
      ...others.flatMap((op): Edge[] => from([PLACES[op]], ['asks on', PLACES[op]], ...answered)),
    ];
  },
  react(meeting, place) {
    const turn = callTurn(meeting, place);
    if (turn === null) return null;
    const { begun, call, outcome, state, memory, effects } = turn;
    if (outcome === null) {
      const waits = begun === null && turn.phase === 'waiting';
      const to = waits ? 'waiting' : PLACES[call.op];
      const goes = call.op === 'acquire' ? 'retry' : 'asks on';
      return { label: begun === null ? (waits ? 'refused' : goes) : call.op, to, state, memory, effects };
    }
    if (outcome.kind === 'granted') return { ...goesOn(meeting, 'granted', state, effects), memory };
    if (call.op !== 'acquire') return { ...goesOn(meeting, 'answered', state, effects), memory };
    const after = givesUp(meeting.worker)
      ? endsEarly(meeting, 'refused', 'gave up', state, effects)
      : goesOn(meeting, 'refused', state, effects);
    return { ...after, memory };
  },
};

/** A turn of a worker's call, with what the worker remembers then and everything that goes out. */
export interface CallTurn extends Turn {
  readonly call: ModuleCall;
  /** The call, if it begins with this. */
  readonly begun: ModuleCall | null;
  readonly state: WorkerState;
}

/** What an event means to a worker's call; null where it has to do with none. */
export function callTurn(meeting: Meeting, place: Place): CallTurn | null {
  const begun = beginning(meeting, place);
  const turn = turnOf(meeting, begun);
  const call = begun ?? stateOf(meeting).call;
  if (turn === null || call === null) return null;
  const state = afterTurn(meeting, begun, turn);
  return { ...turn, call, begun, state, effects: turnEffects(meeting, begun, turn) };
}

/** Where a call waits for its answer. */
const PLACES: Readonly<Record<ModuleCall['op'], Place>> = {
  acquire: 'acquiring',
  renew: 'renewing',
  release: 'releasing',
  fence: 'fencing',
  check: 'checking',
};

/** Whether a refused acquire ends the script. */
function givesUp(worker: WorkerOptions): boolean {
  const { acquire } = worker.policies;
  return isScripted(worker) && !(acquire.kind === 'once' && acquire.goesOn);
}

function refusal(worker: WorkerOptions): readonly Place[] {
  return givesUp(worker) ? earlyEnd(worker, 'gave up') : ['idle', 'holding'];
}

/** What the module makes of an event: a call begins, or the one under way goes on. */
function turnOf(meeting: Meeting, begun: ModuleCall | null): Turn | null {
  const { process, memory, event } = meeting;
  const state = stateOf(meeting);
  if (begun !== null) {
    return process.module.begin(memory.memory, callerOf(meeting, begun, nextNumber(state)));
  }
  if (state.call === null) return null;
  const caller = callerOf(meeting, state.call, state.calls);
  if (!belongsTo(caller, event)) return null;
  return process.module.go(memory.memory, caller, state.progress, event);
}

/** The call that an event makes a worker begin; null if none. */
function beginning(meeting: Meeting, place: Place): ModuleCall | null {
  const { event, worker } = meeting;
  const isReady = READY.includes(place);
  if (event.type === 'command') {
    if (event['worker'] !== worker.id || !(isReady || ENDED.includes(place))) return null;
    return event['call'] as unknown as ModuleCall;
  }
  if (!isReady || !isRun(meeting)) return null;
  const instruction = instructionOf(meeting);
  switch (instruction?.op) {
    case 'acquire':
      return acquireCall(worker, instruction);
    case 'renew':
      return moduleCall({ op: 'renew', key: instruction.key, ttlUs: instruction.ttlUs });
    case 'release': {
      const { op, key, ended = false } = instruction;
      return moduleCall({ op, key, ended });
    }
    case 'fence':
    case 'check':
      return moduleCall({ op: instruction.op, key: instruction.key });
    default:
      return null;
  }
}

function acquireCall(
  worker: WorkerOptions,
  instruction: Extract<Instruction, { op: 'acquire' }>,
): ModuleCall {
  const { acquire } = worker.policies;
  const { key, ttlUs, reentrant, ended = false } = instruction;
  if (acquire.kind === 'once') return moduleCall({ op: 'acquire', key, ttlUs, reentrant, ended });
  const { kind: mode, timeoutUs, onTimeout } = acquire;
  const retryUs = acquire.kind === 'block' ? acquire.retryUs : 0;
  return moduleCall({ op: 'acquire', key, ttlUs, reentrant, mode, timeoutUs, retryUs, onTimeout });
}

/** The worker's memory after a turn of its call. */
function afterTurn(meeting: Meeting, begun: ModuleCall | null, turn: Turn): WorkerState {
  const { event } = meeting;
  const before = begun === null ? stateOf(meeting) : begins(stateOf(meeting), begun, turn);
  const call = begun ?? before.call;
  const asker = begun !== null && event.type === 'command' ? asText(event['from']) : before.asker;
  if (turn.outcome === null) {
    const waits = before.waits || (turn.phase === 'waiting' && call?.op === 'acquire');
    return { ...before, call, asker, progress: turn.progress, waits };
  }
  const done = { ...before, call: null, asker: null, progress: null };
  return call === null ? done : afterOutcome(done, call, turn.outcome);
}

/** A call has begun; with a release the worker stops believing as it sends it. */
function begins(state: WorkerState, call: ModuleCall, turn: Turn): WorkerState {
  const believes = gives(call, turn) ? without(state.believes, call.key) : state.believes;
  return { ...state, calls: nextNumber(state), believes };
}

/** Whether a call that begins gives the key away: a release does, unless other acquisitions are left. */
function gives(call: ModuleCall, { outcome }: Turn): boolean {
  return call.op === 'release' && outcome?.kind !== 'still-held';
}

function afterOutcome(state: WorkerState, call: ModuleCall, outcome: Outcome): WorkerState {
  const { key, ttlUs } = call;
  const { believes, tokens } = state;
  switch (outcome.kind) {
    case 'granted': {
      const { token } = outcome;
      return {
        ...state,
        believes: { ...without(believes, key), [key]: { token, ttlUs } },
        tokens: token === null ? tokens : { ...tokens, [key]: token },
        waits: false,
      };
    }
    case 'still-held':
      return state;
    case 'done': {
      const { value } = outcome;
      if (value === null) return state;
      if (call.op === 'fence') return { ...state, tokens: { ...tokens, [key]: value } };
      if (call.op !== 'renew' || believes[key] !== undefined) return state;
      return { ...state, believes: { ...believes, [key]: { token: value, ttlUs } } };
    }
    default: {
      const held = stillHeld(outcome);
      const kept = held === undefined ? believes : { ...believes, [key]: { ...held, ttlUs } };
      return {
        ...state,
        believes: isLoss(call, outcome) ? without(believes, key) : kept,
        waits: call.op === 'acquire' ? false : state.waits,
      };
    }
  }
}

/** What the library says is held on, after a release that failed. */
function stillHeld(outcome: Outcome): { readonly token: number | null } | undefined {
  return outcome.kind === 'failed' ? outcome.holds : undefined;
}

/** Whether a call that came to nothing tells its worker that it does not hold the key. */
function isLoss({ op }: ModuleCall, outcome: Outcome): boolean {
  return op === 'renew' || (outcome.kind === 'refused' && outcome.lost === true);
}

/** What goes out with a turn, beside what the module asks for: entries about waiting and belief, the answer. */
function turnEffects(meeting: Meeting, begun: ModuleCall | null, turn: Turn): readonly Effect[] {
  const { event } = meeting;
  const before = stateOf(meeting);
  const call = begun ?? before.call;
  const effects: Effect[] = [];
  if (begun !== null && gives(begun, turn)) effects.push(...disbelieves(meeting, begun.key, 'released'));
  if (turn.outcome === null) {
    if (turn.phase === 'waiting' && !before.waits && call !== null) {
      effects.push(tell(meeting, { ev: 'wait', key: call.key }));
    }
    return [...effects, ...turn.effects];
  }
  // What the module tells of leases by itself comes before what the worker believes of them.
  const isTold = ({ type }: Effect): boolean => type === 'trace' || type === 'call';
  effects.push(...turn.effects.filter(isTold));
  if (call !== null) effects.push(...outcomeEntries(meeting, call, turn.outcome));
  effects.push(...turn.effects.filter((effect) => !isTold(effect)));
  if (begun === null && call !== null) {
    effects.push(...stopBlocking(callerOf(meeting, call, before.calls)));
  }
  const asker = begun !== null && event.type === 'command' ? asText(event['from']) : before.asker;
  if (asker !== null) {
    effects.push({
      type: 'send',
      to: asker,
      body: { type: 'outcome', worker: meeting.worker.id, ...turn.outcome },
    });
  }
  return effects;
}

function outcomeEntries(meeting: Meeting, call: ModuleCall, outcome: Outcome): readonly Effect[] {
  const { op, key } = call;
  switch (outcome.kind) {
    case 'granted': {
      const token = outcome.token === null ? {} : { token: outcome.token };
      const margin = outcome.marginUs === undefined ? {} : { marginUs: outcome.marginUs as Micros };
      return [tell(meeting, { ev: 'believe', key, ...token, held: true, ...margin })];
    }
    case 'still-held':
      return [];
    case 'done':
      if (op !== 'renew' || outcome.value === null || stateOf(meeting).believes[key] !== undefined) return [];
      return [tell(meeting, { ev: 'believe', key, token: outcome.value, held: true })];
    default: {
      const held = stillHeld(outcome);
      const token = held === undefined || held.token === null ? {} : { token: held.token };
      return [
        ...(held === undefined ? [] : [tell(meeting, { ev: 'believe', key, ...token, held: true })]),
        ...(isLoss(call, outcome) ? disbelieves(meeting, key, 'renewal-refused') : []),
        ...(op === 'acquire' ? [tell(meeting, { ev: 'abandon', key, reason: outcome.reason })] : []),
      ];
    }
  }
}
