import { trueDuration, type LocalClock } from '../component.ts';
import type { Model } from '../model.ts';
import { ZERO, type Micros } from '../time.ts';
import { PENDING_KINDS, type Cell, type Pending } from '../world.ts';

/**
 * The form of a cell in which equal situations are equal: times count from now, what is overdue is so by
 * the same amount, and causes, numbers of making and message numbers are gone. Nothing that the rules of
 * `apply` and `offersOf` look at is lost; docs/EXPLORER.md says why for each field.
 */
export interface CanonicalCell {
  /** A cell of a world in which it is 0 o'clock; a real one, that `apply` can work on. */
  readonly cell: Cell;
  /** Equal exactly for equal situations of one component, but for the machine's state. */
  readonly key: string;
}

/** How long ago something overdue was due; any amount stands for all. */
const OVERDUE = -1 as Micros;

/** The counters of a cell that no message has reached, the same object wherever they are not kept. */
export const NO_MESSAGES: Cell['received'] = Object.freeze({});

/** What of a cell must be kept although its own rules do not look at it. */
export interface Keep {
  /** Message numbers: faults or delays of this model go by a message's number. */
  readonly messageNumbers: boolean;
}

/** Whether something in this model goes by the number of a message. */
export function messageNumbersMatter(model: Model): boolean {
  if (model.messageFaults.length > 0) return true;
  const ids = model.components.map(({ id }) => id);
  return ids.some((from) =>
    ids.some((to) => {
      const { jitterUs, loss = 0, duplicate = 0 } = model.latency(from, to);
      return jitterUs > 0 || loss > 0 || duplicate > 0;
    }),
  );
}

/** Brings a cell of a world at `now` into canonical form. */
export function canonicalCell(cell: Cell, now: Micros, keep: Keep): CanonicalCell {
  // A clock that may yet be set back makes passed deadlines live again: then their distance counts.
  const clockMayStep = cell.pending.some((item) => item.kind === 'fault' && item.event.type === 'clock');
  const items: { item: Pending; key: string }[] = [];
  for (const [index, pending] of cell.pending.entries()) {
    const isExact = clockMayStep && pending.kind === 'deadline';
    const item = canonicalItem(pending, now, isExact, keep, cell.clock);
    items.push({ item, key: `${isExact ? `${String(index)} ` : ''}${itemKey(item)}` });
  }
  items.sort((a, b) => inOrder(a.item, a.key, b.item, b.key));
  const received = keep.messageNumbers ? cell.received : NO_MESSAGES;
  const numbered = keep.messageNumbers
    ? { pending: items.map(({ item }, order) => ({ ...item, order })), received }
    : renumbered(items.map(({ item }) => item));
  const frame = { ...frameOf(cell, now, keep), ...numbered };
  const isBare = items.length === 0 && Object.keys(received).length === 0;
  return {
    cell: frame,
    key: isBare
      ? frameKey(frame)
      : JSON.stringify([frameKey({ ...frame, received }), items.map(({ key }) => key)]),
  };
}

/** A cell of a world at `now` without anything pending, in canonical form. */
export function frameOf(cell: Cell, now: Micros, keep: Keep): Cell {
  const cutFrom = cell.cutFrom.length > 1 ? [...cell.cutFrom].sort(compareText) : cell.cutFrom;
  const received = keep.messageNumbers ? cell.received : NO_MESSAGES;
  const { clock } = cell;
  const { sinceUs } = clock;
  if (sinceUs === undefined) return { ...cell, pending: [], cutFrom, received };
  // What a clock shows that does not run true is another with every moment.
  return { ...cell, pending: [], cutFrom, received, clock: { ...clock, sinceUs: (sinceUs - now) as Micros } };
}

/** Equal exactly for equal frames, but for the machine's state. */
export function frameKey(frame: Cell): string {
  // A note says all that it is in one text, and stands alone mostly.
  if (isPlain(frame)) return frame.note === undefined ? '' : `note ${frame.note}`;
  const { state: _state, pending: _pending, ...rest } = frame;
  return JSON.stringify(Object.entries(rest).sort(byName));
}

