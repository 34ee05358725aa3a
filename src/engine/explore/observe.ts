import type { Model } from '../model.ts';
import { isToldByItsClient, type Entry } from '../trace.ts';
import type { Cell, Pending } from '../world.ts';
import { compareText } from './canonical.ts';
import { placeFamily, TOKENS, type RankSink } from './ranks/sink.ts';

/**
 * What a monitor sees of one step: an entry without times of its own (a promised end counts from the
 * step), and for a write the lease that it relies on. A lease goes by its place among the grants of its
 * key. Which lease a write relies on was settled when it was sent, so it travels with the message as a
 * note: notes are kept in cells and pending items, where no rule of the engine looks at them.
 */
export interface Observed {
  readonly ev: string;
  readonly client: string;
  readonly key: string;
  readonly token: number | null;
  /** Place of the lease, from 1: of the grant, or that a write relies on; null if nobody told its client. */
  readonly lease: number | null;
  /** For `grant`, `renew` and `revive`: the promised end from now, in microseconds; null: none. */
  readonly endsInUs: number | null;
  readonly held: boolean;
  readonly outcome: string;
  /** Store and record of a write. */
  readonly record: string;
  readonly base: number | null;
  /** For the end of a unit of work: the unit; empty for everything else. */
  readonly unit: string;
  /** For a write: how often its client had been resumed when it was sent; 0 where nobody counts. */
  readonly resumes: number;
}

/** One step as the observer needs it; works on real worlds and on canonical ones alike. */
export interface ObservedStep {
  readonly model: Model;
  /** Whether it is counted how often a client was resumed. */
  readonly countsResumes: boolean;
  /** The message that is handled or lost; null for any other step. */
  readonly message: Pending | null;
  readonly entries: readonly Entry[];
  /** `seq` from which on entries are of this step. */
  readonly firstSeq: number;
  /** Components whose cells the step has changed. */
  readonly changed: readonly string[];
  /** A cell after the step, by component. */
  after(id: string): Cell;
}

/** What the observer makes of a step: its entries for the monitor, and the cells whose notes change. */
export interface Observation {
  readonly observed: readonly Observed[];
  readonly cells: ReadonlyMap<string, Cell>;
}

/** A lease on its way to its client, or in a client's memory. */
interface Known {
  readonly token: number | null;
  readonly lease: number;
}

type Told = { readonly [key: string]: readonly Known[] };

/** What the observer notes of a component, and on a message. */
interface Note {
  /** Where grants are counted: how many there were, by key. */
  readonly granted?: { readonly [key: string]: number };
  /** For a process: the leases that each of its workers was told of, by worker and key, in order. */
  readonly told?: { readonly [client: string]: Told };
  /** For a process: how often each of its workers was resumed. */
  readonly resumes?: { readonly [client: string]: number };
  /** On a message to a store: the same of its sender. */
  readonly sender?: { readonly told?: Told; readonly resumes?: number };
  /** On a message that carries a grant. */
  readonly carries?: { readonly key: string; readonly client: string } & Known;
}

/** Kinds that a monitor looks at. */
const WATCHED: ReadonlySet<string> = new Set([
  'grant',
  'renew',
  'revive',
  'expire',
  'release',
  'revoke',
  'steal',
  'forget',
  'believe',
  'write',
  'work',
  'wait',
  'abandon',
  'pause',
  'resume',
  'crash',
  'restart',
]);

