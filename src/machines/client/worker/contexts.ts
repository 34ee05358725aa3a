import { instructionOf, isRun, stateOf } from './meeting.ts';
import { from, passes, READY, type Part } from './reaction.ts';

/** A script ends the context under which it acquired a key, such as that of the request that it serves. */
export const contexts: Part = {
  ops: ['end-context'],
  edges: ({ script }) => (script.some(({ op }) => op === 'end-context') ? from(READY, ['run', null]) : []),
  react(meeting, place) {
    const instruction = instructionOf(meeting);
    if (instruction?.op !== 'end-context' || !READY.includes(place) || !isRun(meeting)) return null;
    const { process, worker, memory } = meeting;
    const event = { type: 'context.end', key: instruction.key, worker: worker.id };
    const heard = process.module.background(memory.memory, process.id, event);
    const reaction = passes(meeting, 'run', stateOf(meeting), heard?.effects);
    return heard === null ? reaction : { ...reaction, memory: heard.memory };
  },
};
