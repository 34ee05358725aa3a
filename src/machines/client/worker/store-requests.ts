import type { Effect } from '../../../engine/component.ts';
import { asNumber, asText } from '../../requests.ts';
import type { RejectReason } from '../../resource-store/stores/rule.ts';
import type { Instruction } from '../script.ts';
import { loses, lossPlaces } from './beliefs.ts';
import { conversation, nextNumber } from './caller.ts';
import { instructionOf, isRun, stateOf, type Meeting } from './meeting.ts';
import {
  earlyEnd,
  endsEarly,
  from,
  goesOn,
  passes,
  READY,
  type Part,
  type Place,
  type Reaction,
} from './reaction.ts';
import { knownRecord, type WorkerState } from './state.ts';

/** Why a store refuses a write by the version that it was computed from. */
const CONFLICTS: ReadonlySet<string> = new Set<RejectReason>(['other-version', 'nothing-read']);

/** Reads and writes of the script, and what stores answer. */
export const storeRequests: Part = {
  ops: ['read', 'write'],
  edges: (worker) => {
    const fails = earlyEnd(worker, 'gave up').map((to) => ['error', to] as const);
    return [
      ...from(READY, ['run', 'reading'], ['run', 'writing'], ['run', null]),
      ...from(['reading'], ['value', 'holding'], ['value', 'idle'], ...fails),
      ...from(['writing'], ['written', 'holding'], ['written', 'idle'], ...fails),
      ...from(
        ['writing'],
        ...lossPlaces(worker, 'idle', 'holding').map((to) => ['write.refused', to] as const),
      ),
    ];
  },
  react(meeting, place) {
    const instruction = storeInstructionOf(meeting);
    if (instruction === null) return null;
    if (READY.includes(place)) return isRun(meeting) ? sends(meeting, instruction) : null;
    if (!isAnswer(meeting, place)) return null;
    const { type } = meeting.event;
    const skip = instruction.op === 'write' ? instruction.skip : 0;
    switch (type) {
      case 'value':
      case 'written':
        return goesOn(meeting, type, knows(meeting, instruction), answered(meeting), skip);
      case 'write.refused':
        // What was read is no longer so: that says nothing about the key.
        if (CONFLICTS.has(asText(meeting.event['reason']))) return fails(meeting);
        return loses(
          meeting,
          place,
          type,
          [{ key: instruction.key, reason: 'write-refused' }],
          (state, told) =>
            goesOn(meeting, type, { ...state, tries: 0 }, [...told, ...answered(meeting)], skip),
        );
      case 'error':
        return fails(meeting);
      default:
        return null;
    }
  },
};

/** An instruction that asks something of a store. */
export type StoreInstruction = Extract<Instruction, { readonly op: 'read' | 'write' }>;

/** The read or write that a worker is about to run, or whose answer it waits for; null if none. */
export function storeInstructionOf(meeting: Meeting): StoreInstruction | null {
  const instruction = instructionOf(meeting);
  return instruction?.op === 'read' || instruction?.op === 'write' ? instruction : null;
}

/** Whether an event belongs to the request that a worker waits for: not to an earlier one, nor to another life. */
export function isAnswer(meeting: Meeting, place: Place): boolean {
  const instruction = storeInstructionOf(meeting);
  if (instruction === null || place !== (instruction.op === 'read' ? 'reading' : 'writing')) return false;
  return meeting.event['ref'] === conversation(meeting, stateOf(meeting));
}

/** Sends a read or write, and waits for the answer if the instruction does. */
export function sends(meeting: Meeting, instruction: StoreInstruction, label = 'run'): Reaction {
  const state = stateOf(meeting);
  if (instruction.op === 'write' && !instruction.awaits) {
    // Nobody looks at the answer: it belongs to no conversation.
    return passes(meeting, label, state, [storeRequest(meeting, instruction)]);
  }
  const asking = { ...state, calls: nextNumber(state) };
  const ref = conversation(meeting, asking);
  const effects = [storeRequest(meeting, instruction, ref), ...timeout(meeting, ref)];
  return { label, to: instruction.op === 'read' ? 'reading' : 'writing', state: asking, effects };
}

/** The work has failed: what a store did is not known, or it would not do it. */
export function fails(meeting: Meeting, label = 'error'): Reaction {
  const state = { ...stateOf(meeting), tries: 0 };
  return endsEarly(meeting, label, 'gave up', state, answered(meeting));
}

function timeout({ worker }: Meeting, ref: string): readonly Effect[] {
  const policy = worker.policies.storeRequest;
  if (policy === null) return [];
  const event = { type: 'request.timeout', ref };
  return [{ type: 'timer', id: `${ref}:request`, afterUs: policy.timeoutUs, event }];
}

/** What an answer leaves no longer pending. */
export function answered(meeting: Meeting): readonly Effect[] {
  if (meeting.worker.policies.storeRequest === null) return [];
  return [{ type: 'cancel', id: `${conversation(meeting, stateOf(meeting))}:request` }];
}

/** A read or write, with the token of the write's own key. */
function storeRequest(meeting: Meeting, instruction: StoreInstruction, ref?: string): Effect {
  const { tokens, versions, values } = stateOf(meeting);
  const names = { client: meeting.worker.id, ...(ref === undefined ? {} : { ref }) };
  const { store, key, record } = instruction;
  if (instruction.op === 'read') {
    return { type: 'send', to: store, body: { type: 'read', key, record, ...names } };
  }
  const { value, add, operation, token } = instruction;
  const presented = token === 'granted' ? (tokens[key] ?? null) : token === 'none' ? null : token;
  // A difference is not computed from what was read.
  const base = add === null ? (versions[knownRecord(store, record)] ?? null) : null;
  const computed =
    typeof value === 'string'
      ? value
      : String(Number(values[knownRecord(store, value.read)] ?? 0) + value.plus);
  const what = {
    ...(add === null ? { value: computed } : { value: '', add }),
    ...(operation === undefined ? {} : { operation }),
  };
  const body = { type: 'write', key, record, ...what, token: presented, base, ...names };
  return { type: 'send', to: store, body };
}

/** What a worker knows of a record after a store's answer. */
export function knows(meeting: Meeting, instruction: StoreInstruction): WorkerState {
  const { event } = meeting;
  const state = stateOf(meeting);
  // What a cache says is about the record of its store.
  const of = event['of'];
  const name = knownRecord(typeof of === 'string' ? of : instruction.store, instruction.record);
  const versions = { ...state.versions, [name]: asNumber(event['version']) };
  const keeps = instruction.op === 'read' && instruction.keeps === true;
  const values = keeps ? { ...state.values, [name]: asText(event['value']) } : state.values;
  return { ...state, versions, values, tries: 0 };
}