/** Observes one step. */
export function observe(step: ObservedStep): Observation {
  const { message, entries, firstSeq } = step;
  const cells = new Map<string, Cell>();
  const cellAt = (id: string): Cell => cells.get(id) ?? step.after(id);
  const noteAt = (id: string): Note => readNote(cellAt(id).note);
  const setNote = (id: string, note: Note): void => {
    cells.set(id, { ...cellAt(id), note: writeNote(note) });
  };
  /** The component that a lane is of. */
  const homeOf = (lane: string): string =>
    step.model.components.find(({ id, lanes }) => id === lane || lanes?.includes(lane) === true)?.id ?? lane;
  const senderNote = (client: string): NonNullable<Note['sender']> => {
    const { told, resumes } = noteAt(homeOf(client));
    const [own, count] = [told?.[client], resumes?.[client]];
    return {
      ...(own === undefined ? {} : { told: own }),
      ...(count === undefined ? {} : { resumes: count }),
    };
  };
  const handled = message === null ? {} : readNote(message.note);
  const handledCause = message === null ? undefined : message.cause;
  const carried = new Map<number, NonNullable<Note['carries']>>();
  const granted = new Map<number, NonNullable<Note['carries']>>();
  const own = new Set<number>();
  const sends = new Map<number, Entry>();
  const fromClient = new Map<number, NonNullable<Note['sender']>>();
  const observed: Observed[] = [];

  const tell = (lease: NonNullable<Note['carries']>): void => {
    const { key, client, token, lease: place } = lease;
    const home = homeOf(client);
    const note = noteAt(home);
    const before = note.told?.[client];
    // A later grant with the same token hides an earlier one.
    const others = (before?.[key] ?? []).filter((known) => known.token !== token);
    const own = { ...before, [key]: [...others, { token, lease: place }] };
    setNote(home, { ...note, told: { ...note.told, [client]: own } });
  };

  /** Grants of this step that a message may carry. */
  const travelling = (seq: number) => (own.has(seq) ? undefined : granted.get(seq));

  for (const entry of entries) {
    const { ev, cause, seq } = entry;
    const fromMessage = handledCause !== undefined && cause === handledCause;
    const client = entry.client ?? entry.actor;
    const key = entry.key ?? 'lock';
    if (ev === 'grant') {
      const home = counterOf(step.model) ?? homeOf(entry.actor);
      const note = noteAt(home);
      const lease = (note.granted?.[key] ?? 0) + 1;
      setNote(home, { ...note, granted: { ...note.granted, [key]: lease } });
      if (isToldByItsClient(entry)) own.add(seq);
      granted.set(seq, { key, client, token: entry.token ?? null, lease });
    } else if (ev === 'resume' && step.countsResumes) {
      const home = homeOf(entry.actor);
      const note = noteAt(home);
      const count = (note.resumes?.[entry.actor] ?? 0) + 1;
      setNote(home, { ...note, resumes: { ...note.resumes, [entry.actor]: count } });
    } else if (ev === 'send') {
      sends.set(seq, entry);
      const isTo = step.model.components.find(({ id }) => id === entry.to)?.role;
      if (isTo === 'store') fromClient.set(seq, senderNote(entry.actor));
      const lease = cause === null ? undefined : (travelling(cause) ?? carried.get(cause));
      const passedOn = lease ?? (fromMessage ? handled.carries : undefined);
      if (passedOn !== undefined) carried.set(seq, passedOn);
    }
    const arrives = fromMessage ? handled.carries : cause === null ? undefined : carried.get(cause);
    if (arrives !== undefined && ev !== 'send' && ev !== 'lose' && ev !== 'duplicate') {
      if (entry.actor === arrives.client || entry.client === arrives.client) tell(arrives);
      else if (ev === 'deliver') carried.set(seq, arrives);
    }
    if (!WATCHED.has(ev)) continue;
    const writer = ev !== 'write' ? {} : fromMessage ? (handled.sender ?? {}) : senderNote(client);
    observed.push({
      ev,
      client,
      key,
      token: entry.token ?? null,
      lease:
        ev === 'grant'
          ? (granted.get(seq)?.lease ?? null)
          : ev === 'write'
            ? leaseOf(entry, writer.told?.[key])
            : null,
      endsInUs: entry.expires === undefined ? null : entry.expires - entry.t,
      held: entry.held ?? false,
      outcome: entry.outcome ?? '',
      record: ev === 'write' ? `${entry.store ?? 'store'}/${entry.record ?? 'record'}` : '',
      base: entry.base ?? null,
      unit: ev === 'work' && entry.phase !== 'start' ? (entry.unit ?? '') : '',
      resumes: writer.resumes ?? 0,
    });
  }
  // A grant that no message carries counts from its own entry.
  for (const [seq, lease] of granted) {
    if (own.has(seq) || ![...sends.values()].some(({ cause }) => cause === seq)) tell(lease);
  }

  for (const id of step.changed) {
    const cell = cellAt(id);
    const isNew = (item: Pending): boolean =>
      item.kind === 'message' && item.cause !== null && item.cause >= firstSeq && item.note === undefined;
    if (!cell.pending.some(isNew)) continue;
    const pending = cell.pending.map((item) => {
      if (!isNew(item) || item.cause === null) return item;
      const carries = carried.get(item.cause);
      const sender = fromClient.get(item.cause) ?? {};
      const isKnown = sender.told !== undefined || sender.resumes !== undefined;
      if (carries === undefined && !isKnown) return item;
      const note: Note = {
        ...(carries === undefined ? {} : { carries }),
        ...(isKnown ? { sender } : {}),
      };
      return { ...item, note: writeNote(note) };
    });
    cells.set(id, { ...cell, pending });
  }
  return { observed, cells };
}

