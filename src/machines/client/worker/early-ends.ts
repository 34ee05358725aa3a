import { instructionOf, isRun, stateOf } from './meeting.ts';
import { from, passes, READY, type Part } from './reaction.ts';

/** What a script does when it ends early: it gives back what it holds, as in a `finally`. */
export const earlyEnds: Part = {
  ops: ['end'],
  edges: ({ finallyAt }) => (finallyAt === undefined ? [] : from(READY, ['run', null])),
  react(meeting, place) {
    if (!READY.includes(place) || !isRun(meeting)) return null;
    const state = stateOf(meeting);
    const instruction = instructionOf(meeting);
    if (instruction?.op === 'end') return { label: 'run', to: null, state, effects: [] };
    if (instruction?.op !== 'release' || instruction.onlyHeld !== true) return null;
    return state.believes[instruction.key] === undefined ? passes(meeting, 'run', state) : null;
  },
};
