import type { Effect } from '../../../engine/component.ts';
import { instructionOf, isMainRun, isRun, mainNext, next, stateOf, type Meeting } from './meeting.ts';
import { BUSY, CALLING, ENDED, from, READY, rest, type Part, type Place, type Reaction } from './reaction.ts';
import type { WorkerOptions, WorkerState } from './state.ts';

const BY_HAND = 'by hand';
const PUT_OFF = 'put off';

/** Where a worker waits for no answer, so that it can be made to do something else meanwhile. */
const FREE: readonly Place[] = [...READY, 'working', 'sleeping', ...ENDED];

/**
 * What a worker is made to do at a time, beside its script: the instructions of an act stand behind those of
 * the script. Its work and sleep go on meanwhile, but its next instruction waits until the act is done. What
 * comes while it waits for an answer is not taken.
 */
export const acts: Part = {
  ops: ['back', 'end'],
  edges: (worker) =>
    actsOf(worker).length === 0
      ? []
      : [
          ...from(FREE, [BY_HAND, 'holding'], [BY_HAND, 'idle']),
          ...from(READY, ['run', null], ...[...READY, 'working', ...ENDED].map((to) => ['run', to] as const)),
          ...from([...READY, ...BUSY, ...CALLING], [PUT_OFF, null]),
        ],
  react(meeting, place) {
    if (actsOf(meeting.worker).length === 0) return null;
    const state = stateOf(meeting);
    if (meeting.event.type === 'act') return begins(meeting, place, state);
    const { aside } = state;
    if (aside !== undefined && !ENDED.includes(place) && isMainRun(meeting)) {
      return { label: PUT_OFF, to: null, state: { ...state, aside: { ...aside, due: true } }, effects: [] };
    }
    if (!READY.includes(place) || !isRun(meeting)) return null;
    switch (instructionOf(meeting)?.op) {
      case 'back':
        return goesBack(meeting, state);
      case 'end':
        return { label: 'run', to: null, state: withoutAside(state), effects: [] };
      default:
        return null;
    }
  },
};

/** Leaves the script where it is, for an act. */
function begins(meeting: Meeting, place: Place, state: WorkerState): Reaction | null {
  const { worker, event } = meeting;
  const at = actsOf(worker)[Number(event['act'])];
  if (event['worker'] !== worker.id || at === undefined || !FREE.includes(place)) return null;
  const isOver = ENDED.includes(place);
  // An act that ended the script has nothing to go back to but where that left it.
  if (state.aside !== undefined && !isOver) return null;
  const aside = { at: state.aside?.at ?? state.at, place, due: false };
  const away: WorkerState = { ...state, at, aside };
  return {
    label: BY_HAND,
    to: rest(state),
    state: away,
    effects: [next({ ...meeting, memory: within(meeting, away) }, 0)],
  };
}

/** Takes the script up again where it was left. */
function goesBack(meeting: Meeting, state: WorkerState): Reaction {
  const { aside } = state;
  const before = withoutAside(state);
  if (aside === undefined) return { label: 'run', to: null, state: before, effects: [] };
  const after: WorkerState = { ...before, at: aside.at };
  // Whoever waited for an instant looks again whether it is past.
  const wasAsleep = aside.place === 'sleeping';
  const effects: readonly Effect[] = aside.due || wasAsleep ? [mainNext(meeting, 0)] : [];
  if (aside.place === 'working') return { label: 'run', to: 'working', state: after, effects };
  if (ENDED.includes(aside.place) && rest(after) === 'idle')
    return { label: 'run', to: aside.place, state: after, effects: [] };
  return { label: 'run', to: rest(after), state: after, effects };
}

function actsOf({ acts: places = [] }: WorkerOptions): readonly number[] {
  return places;
}

function withoutAside(state: WorkerState): WorkerState {
  const { aside: _aside, ...others } = state;
  return others;
}

function within({ memory, worker }: Meeting, state: WorkerState): Meeting['memory'] {
  return { ...memory, workers: { ...memory.workers, [worker.id]: state } };
}
