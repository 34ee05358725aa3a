import { stepOfEntry, type History } from '../../../engine/play.ts';
import type { Entry } from '../../../engine/trace.ts';
import type { Run } from '../../../scenarios/run.ts';

/** A request, or a message that nobody asked for, and what came of it. */
export interface Exchange {
  /** Stable name of the request: `A>store#1`. */
  readonly name: string;
  readonly request: Entry;
  /** The first entry that the receiver made on it; null while it is on its way or lost. */
  readonly handled: Entry | null;
  readonly lost: Entry | null;
  /** What the receiver sent back in the same step. */
  readonly reply: Entry | null;
}

/** The messages of a run by name. */
export interface Exchanges {
  readonly byName: ReadonlyMap<string, Exchange>;
  /** Name of a reply to name of its request. */
  readonly requestOf: ReadonlyMap<string, string>;
}

interface Played {
  readonly run: Run;
  readonly history: History;
}

const known = new WeakMap<History, Exchanges>();

/** Every exchange of a run; read once for a history. */
export function exchangesOf(played: Played): Exchanges {
  const before = known.get(played.history);
  if (before !== undefined) return before;
  const made = readExchanges(played);
  known.set(played.history, made);
  return made;
}

/** The exchanges that an entry belongs to: its own message, or those of the step that made it. */
export function exchangesAt(played: Played, seq: number): readonly Exchange[] {
  const { byName, requestOf } = exchangesOf(played);
  const { entries, steps } = played.history;
  const own = entries[seq]?.message;
  const index = stepOfEntry(played.history, seq);
  const names = own === undefined ? namesIn(entriesOfStep(entries, steps, index)) : [own];
  const requests = new Set(names.map((name) => requestOf.get(name) ?? name));
  return [...requests].flatMap((name) => byName.get(name) ?? []);
}

const SENT: ReadonlySet<string> = new Set(['send', 'duplicate']);

/** The message that a step handled, or else those that it sent. */
function namesIn(entries: readonly Entry[]): readonly string[] {
  const handled = entries.filter((entry) => entry.message !== undefined && !SENT.has(entry.ev));
  const chosen = handled.length > 0 ? handled : entries;
  return chosen.flatMap(({ message }) => message ?? []);
}

function readExchanges({ run, history }: Played): Exchanges {
  const { entries, steps } = history;
  const clients = new Set(run.lanes.filter(({ role }) => role === 'client').map(({ id }) => id));
  const byName = new Map<string, Exchange>();
  const requestOf = new Map<string, string>();
  steps.forEach((_, index) => {
    const made = entriesOfStep(entries, steps, index);
    for (const entry of made) {
      const { message } = entry;
      if (message === undefined) continue;
      if (entry.ev === 'send') {
        byName.set(message, { name: message, request: entry, handled: null, lost: null, reply: null });
        continue;
      }
      const exchange = byName.get(message);
      if (exchange === undefined || entry.ev === 'duplicate') continue;
      if (entry.ev === 'lose') {
        byName.set(message, { ...exchange, lost: entry });
        continue;
      }
      const reply = clients.has(entry.actor) ? null : replyIn(made, entry, exchange);
      byName.set(message, { ...exchange, handled: entry, reply });
      if (reply?.message !== undefined) requestOf.set(reply.message, message);
    }
  });
  return { byName, requestOf };
}

function replyIn(made: readonly Entry[], handled: Entry, exchange: Exchange): Entry | null {
  const isReply = (entry: Entry): boolean =>
    entry.ev === 'send' && entry.actor === handled.actor && entry.to === exchange.request.actor;
  return made.find((entry) => entry.seq > handled.seq && isReply(entry)) ?? null;
}

function entriesOfStep(entries: readonly Entry[], steps: History['steps'], index: number): readonly Entry[] {
  const step = steps[index];
  return step === undefined ? [] : entries.slice(step.firstSeq, step.world.nextSeq);
}