/** What is pending but for its times: what is not named here is kept until somebody shows that it need not be. */
export function withoutTime(item: Pending, keep: Keep): Pending {
  const { sent: _sent, deadlines, ...kept } = item;
  const isNumbered = item.kind === 'message' && !keep.messageNumbers;
  const bare = { ...kept, id: isNumbered ? senderOf(item.id) : item.id, due: ZERO, cause: null, order: 0 };
  return deadlines === undefined ? bare : { ...bare, deadlines: mapTimes(deadlines, () => 0) };
}

/** The same times, in the order of their ids, each changed. */
export function mapTimes(
  times: NonNullable<Pending['deadlines']>,
  change: (time: number, index: number) => number,
): NonNullable<Pending['deadlines']> {
  const ids = Object.keys(times).sort(compareText);
  return Object.fromEntries(ids.map((id, index) => [id, change(times[id] ?? 0, index) as Micros]));
}

/**
 * The order of what is pending in canonical form. Instructions of several workers keep theirs: of those that
 * are overdue the first goes before the others.
 */
export function inOrder(a: Pending, keyA: string, b: Pending, keyB: string): number {
  if (a.kind === 'instruction' && b.kind === 'instruction') return 0;
  return compareText(keyA, keyB);
}

function canonicalItem(item: Pending, now: Micros, isExact: boolean, keep: Keep, clock: LocalClock): Pending {
  const { deadlines } = item;
  return {
    ...withoutTime(item, keep),
    ...(deadlines === undefined ? {} : { deadlines: mapTimes(deadlines, (time) => time - now) }),
    due: canonicalDue(item, (item.due - now) as Micros, isExact, clock),
    ...(item.passed && item.stoppedUs !== undefined && !isExact ? { stoppedUs: OVERDUE } : {}),
  };
}

function canonicalDue(
  { leftUs, stoppedUs, everyUs, passed }: Pending,
  inUs: Micros,
  isExact: boolean,
  clock: LocalClock,
): Micros {
  // While stopped it is not looked at when it was due; it goes on with what is left.
  if (leftUs !== undefined || stoppedUs !== undefined) return ZERO;
  if (isExact) return inUs;
  if (passed === true) return OVERDUE;
  if (inUs >= 0) return inUs;
  // A rhythm goes on in step, however many rings were missed.
  const every = everyUs === undefined ? null : trueDuration(clock, everyUs);
  return every === null ? OVERDUE : ((((inUs + 1) % every) - 1) as Micros);
}

/** Messages get numbers by their place, as if they were the first that were ever sent. */
function renumbered(items: readonly Pending[]): { pending: Pending[]; received: Cell['received'] } {
  if (!items.some(({ kind }) => kind === 'message')) {
    return { pending: items.map((item, order) => ({ ...item, order })), received: NO_MESSAGES };
  }
  const received: Record<string, number> = {};
  const pending = items.map((item, order): Pending => {
    if (item.kind !== 'message') return { ...item, order };
    const number = (received[item.id] ?? 0) + 1;
    received[item.id] = number;
    return { ...item, id: `${item.id}#${String(number)}`, order };
  });
  return { pending, received };
}

function senderOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

function itemKey({ kind, due, order: _order, cause: _cause, ...rest }: Pending): string {
  return `${String(PENDING_KINDS.indexOf(kind))} ${String(due)} ${JSON.stringify(Object.entries(rest).sort(byName))}`;
}

/** Whether there is nothing about a cell but its state, what is pending, and a note. */
function isPlain(cell: Cell): boolean {
  return (
    cell.refused === undefined &&
    cell.failing === undefined &&
    cell.refusing === undefined &&
    cell.slowUs === undefined &&
    cell.clock.offsetUs === 0 &&
    cell.clock.ratePpm === 1_000_000 &&
    cell.cutFrom.length === 0 &&
    Object.keys(cell.received).length === 0
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareText(a, b);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
