import type { Effect } from '../../../engine/component.ts';
import { asNumber } from '../../requests.ts';
import type { Instruction } from '../script.ts';
import { loses } from './beliefs.ts';
import { instructionOf, isRun, next, stateOf, type Meeting } from './meeting.ts';
import { from, goesOn, READY, type Part } from './reaction.ts';
import { knownRecord, type WorkerState } from './state.ts';

/** Reads and writes of the script, and what stores answer. */
export const storeRequests: Part = {
  ops: ['read', 'write'],
  edges: () => [
    ...from(READY, ['run', 'reading'], ['run', 'writing'], ['run', null]),
    ...from(['reading'], ['value', 'holding'], ['value', 'idle']),
    ...from(['writing'], ['written', 'holding'], ['written', 'idle'], ['write.refused', 'lost']),
  ],
  react(meeting, place) {
    const instruction = instructionOf(meeting);
    if (instruction?.op !== 'read' && instruction?.op !== 'write') return null;
    if (READY.includes(place)) return isRun(meeting) ? asks(meeting, instruction) : null;
    const { event, worker } = meeting;
    const isOurs = event['client'] === worker.id && event['record'] === instruction.record;
    if (!isOurs || place !== (instruction.op === 'read' ? 'reading' : 'writing')) return null;
    switch (event.type) {
      case 'value':
      case 'written':
        if ((event.type === 'value') !== (instruction.op === 'read')) return null;
        return goesOn(meeting, event.type, knows(meeting, instruction), []);
      case 'write.refused':
        if (instruction.op === 'read') return null;
        return loses(meeting, place, event.type, [{ key: instruction.key, reason: 'write-refused' }]);
      default:
        return null;
    }
  },
};

type StoreInstruction = Extract<Instruction, { readonly op: 'read' | 'write' }>;

function asks(meeting: Meeting, instruction: StoreInstruction) {
  const state = stateOf(meeting);
  const request = storeRequest(meeting, instruction);
  if (instruction.op === 'write' && !instruction.awaits) {
    const effects = [request, next(meeting, 0)];
    return { label: 'run', to: null, state: { ...state, at: state.at + 1 }, effects };
  }
  return { label: 'run', to: instruction.op === 'read' ? 'reading' : 'writing', state, effects: [request] };
}

/** A read or write, with the token of the write's own key. */
function storeRequest(meeting: Meeting, instruction: StoreInstruction): Effect {
  const { tokens, versions } = stateOf(meeting);
  const client = meeting.worker.id;
  const { store, key, record } = instruction;
  if (instruction.op === 'read') {
    return { type: 'send', to: store, body: { type: 'read', key, record, client } };
  }
  const { value, add, token } = instruction;
  const presented = token === 'granted' ? (tokens[key] ?? null) : token === 'none' ? null : token;
  // A difference is not computed from what was read.
  const base = add === null ? (versions[knownRecord(store, record)] ?? null) : null;
  const what = add === null ? { value } : { value: '', add };
  const body = { type: 'write', key, record, ...what, token: presented, base, client };
  return { type: 'send', to: store, body };
}

/** What a worker knows of a record after a store's answer. */
function knows(meeting: Meeting, { store, record }: StoreInstruction): WorkerState {
  const state = stateOf(meeting);
  const version = asNumber(meeting.event['version']);
  return { ...state, versions: { ...state.versions, [knownRecord(store, record)]: version } };
}
