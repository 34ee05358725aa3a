import { conversation } from './caller.ts';
import { stateOf } from './meeting.ts';
import { earlyEnd, from, goesOn, type Part, type Place, type Reaction } from './reaction.ts';
import type { WorkerOptions } from './state.ts';
import { answered, fails, isAnswer, sends, storeInstructionOf } from './store-requests.ts';

const BACKING_OFF: Place = 'backing off';

/**
 * Requests to stores whose result is not known in time: sent again after a while, failed, or taken for done. A
 * request that is sent again is another one: an answer to the first means nothing any more.
 */
export const requestTimeouts: Part = {
  ops: [],
  edges: (worker) => {
    if (worker.policies.storeRequest === null || !asksStores(worker)) return [];
    const { retries } = worker.policies.storeRequest;
    const unknown = ['request.timeout', 'error'];
    const asking: readonly Place[] = ['reading', 'writing'];
    return [
      ...from(
        asking,
        ...unknown.flatMap((label) => earlyEnd(worker, 'gave up').map((to) => [label, to] as const)),
      ),
      ...from(
        ['writing'],
        ...unknown.flatMap(
          (label) =>
            [
              [label, 'holding'],
              [label, 'idle'],
            ] as const,
        ),
      ),
      ...(retries === 0
        ? []
        : [
            ...asking.flatMap((place) =>
              from([place], ...unknown.map((label) => [label, BACKING_OFF] as const)),
            ),
            ...from([BACKING_OFF], ['retry', 'reading'], ['retry', 'writing']),
          ]),
    ];
  },
  react(meeting, place) {
    const policy = meeting.worker.policies.storeRequest;
    const instruction = storeInstructionOf(meeting);
    if (policy === null || instruction === null) return null;
    const { event } = meeting;
    const state = stateOf(meeting);
    if (place === BACKING_OFF) {
      const isDue = event.type === 'request.retry' && event['ref'] === conversation(meeting, state);
      return isDue ? sends(meeting, instruction, 'retry') : null;
    }
    const label = event.type;
    if ((label !== 'request.timeout' && label !== 'error') || !isAnswer(meeting, place)) return null;
    const isWrite = instruction.op === 'write';
    if (isWrite && policy.onUnknown === 'taken-for-done')
      return goesOn(meeting, label, { ...state, tries: 0 }, answered(meeting), instruction.skip);
    if ((isWrite && policy.onUnknown === 'fail') || state.tries >= policy.retries)
      return fails(meeting, label);
    const ref = conversation(meeting, state);
    const again = { type: 'request.retry', ref };
    const reaction: Reaction = {
      label,
      to: BACKING_OFF,
      state: { ...state, tries: state.tries + 1 },
      effects: [
        ...answered(meeting),
        { type: 'timer', id: `${ref}:retry`, afterUs: policy.backoffUs, event: again },
      ],
    };
    return reaction;
  },
};

function asksStores({ script }: WorkerOptions): boolean {
  return script.some(({ op }) => op === 'read' || op === 'write');
}
