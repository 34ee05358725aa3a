import type { Effect } from '../../../engine/component.ts';
import { instructionOf, isRun, next, stateOf, tell, type Meeting } from './meeting.ts';
import { from, goesOn, READY, type Part } from './reaction.ts';

/** Instructions that let time pass: work, which a pause stops half-way, and sleep. */
export const timeSteps: Part = {
  ops: ['work', 'sleep'],
  edges: (worker) => [
    ...from(READY, ['run', null]),
    ...(worker.script.some((instruction) => instruction.op === 'work' && instruction.unit !== null)
      ? [...from(READY, ['run', 'working']), ...from(['working'], ['run', 'holding'], ['run', 'idle'])]
      : []),
  ],
  react(meeting, place) {
    const instruction = instructionOf(meeting);
    if (!isRun(meeting) || (instruction?.op !== 'work' && instruction?.op !== 'sleep')) return null;
    const state = stateOf(meeting);
    const { op, forUs } = instruction;
    if (place === 'working') return goesOn(meeting, 'run', state, workEntry(meeting, 'end'));
    if (!READY.includes(place)) return null;
    const passes = next(meeting, forUs, op === 'work');
    // Work that has a name is told; work without one is time that passes.
    if (op === 'work' && instruction.unit !== null) {
      return { label: 'run', to: 'working', state, effects: [...workEntry(meeting, 'start'), passes] };
    }
    return { label: 'run', to: null, state: { ...state, at: state.at + 1 }, effects: [passes] };
  },
};

/** The entry that a unit of work begins or ends. What it ends is done: that is when it takes effect. */
function workEntry(meeting: Meeting, phase: 'start' | 'end'): readonly Effect[] {
  const instruction = instructionOf(meeting);
  if (instruction?.op !== 'work' || instruction.unit === null) return [];
  // Of several keys the last one acquired: the innermost.
  const key = Object.keys(stateOf(meeting).believes).at(-1);
  return [
    tell(meeting, { ev: 'work', ...(key === undefined ? {} : { key }), unit: instruction.unit, phase }),
  ];
}
