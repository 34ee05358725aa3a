import type { DeclaredMargin, Effect, MachineEvent } from '../../engine/component.ts';
import type { Micros } from '../../engine/time.ts';
import { asNumber, asText } from '../requests.ts';
import { stopBlocking } from './modules/blocking.ts';
import {
  belongsTo,
  moduleCall,
  type Caller,
  type Loss,
  type ModuleCall,
  type Outcome,
  type Turn,
} from './modules/lock-module.ts';
import type { Instruction } from './script.ts';
import {
  AT_REST,
  CALL_NUMBERS,
  type ProcessMemory,
  type ProcessOptions,
  type WorkerOptions,
  type WorkerState,
} from './worker-state.ts';

type TraceEffect = Extract<Effect, { type: 'trace' }>;

/** One event as one worker meets it. */
export interface Meeting {
  readonly process: ProcessOptions;
  readonly worker: WorkerOptions;
  readonly memory: ProcessMemory;
  readonly event: MachineEvent;
}

/** A worker's own part of the process's memory. */
export function stateOf({ memory, worker }: Meeting): WorkerState {
  return memory.workers[worker.id] ?? AT_REST;
}

/** The instruction that a worker is about to run, or whose answer it waits for. */
export function instructionOf(meeting: Meeting): Instruction | undefined {
  return meeting.worker.script[stateOf(meeting).at];
}

/**
 * What an event means to a worker's call of its lock module: it begins one (by its script, or commanded from
 * outside), or it goes on with the one under way. Null where the event has to do with no call.
 */
export function turnOf(meeting: Meeting): Turn | null {
  const { process, memory, event } = meeting;
  const state = stateOf(meeting);
  const call = beginning(meeting);
  if (call !== null) return process.module.begin(memory.memory, callerOf(meeting, call, nextNumber(state)));
  if (state.call === null) return null;
  const caller = callerOf(meeting, state.call, state.calls);
  if (!belongsTo(caller, event)) return null;
  return process.module.go(memory.memory, caller, state.progress, event);
}

/** The call that an event makes a worker begin; null if none. */
export function beginning(meeting: Meeting): ModuleCall | null {
  const { event, worker } = meeting;
  const state = stateOf(meeting);
  if (state.call !== null) return null;
  if (event.type === 'command') {
    return event['worker'] === worker.id ? (event['call'] as unknown as ModuleCall) : null;
  }
  if (!isRun(meeting)) return null;
  const instruction = instructionOf(meeting);
  switch (instruction?.op) {
    case 'acquire':
      return acquireCall(worker, instruction);
    case 'renew':
    case 'release':
    case 'fence':
      return moduleCall({
        op: instruction.op,
        key: instruction.key,
        ttlUs: 'ttlUs' in instruction ? instruction.ttlUs : 0,
      });
    default:
      return null;
  }
}

function acquireCall(
  worker: WorkerOptions,
  instruction: Extract<Instruction, { op: 'acquire' }>,
): ModuleCall {
  const { acquire } = worker.policies;
  const { key, ttlUs, reentrant } = instruction;
  if (acquire.kind === 'once') return moduleCall({ op: 'acquire', key, ttlUs, reentrant });
  const { timeoutUs, retryUs, onTimeout } = acquire;
  return moduleCall({ op: 'acquire', key, ttlUs, reentrant, mode: 'block', timeoutUs, retryUs, onTimeout });
}

function callerOf({ process, worker }: Meeting, call: ModuleCall, number: number): Caller {
  return { process: process.id, worker: worker.id, number, call };
}

function nextNumber(state: WorkerState): number {
  return (state.calls + 1) % CALL_NUMBERS;
}

/** The worker's memory after a turn of its call. */
export function afterTurn(meeting: Meeting, turn: Turn): WorkerState {
  const { event } = meeting;
  const begun = beginning(meeting);
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
  const believes = gives(call, turn) && state.believes?.key === call.key ? null : state.believes;
  return { ...state, calls: nextNumber(state), believes };
}

/** Whether a call that begins gives the key away: a release does, unless other acquisitions are left. */
function gives(call: ModuleCall, { outcome }: Turn): boolean {
  return call.op === 'release' && outcome?.kind !== 'still-held';
}

function afterOutcome(state: WorkerState, call: ModuleCall, outcome: Outcome): WorkerState {
  const { key, ttlUs } = call;
  switch (outcome.kind) {
    case 'granted':
      return {
        ...state,
        believes: { key, token: outcome.token, ttlUs },
        token: outcome.token ?? state.token,
        waits: false,
      };
    case 'still-held':
      return state;
    case 'done':
      if (call.op === 'fence') return { ...state, token: outcome.value };
      if (call.op === 'renew' && outcome.value !== null) {
        return { ...state, believes: state.believes ?? { key, token: outcome.value, ttlUs } };
      }
      return state;
    default:
      if (call.op === 'acquire') return { ...state, waits: false };
      return call.op === 'renew' && state.believes?.key === key ? { ...state, believes: null } : state;
  }
}

