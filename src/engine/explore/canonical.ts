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

/** Brings a cell of a world at `now` into canonical form. */
export function canonicalCell(cell: Cell, now: Micros, keep: Keep): CanonicalCell {
  // A clock that may yet be set back makes passed deadlines live again: then their distance counts.
  const clockMayStep = cell.pending.some((item) => item.kind === 'fault' && item.event.type === 'clock');
  const items: { item: Pending; key: string }[] = [];
  for (const [index, pending] of cell.pending.entries()) {
    const isExact = clockMayStep && pending.kind === 'deadline';
    const item = canonicalItem(pending, now, isExact, keep);
    items.push({ item, key: `${isExact ? `${String(index)} ` : ''}${itemKey(item)}` });
  }
  items.sort((a, b) => byKey(a.key, b.key));
  const received = keep.messageNumbers ? cell.received : NO_MESSAGES;
  const numbered = keep.messageNumbers
    ? { pending: items.map(({ item }, order) => ({ ...item, order })), received }
    : renumbered(items.map(({ item }) => item));
  const { state, pending: _pending, received: _received, cutFrom: _cutFrom, ...rest } = cell;
  const cutFrom = cell.cutFrom.length > 1 ? [...cell.cutFrom].sort(byKey) : cell.cutFrom;
  const frame = [cutFrom, keep.messageNumbers ? received : 0, Object.entries(rest).sort(byName)];
  return {
    cell: { ...rest, state, cutFrom, ...numbered },
    key:
      items.length === 0 && isPlain(cell) && Object.keys(numbered.received).length === 0
        ? ''
        : JSON.stringify([frame, items.map(({ key }) => key)]),
  };
}

/** A canonical cell after `byUs` have passed in which nothing happened to it. */
export function aged(cell: Cell, byUs: number): Cell {
  if (cell.pending.length === 0) return cell;
  const pending = cell.pending.map((item): Pending => {
    const due = (item.due - byUs) as Micros;
    const { deadlines } = item;
    return deadlines === undefined
      ? { ...item, due }
      : { ...item, due, deadlines: countedFrom(deadlines, byUs) };
  });
  return { ...cell, pending };
}

/** What is not named here is kept: a new field tells situations apart until somebody shows that it need not. */
function canonicalItem(item: Pending, now: Micros, isExact: boolean, keep: Keep): Pending {
  const { sent: _sent, deadlines, ...kept } = item;
  const isNumbered = item.kind === 'message' && !keep.messageNumbers;
  return {
    ...kept,
    ...(deadlines === undefined ? {} : { deadlines: countedFrom(deadlines, now) }),
    id: isNumbered ? senderOf(item.id) : item.id,
    due: canonicalDue(item, (item.due - now) as Micros, isExact),
    cause: null,
    order: 0,
  };
}

function countedFrom(
  times: NonNullable<Pending['deadlines']>,
  now: number,
): NonNullable<Pending['deadlines']> {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, (time - now) as Micros]));
}

function canonicalDue({ leftUs, everyUs }: Pending, inUs: Micros, isExact: boolean): Micros {
  // While stopped it is not looked at when it was due; it goes on with what is left.
  if (leftUs !== undefined) return ZERO;
  if (inUs >= 0 || isExact) return inUs;
  // A rhythm goes on in step, however many rings were missed.
  return everyUs === undefined ? OVERDUE : ((((inUs + 1) % everyUs) - 1) as Micros);
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

function isPlain(cell: Cell): boolean {
  return (
    cell.note === undefined &&
    cell.refused === undefined &&
    cell.failing === undefined &&
    cell.clock.offsetUs === 0 &&
    cell.clock.ratePpm === 1_000_000 &&
    cell.cutFrom.length === 0
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return byKey(a, b);
}

function byKey(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
