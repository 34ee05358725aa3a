import type { MachineEvent } from './component.ts';
import { randomFor } from './random.ts';
import type { Scratch } from './scratch.ts';
import { laneOf, tellLoss } from './tell.ts';
import type { Micros } from './time.ts';
import { messageName, type Pending } from './world.ts';

/** Sends a message, as far as links and faults let it go; a call that is known to fail is answered at once. */
export function send(
  scratch: Scratch,
  from: string,
  to: string,
  body: MachineEvent,
  cause: number | null,
  deadlines?: Pending['deadlines'],
): number {
  scratch.component(to);
  if (scratch.answerLostTo === to) return post(scratch, from, to, failedCall(body), cause, false);
  const fails = takeFailure(scratch, from, body.type);
  const isRefused = fails === 'before' || scratch.cell(to).refused?.includes(from) === true;
  const lostBy = isRefused ? 'refused' : undefined;
  const seq = post(scratch, from, to, body, cause, fails === 'after', lostBy, deadlines);
  if (isRefused) post(scratch, to, from, failedCall(body), seq, false);
  return seq;
}

/** Puts a message on its way. Its number, and so its name, counts the messages from here to there. */
function post(
  scratch: Scratch,
  from: string,
  to: string,
  body: MachineEvent,
  cause: number | null,
  answerLost: boolean,
  lostBy?: string,
  deadlines?: Pending['deadlines'],
): number {
  const { model, now } = scratch;
  const cell = scratch.cell(to);
  const number = (cell.received[from] ?? 0) + 1;
  scratch.setCell(to, { ...cell, received: { ...cell.received, [from]: number } });
  const message = messageName(from, to, number);
  const actor = laneOf(scratch.component(from), body);
  const seq = scratch.enter(from, cause, { ev: 'send', actor, message, to, body });
  const fault = model.messageFaults.find((candidate) => candidate.message === message);
  const reason =
    lostBy ?? (fault?.kind === 'lose' ? 'lost' : cell.cutFrom.includes(from) ? 'partition' : undefined);
  if (reason !== undefined) {
    tellLoss(scratch, to, body, { message, reason }, seq);
    return seq;
  }
  const { baseUs, jitterUs } = model.latency(from, to);
  const jitter = jitterUs === 0 ? 0 : Math.floor(randomFor(model.seed, message) * (jitterUs + 1));
  const extra = fault?.kind === 'delay' ? fault.byUs : 0;
  const due = (now + baseUs + jitter + extra) as Micros;
  const id = `${from}#${String(number)}`;
  const more = {
    ...(answerLost ? { answerLost: true as const } : {}),
    ...(deadlines === undefined ? {} : { deadlines }),
  };
  scratch.add(to, { kind: 'message', id, due, sent: now, event: { ...body, from }, cause: seq, ...more });
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
