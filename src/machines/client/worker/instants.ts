import type { Effect } from '../../../engine/component.ts';
import { asText } from '../../requests.ts';
import { instructionOf, isRun, stateOf } from './meeting.ts';
import { BUSY, CALLING, ENDED, from, goesOn, passes, READY, type Part, type Place } from './reaction.ts';

const SLEEPING: Place = 'sleeping';
const TIME = 'time';

/**
 * Instants that a script waits for. They are deadlines from the start of the run on, for no machine knows what
 * time it is: one that passes is remembered, whatever the worker does then, and through a crash too.
 */
export const instants: Part = {
  ops: ['wait-until'],
  edges: ({ instantsUs }) =>
    instantsUs === undefined
      ? []
      : [
          ...from(READY, ['run', SLEEPING], ['run', null]),
          ...from([SLEEPING], [TIME, 'holding'], [TIME, 'idle']),
          ...from(['idle', ...BUSY, ...CALLING, ...ENDED], [TIME, null]),
        ],
  starts: ({ id, instantsUs = [] }) =>
    instantsUs.map((afterUs, instant): Effect => ({
      type: 'deadline',
      id: nameOf(id, instant),
      afterUs,
      clock: 'monotonic',
    })),
  react(meeting, place) {
    const { worker, event } = meeting;
    const { instantsUs = [] } = worker;
    const state = stateOf(meeting);
    const instruction = instructionOf(meeting);
    if (event.type === 'deadline.passed') {
      const id = asText(event['id']);
      if (state.past >= instantsUs.length || id !== nameOf(worker.id, state.past)) return null;
      const later = { ...state, past: state.past + 1 };
      const effects: readonly Effect[] = [{ type: 'cancel', id }];
      const isAwaited =
        place === SLEEPING && instruction?.op === 'wait-until' && instruction.instant < later.past;
      return isAwaited
        ? goesOn(meeting, TIME, later, effects)
        : { label: TIME, to: null, state: later, effects };
    }
    if (instruction?.op !== 'wait-until' || !READY.includes(place) || !isRun(meeting)) return null;
    if (instruction.instant < state.past) return passes(meeting, 'run', state);
    return { label: 'run', to: SLEEPING, state, effects: [] };
  },
};

function nameOf(worker: string, instant: number): string {
  return `${worker}:instant:${String(instant)}`;
}
