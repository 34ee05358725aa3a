import { asText } from '../../requests.ts';
import { earlyEnd, endsEarly, from, type Part } from './reaction.ts';
import { answered, isAnswer, knows, storeInstructionOf } from './store-requests.ts';

const OTHER = 'another value';

/** A worker that looks whether its work is still needed: it ends its script where a record says that it is not. */
export const expectations: Part = {
  ops: [],
  edges: (worker) =>
    worker.script.some((step) => step.op === 'read' && step.expects !== undefined)
      ? from(['reading'], ...earlyEnd(worker, 'gave up').map((to) => [OTHER, to] as const))
      : [],
  react(meeting, place) {
    const instruction = storeInstructionOf(meeting);
    if (instruction?.op !== 'read' || instruction.expects === undefined) return null;
    if (meeting.event.type !== 'value' || !isAnswer(meeting, place)) return null;
    if (asText(meeting.event['value']) === instruction.expects) return null;
    return endsEarly(meeting, OTHER, 'gave up', knows(meeting, instruction), answered(meeting));
  },
};
