import type { NewPending } from './cell.ts';
import type { MachineEvent } from './component.ts';
import type { MessageFault } from './faults.ts';
import type { LinkLatency, Model } from './model.ts';
import { randomFor } from './random.ts';
import type { Scratch } from './scratch.ts';
import { laneOf, tellCopy, tellLoss } from './tell.ts';
import type { Micros } from './time.ts';
import { messageId, messageName, readMessageId, type Cell, type Pending } from './world.ts';

/** A message on its way over a link. */
interface Letter {
  readonly from: string;
  readonly to: string;
  readonly body: MachineEvent;
  readonly cause: number | null;
  readonly deadlines?: Pending['deadlines'] | undefined;
  /** It is lost for this reason, whatever the link would do. */
  readonly lostBy?: string | undefined;
  readonly answerLost?: Pending['answerLost'] | undefined;
}

/**
 * Puts a message on its way, as its link and the faults that name it have it. Its number, and so its name,
 * counts the messages from here to there. Gives the `seq` of its entry, and whether its sender is to be told
 * that it was lost.
 */
export function post(scratch: Scratch, letter: Letter): { readonly seq: number; readonly isTold: boolean } {
  const { from, to, body, cause } = letter;
  const { model, now } = scratch;
  const cell = scratch.cell(to);
  const number = (cell.received[from] ?? 0) + 1;
  scratch.setCell(to, { ...cell, received: { ...cell.received, [from]: number } });
  const message = messageName(from, to, number);
  const actor = laneOf(scratch.component(from), body);
  const seq = scratch.enter(from, cause, { ev: 'send', actor, message, to, body });
  const faults = faultsOf(model, message);
  const link = model.latency(from, to);
  const loss = faults.find(({ kind }) => kind === 'lose');
  const isLost = loss !== undefined || happens(model, 'lose', message, link.loss);
  const reason = letter.lostBy ?? (isLost ? 'lost' : cell.cutFrom.includes(from) ? 'partition' : undefined);
  if (reason !== undefined) {
    tellLoss(scratch, to, body, { message, reason }, seq);
    return { seq, isTold: loss?.kind === 'lose' && loss.told === true };
  }
  let due = arrival(model, link, message, now);
  for (const fault of faults) if (fault.kind === 'delay') due = (due + fault.byUs) as Micros;
  const item = messageOf(letter, messageId(from, number), now, seq);
  const answer = lostAnswer(letter, faults);
  if (answer !== undefined) item.answerLost = answer;
  if (link.keepsOrder === true) item.inOrder = true;
  scratch.add(to, { ...item, due: inTurn(link, scratch.cell(to), from, due) });
  for (const dueUs of copies(model, link, message, due, now, faults)) {
    const id = copyId(scratch.cell(to), item.id);
    scratch.add(to, { ...item, id, due: inTurn(link, scratch.cell(to), from, dueUs) });
    tellCopy(scratch, to, item);
  }
  return { seq, isTold: false };
}

/** A message as it will be pending; when it is due is not known yet. */
type Underway = { -readonly [Field in keyof NewPending]: NewPending[Field] };

function messageOf(letter: Letter, id: string, now: Micros, cause: number): Underway {
  const { from, body, deadlines } = letter;
  const item: Underway = { kind: 'message', id, due: now, sent: now, event: { ...body, from }, cause };
  if (deadlines !== undefined) item.deadlines = deadlines;
  return item;
}

/** An id for one more copy of a message in a cell. */
export function copyId({ pending }: Cell, id: string): string {
  const { from, number, copy: first } = readMessageId(id);
  let copy = first + 1;
  while (pending.some((item) => item.kind === 'message' && item.id === messageId(from, number, copy)))
    copy += 1;
  return messageId(from, number, copy);
}

const NO_FAULTS_OF_IT: readonly MessageFault[] = [];
const NO_COPIES: readonly number[] = [];

function faultsOf({ messageFaults }: Model, message: string): readonly MessageFault[] {
  if (messageFaults.length === 0) return NO_FAULTS_OF_IT;
  return messageFaults.filter((fault) => fault.message === message);
}

/** Whether a link does something to a message by chance. */
function happens({ seed }: Model, what: string, message: string, chance = 0): boolean {
  return chance > 0 && randomFor(seed, `${what} ${message}`) < chance;
}

function arrival({ seed }: Model, { baseUs, jitterUs }: LinkLatency, name: string, now: number): Micros {
  const jitter = jitterUs === 0 ? 0 : Math.floor(randomFor(seed, name) * (jitterUs + 1));
  return (now + baseUs + jitter) as Micros;
}

/** When further copies of a message arrive: by a fault so much later, by chance as the link has it. */
function copies(
  model: Model,
  link: LinkLatency,
  message: string,
  due: number,
  now: number,
  faults: readonly MessageFault[],
): readonly number[] {
  if (faults.length === 0 && link.duplicate === undefined) return NO_COPIES;
  const named = faults.flatMap((fault) => (fault.kind === 'duplicate' ? [due + fault.byUs] : []));
  if (!happens(model, 'duplicate', message, link.duplicate)) return named;
  return [...named, arrival(model, link, `${message} copy`, now)];
}

/** A link that keeps the order of messages lets none arrive before one that was sent earlier. */
function inTurn({ keepsOrder }: LinkLatency, { pending }: Cell, from: string, due: number): Micros {
  if (keepsOrder !== true) return due as Micros;
  const others = pending.filter(
    ({ id, inOrder, again }) => inOrder === true && again !== true && readMessageId(id).from === from,
  );
  return Math.max(due, ...others.map((other) => other.due)) as Micros;
}

function lostAnswer({ answerLost }: Letter, faults: readonly MessageFault[]): Pending['answerLost'] {
  const fault = faults.find(({ kind }) => kind === 'lose-answer');
  if (answerLost !== undefined || fault?.kind !== 'lose-answer') return answerLost;
  return fault.told === true ? 'told' : 'not-told';
}