/**
 * Where the grants of a key are counted: in one place, for several nodes may grant it, or clients by themselves.
 * Null: at whoever grants.
 */
function counterOf({ components }: Model): string | null {
  const found =
    components.find(({ role }) => role === 'service') ?? components.find(({ role }) => role === 'store');
  return found?.id ?? null;
}

/** Of the leases its client knew of, the last with the write's token, else the last. */
function leaseOf(entry: Entry, known: readonly Known[] = []): number | null {
  const named = entry.token === undefined ? undefined : known.findLast(({ token }) => token === entry.token);
  return (named ?? known.at(-1))?.lease ?? null;
}

/** A note with its numbers read: what cannot be asked about any more is forgotten. */
export function rankedNote(text: string, sink: RankSink): string {
  const { granted, told, sender, carries, ...rest } = readNote(text);
  const known = ({ token, lease }: Known, key: string): Known => ({
    token: token === null ? null : sink.weak(TOKENS, token),
    // A lease that the monitor has forgotten is over, whichever it was.
    lease: lease === 0 ? 0 : (sink.weak(placeFamily(key), lease) ?? 0),
  });
  const toldOf = (by: Told): Told =>
    mapFields(by, (list, key) => {
      const read = list.map((one) => known(one, key));
      // A token that nobody has any more is not presented again; the last lease counts without one.
      return read.filter((one, index) => index === read.length - 1 || one.token !== null);
    });
  const note: Note = {
    ...rest,
    ...(granted === undefined
      ? {}
      : { granted: mapFields(granted, (count, key) => sink.number(placeFamily(key), count, true)) }),
    ...(told === undefined ? {} : { told: mapFields(told, toldOf) }),
    ...(sender === undefined
      ? {}
      : { sender: sender.told === undefined ? sender : { ...sender, told: toldOf(sender.told) } }),
    ...(carries === undefined ? {} : { carries: { ...carries, ...known(carries, carries.key) } }),
  };
  return writeNote(note);
}

function mapFields<A, B>(
  fields: { readonly [name: string]: A },
  change: (inner: A, name: string) => B,
): { readonly [name: string]: B } {
  const names = Object.keys(fields).sort(compareText);
  return Object.fromEntries(names.map((name) => [name, change(fields[name] as A, name)]));
}

/** Equal notes give equal texts. */
function writeNote({ granted, told, resumes, sender, carries }: Note): string {
  const inOrder: Note = {
    ...(granted === undefined ? {} : { granted: mapFields(granted, (count) => count) }),
    ...(told === undefined ? {} : { told: mapFields(told, (by) => mapFields(by, (list) => list)) }),
    ...(resumes === undefined ? {} : { resumes: mapFields(resumes, (count) => count) }),
    ...(sender === undefined ? {} : { sender: senderInOrder(sender) }),
    ...(carries === undefined ? {} : { carries }),
  };
  return JSON.stringify(inOrder);
}

function senderInOrder({ told, resumes }: NonNullable<Note['sender']>): NonNullable<Note['sender']> {
  return {
    ...(told === undefined ? {} : { told: mapFields(told, (list) => list) }),
    ...(resumes === undefined ? {} : { resumes }),
  };
}

function readNote(note: string | undefined): Note {
  return note === undefined ? {} : (JSON.parse(note) as Note);
}
