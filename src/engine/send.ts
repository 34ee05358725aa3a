import { shownBy } from './clock.ts';
import type { MachineEvent } from './component.ts';
import { post } from './post.ts';
import type { Scratch } from './scratch.ts';
import type { Micros } from './time.ts';
import type { Pending } from './world.ts';

/** Sends a message, as far as links and faults let it go; a call that is known to fail is answered at once. */
export function send(
  scratch: Scratch,
  from: string,
  to: string,
  body: MachineEvent,
  cause: number | null,
  deadlines?: Pending['deadlines'],
): number {
  const isDated = scratch.component(to).dated === true;
  const { answerLost } = scratch;
  if (answerLost?.to === to) {
    return answerLost.isTold
      ? post(scratch, { from, to, body: failedCall(body), cause }).seq
      : post(scratch, { from, to, body, cause, lostBy: 'lost' }).seq;
  }
  const fails = takeFailure(scratch, from, body.type);
  const now = shownBy(scratch.cell(from).clock, scratch.now) as Micros;
  const isRefused = fails === 'before' || scratch.cell(to).refused?.includes(from) === true;
  const { seq, isTold } = post(scratch, {
    from,
    to,
    body,
    cause,
    deadlines: isDated ? { ...deadlines, now } : deadlines,
    lostBy: isRefused ? 'refused' : undefined,
    answerLost: fails === 'after' ? 'told' : undefined,
  });
  if (isRefused || isTold) post(scratch, { from: to, to: from, body: failedCall(body), cause: seq });
  return seq;
}

/** The next call of this type fails once, if a fault said so. */
function takeFailure(scratch: Scratch, from: string, type: string): 'before' | 'after' | undefined {
  const cell = scratch.cell(from);
  const fails = cell.failing?.[type];
  if (fails === undefined) return undefined;
  const { [type]: _spent, ...failing } = cell.failing ?? {};
  scratch.setCell(from, { ...cell, failing });
  return fails;
}

/** What somebody is told whose call failed; where no reference says which call, it goes to who asked. */
export function failedCall({ ref, client }: MachineEvent): MachineEvent {
  const error = { type: 'error', reason: 'unavailable' };
  if (ref !== undefined) return { ...error, ref };
  return client === undefined ? error : { ...error, client };
}
