import { conversation, nextNumber } from './caller.ts';
import { instructionOf, isRun, stateOf } from './meeting.ts';
import { from, goesOn, READY, type Part } from './reaction.ts';

/** A script asks a lock service by hand, past any lock module, as an operator or a reaper does. */
export const operating: Part = {
  ops: ['operate'],
  edges: ({ script }) =>
    script.some(({ op }) => op === 'operate')
      ? [
          ...from(READY, ['run', 'operating']),
          ...from(['operating'], ['answered', 'holding'], ['answered', 'idle']),
        ]
      : [],
  react(meeting, place) {
    const instruction = instructionOf(meeting);
    if (instruction?.op !== 'operate') return null;
    const state = stateOf(meeting);
    if (place === 'operating') {
      // Whatever the answer is: it was asked by hand.
      const isAnswer = meeting.event['ref'] === conversation(meeting, state);
      return isAnswer ? goesOn(meeting, 'answered', state, []) : null;
    }
    if (!READY.includes(place) || !isRun(meeting)) return null;
    const asking = { ...state, calls: nextNumber(state) };
    const ref = conversation(meeting, asking);
    const body = { ...instruction.body, client: meeting.worker.id, ref };
    const { to } = instruction;
    return { label: 'run', to: 'operating', state: asking, effects: [{ type: 'send', to, body }] };
  },
};
