import { learns } from './beliefs.ts';
import { stateOf } from './meeting.ts';
import { from, goesOn, type Part } from './reaction.ts';
import { answered, isAnswer, storeInstructionOf } from './store-requests.ts';

/** Refused writes that do not end the work: ignored, or written once more with what follows in the script. */
export const refusedWrites: Part = {
  ops: [],
  edges: ({ script }) => {
    const is = (step: (typeof script)[number]): boolean =>
      step.op === 'write' && step.onRefused !== undefined && step.onRefused !== 'loses';
    return script.some(is) ? from(['writing'], ['write.refused', 'holding'], ['write.refused', 'idle']) : [];
  },
  react(meeting, place) {
    const instruction = storeInstructionOf(meeting);
    if (instruction?.op !== 'write' || meeting.event.type !== 'write.refused') return null;
    const { onRefused = 'loses', skip, key } = instruction;
    if (onRefused === 'loses' || !isAnswer(meeting, place)) return null;
    const label = 'write.refused';
    if (onRefused !== 'loses-and-retries') {
      const state = { ...stateOf(meeting), tries: 0 };
      return goesOn(meeting, label, state, answered(meeting), onRefused === 'goes-on' ? skip : 0);
    }
    const { state, effects, forgets } = learns(meeting, [{ key, reason: 'write-refused' }]);
    const told = [...effects, ...answered(meeting)];
    return { ...goesOn(meeting, label, { ...state, tries: 0 }, told), forgets };
  },
};
