import { instructionOf, isRun, next, stateOf } from './meeting.ts';
import { from, passes, READY, type Part } from './reaction.ts';
import { without } from './state.ts';

/** A script runs some of its instructions over and over. */
export const loops: Part = {
  ops: ['again'],
  edges: ({ script }) => (script.some(({ op }) => op === 'again') ? from(READY, ['run', null]) : []),
  react(meeting, place) {
    const instruction = instructionOf(meeting);
    if (instruction?.op !== 'again' || !READY.includes(place) || !isRun(meeting)) return null;
    const state = stateOf(meeting);
    const { back, times } = instruction;
    const name = String(state.at);
    const done = (state.rounds[name] ?? 0) + 1;
    // A loop inside another one begins anew with each of its rounds.
    if (done === times) return passes(meeting, 'run', { ...state, rounds: without(state.rounds, name) });
    // Rounds without an end are not counted.
    const rounds = times === null ? state.rounds : { ...state.rounds, [name]: done };
    return {
      label: 'run',
      to: null,
      state: { ...state, at: state.at - back, rounds },
      effects: [next(meeting, 0)],
    };
  },
};
