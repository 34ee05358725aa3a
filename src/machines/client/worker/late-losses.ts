import type { Effect } from '../../../engine/component.ts';
import { asText } from '../../requests.ts';
import { loses, LOSS, lossesTold } from './beliefs.ts';
import { stateOf } from './meeting.ts';
import { BUSY, CALLING, ENDED, from, type Part } from './reaction.ts';

const TOLD = 'told of a loss';
const DUE = 'loss.due';

/** A worker that hears of a loss and acts on it later: it believes on until then, and may write. */
export const lateLosses: Part = {
  ops: [],
  edges: ({ policies }) =>
    policies.lossDelayUs > 0 ? from([...BUSY, ...CALLING, ...ENDED], [TOLD, null]) : [],
  react(meeting, place) {
    const { worker, event } = meeting;
    const { lossDelayUs } = worker.policies;
    if (lossDelayUs === 0) return null;
    const state = stateOf(meeting);
    if (event.type === DUE) {
      const key = asText(event['key']);
      const isDue = event['worker'] === worker.id && state.believes[key]?.lossTold === true;
      return isDue ? loses(meeting, place, LOSS, [{ key, reason: asText(event['reason']) }]) : null;
    }
    const told = lossesTold(meeting);
    if (told.length === 0) return null;
    // Told once more of the same loss it has nothing new to act on.
    const news = told.filter(({ key }) => state.believes[key]?.lossTold !== true);
    const heard = news.flatMap(({ key }) => {
      const belief = state.believes[key];
      return belief === undefined ? [] : [[key, { ...belief, lossTold: true as const }] as const];
    });
    const effects = news.map(({ key, reason }): Effect => {
      const later = { type: DUE, worker: worker.id, key, reason };
      return { type: 'timer', id: `${worker.id}:loss:${key}`, afterUs: lossDelayUs, event: later };
    });
    const believes = { ...state.believes, ...Object.fromEntries(heard) };
    return { label: TOLD, to: null, state: { ...state, believes }, effects };
  },
};