/** What goes out with a turn, beside what the module asks for: entries about waiting and belief, the answer. */
export function turnEffects(meeting: Meeting, turn: Turn): readonly Effect[] {
  const { event } = meeting;
  const before = stateOf(meeting);
  const begun = beginning(meeting);
  const call = begun ?? before.call;
  const effects: Effect[] = [];
  if (begun !== null && gives(begun, turn) && before.believes?.key === begun.key) {
    effects.push(...disbelieves(meeting, 'released'));
  }
  if (turn.outcome === null) {
    if (turn.phase === 'waiting' && !before.waits && call !== null) {
      effects.push(tell(meeting, { ev: 'wait', key: call.key }));
    }
    return [...effects, ...turn.effects];
  }
  if (call !== null) effects.push(...outcomeEntries(meeting, call, turn.outcome));
  effects.push(...turn.effects);
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
  const { believes } = stateOf(meeting);
  switch (outcome.kind) {
    case 'granted': {
      const token = outcome.token === null ? {} : { token: outcome.token };
      const margin = outcome.marginUs === undefined ? {} : { marginUs: outcome.marginUs as Micros };
      return [tell(meeting, { ev: 'believe', key: call.key, ...token, held: true, ...margin })];
    }
    case 'still-held':
      return [];
    case 'done':
      if (call.op !== 'renew' || outcome.value === null || believes !== null) return [];
      return [tell(meeting, { ev: 'believe', key: call.key, token: outcome.value, held: true })];
    default:
      if (call.op === 'acquire')
        return [tell(meeting, { ev: 'abandon', key: call.key, reason: outcome.reason })];
      return call.op === 'renew' && believes?.key === call.key ? disbelieves(meeting, 'renewal-refused') : [];
  }
}

/** The entry that a worker stops believing, with the margin that it declares; nothing if it does not believe. */
export function disbelieves(meeting: Meeting, reason: string, margin?: DeclaredMargin): readonly Effect[] {
  const { believes } = stateOf(meeting);
  if (believes === null) return [];
  const token = believes.token === null ? {} : { token: believes.token };
  const told = tell(meeting, { ev: 'believe', key: believes.key, ...token, held: false, reason });
  return [margin === undefined ? told : { ...told, margin }];
}

/** What the module tells a worker to have lost of what it believes to hold; null if nothing. */
export function lossOf(meeting: Meeting): Loss | null {
  const { process, worker, memory, event } = meeting;
  const { believes, asker } = stateOf(meeting);
  // Who was commanded from outside still owes an answer.
  if (believes === null || asker !== null) return null;
  const lost = process.module.background(memory.memory, process.id, event)?.lost ?? [];
  return lost.find((loss) => loss.key === believes.key && (loss.worker ?? worker.id) === worker.id) ?? null;
}

function tell({ worker }: Meeting, entry: TraceEffect['entry']): TraceEffect {
  return { type: 'trace', entry: { ...entry, client: worker.id, actor: worker.id } };
}

/** What the module gives up when a worker learned by itself that it lost its key. */
export function forgetting(meeting: Meeting): {
  readonly memory: object;
  readonly effects: readonly Effect[];
} {
  const { process, worker, memory } = meeting;
  const { believes } = stateOf(meeting);
  const given =
    believes === null ? undefined : process.module.forget?.(memory.memory, believes.key, worker.id);
  return given ?? { memory: memory.memory, effects: [] };
}

/** The worker's next instruction, at once or after it has worked or slept. */
export function next({ process, worker }: Meeting, afterUs: number, busy: boolean): Effect {
  return { type: 'next', afterUs, busy, ...nameOf(process, worker) };
}

/** Forgets the worker's next instruction. */
export function halt({ process, worker }: Meeting): Effect {
  return { type: 'halt', ...nameOf(process, worker) };
}

/** The entry that a unit of work begins or ends. What it ends is done: that is when it takes effect. */
export function workEntry(meeting: Meeting, phase: 'start' | 'end'): readonly Effect[] {
  const instruction = instructionOf(meeting);
  if (instruction?.op !== 'work' || instruction.unit === null) return [];
  const { believes } = stateOf(meeting);
  const key = believes === null ? {} : { key: believes.key };
  return [tell(meeting, { ev: 'work', ...key, unit: instruction.unit, phase })];
}

/** Whether an event tells a worker to run its next instruction. */
export function isRun({ process, worker, event }: Meeting): boolean {
  return event.type === 'run' && event['worker'] === nameOf(process, worker).worker;
}

/** The worker after which a process is named needs no name of its own. */
function nameOf(process: ProcessOptions, worker: WorkerOptions): { readonly worker?: string } {
  return process.id === worker.id ? {} : { worker: worker.id };
}

/** A read or write that a worker's instruction asks for. */
export function storeRequest(meeting: Meeting): readonly Effect[] {
  const instruction = instructionOf(meeting);
  const { token, versions } = stateOf(meeting);
  const client = meeting.worker.id;
  if (instruction?.op === 'read') {
    const { store, key, record } = instruction;
    return [{ type: 'send', to: store, body: { type: 'read', key, record, client } }];
  }
  if (instruction?.op !== 'write') return [];
  const { store, key, record, value, add } = instruction;
  const presented =
    instruction.token === 'granted' ? token : instruction.token === 'none' ? null : instruction.token;
  // A difference is not computed from what was read.
  const base = add === null ? (versions[record] ?? null) : null;
  const what = add === null ? { value } : { value: '', add };
  return [
    {
      type: 'send',
      to: store,
      body: { type: 'write', key, record, ...what, token: presented, base, client },
    },
  ];
}

/** Whether a store's answer is the one that a worker's instruction waits for. */
export function isStoreAnswer(meeting: Meeting): boolean {
  const instruction = instructionOf(meeting);
  const { event, worker } = meeting;
  if (event['client'] !== worker.id) return false;
  if (instruction?.op !== 'read' && instruction?.op !== 'write') return false;
  const answers =
    instruction.op === 'read'
      ? event.type === 'value'
      : event.type === 'written' || event.type === 'write.refused';
  return answers && event['record'] === instruction.record;
}

/** What a worker knows of a record after a store's answer. */
export function knows(meeting: Meeting): WorkerState {
  const { event } = meeting;
  const state = stateOf(meeting);
  return { ...state, versions: { ...state.versions, [asText(event['record'])]: asNumber(event['version']) } };
}
