import type { Micros } from '../engine/time.ts';
import type { Entry, Json, Trace } from '../engine/trace.ts';
import { DEFAULT_STORE } from '../engine/verdict/records.ts';
import type { Catalogue } from './catalogue.ts';
import { formatTime, timeFormatOf, type TimeFormat } from './time.ts';

/**
 * One sentence about an entry: the same in the list, the tooltip, the live region and the transcript. Keys and
 * records are named where the trace has several. `format` is that of the view; absent, that of the trace.
 */
export function describeEntry(entry: Entry, trace: Trace, text: Catalogue, format?: TimeFormat): string {
  const words = text.entry;
  const who = entry.client ?? entry.actor;
  const key = keyOf(entry, trace, text);
  const at = (time: Micros) => formatTime(time, format ?? timeFormatOf(trace), text.time);
  const until = entry.expires === undefined ? undefined : at(entry.expires);
  const by = entry.by === entry.client ? undefined : entry.by;
  switch (entry.ev) {
    case 'grant':
      return words.grant(who, key, entry.token, until);
    case 'renew':
      return words.renew(who, by, until);
    case 'revive':
      return words.revive(who, until);
    case 'expire':
      return words.expire(who, entry.token);
    case 'release':
      return words.release(who, key, by);
    case 'revoke':
      return words.revoke(who, entry.by);
    case 'steal':
      return words.steal(who, by);
    case 'forget':
      return words.forget(who);
    case 'believe':
      return entry.held === false
        ? words.disbelieves(who, key, pick(text.reason, entry.reason))
        : words.believes(who, key, entry.token);
    case 'write':
      return words.write({
        client: who,
        store: first(storeOf(entry), text),
        op: entry.op,
        value: entry.value,
        token: entry.token,
        outcome: entry.outcome,
        why: entry.outcome === 'rejected' ? pick(text.reason, entry.reason) : undefined,
        fence: entry.fence,
      });
    case 'check':
      return words.check(who, first(storeOf(entry), text), entry.op, entry.value, entry.token);
    case 'read':
      return words.read(
        who,
        recordOf(entry, trace, text),
        within(storeOf(entry), text),
        entry.value,
        entry.base,
      );
    case 'fill':
      return words.fill(first(storeOf(entry), text), recordOf(entry, trace, text), entry.value, who);
    case 'clear':
      return words.clear(within(storeOf(entry), text), recordOf(entry, trace, text), who);
    case 'wait':
      return words.wait(who, key);
    case 'abandon':
      return words.abandon(who, key);
    case 'work':
      return (entry.phase === 'start' ? words.workStart : words.workEnd)(who, entry.unit ?? entry.ev);
    case 'pause':
      return words.pause(first(who, text));
    case 'resume':
      return words.resume(first(who, text));
    case 'crash':
      return words.crash(first(who, text));
    case 'restart':
      return words.restart(first(who, text));
    case 'note':
      return note(entry, text);
    case 'send':
      return words.send(
        first(entry.actor, text),
        within(entry.to ?? '', text),
        messageOf(entry, trace, text),
      );
    case 'deliver':
      return delivered(entry, trace, text);
    case 'duplicate':
      return words.duplicate(
        within(entry.to ?? '', text),
        messageOf(sendOf(entry, trace), trace, text),
        within(entry.actor, text),
      );
    case 'lose':
      return lost(entry, trace, text);
    case 'refuse':
      return refusal(entry, key, text);
    case 'fence':
      return words.fence(within(storeOf(entry), text), key, entry.fence ?? entry.token);
    case 'clock': {
      const { byUs, ratePpm } = entry;
      const by = byUs === undefined ? undefined : at(Math.abs(byUs) as Micros);
      const percent = ratePpm === undefined ? undefined : ratePpm / 10_000;
      return words.clock(within(entry.actor, text), by, (byUs ?? 0) >= 0, percent);
    }
    case 'fault':
      return fault(entry, at, text);
    default:
      return ownText(entry) ?? words.other(first(who, text), entry.ev);
  }
}

function fault(entry: Entry, at: (time: Micros) => string, text: Catalogue): string {
  const words = text.entry;
  const who = first(entry.actor, text);
  const isOver = entry.phase === 'end';
  switch (entry.op) {
    case 'refuse':
      return isOver ? words.answersAgain(who) : words.refusesAll(who);
    case 'slow':
      return isOver ? words.slowNoMore(who) : words.slow(who, at(entry.byUs ?? (0 as Micros)));
    default:
      return words.fault(who, entry.op?.replaceAll('-', ' ') ?? entry.ev, isOver);
  }
}

function note(entry: Entry, text: Catalogue): string {
  const words = text.entry;
  const isOneWay = entry.reason === 'one-way';
  if (entry.by !== undefined && entry.op === 'cut')
    return (isOneWay ? words.cutOneWay : words.cut)(within(entry.actor, text), within(entry.by, text));
  if (entry.by !== undefined && entry.op === 'heal')
    return (isOneWay ? words.healOneWay : words.heal)(within(entry.actor, text), within(entry.by, text));
  const noted = Object.hasOwn(words.noted, entry.op ?? '') ? words.noted[entry.op ?? ''] : undefined;
  const said = noted?.(first(entry.actor, text), entry.client ?? '');
  return said ?? ownText(entry) ?? words.note(first(entry.client ?? entry.actor, text));
}

/** What a log says of itself; undefined where that is blank. */
function ownText({ text }: Entry): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The entry that sent the message which this one is about. */
function sendOf(entry: Entry, trace: Trace): Entry | undefined {
  const cause = entry.cause === null ? undefined : trace[entry.cause];
  return cause?.ev === 'send' ? cause : undefined;
}

function delivered(entry: Entry, trace: Trace, text: Catalogue): string {
  const sent = sendOf(entry, trace);
  const from = sent === undefined ? undefined : within(sent.actor, text);
  return text.entry.deliver(first(entry.actor, text), from, messageOf(sent, trace, text));
}

function lost(entry: Entry, trace: Trace, text: Catalogue): string {
  const sent = sendOf(entry, trace);
  const from = sent === undefined ? undefined : within(sent.actor, text);
  if (entry.reason === 'unfinished')
    return text.entry.unfinished(first(entry.actor, text), messageOf(sent, trace, text), from);
  const why = pick(text.entry.lostReason, entry.reason);
  return text.entry.lose(first(sent?.to ?? entry.actor, text), messageOf(sent, trace, text), from, why);
}

function refusal(entry: Entry, key: string, text: Catalogue): string {
  const words = text.entry;
  const who = entry.client ?? entry.actor;
  const what =
    entry.op === 'renew' || entry.op === 'release'
      ? words.refused[entry.op](who)
      : words.refused.acquire(who, key);
  if (entry.reason === 'held' && entry.by !== undefined) {
    return words.refuseHeld(first(entry.actor, text), what, entry.by, entry.token);
  }
  return words.refuse(first(entry.actor, text), what, pick(text.reason, entry.reason));
}

function messageOf(sent: Entry | undefined, trace: Trace, text: Catalogue): string {
  const words = text.entry;
  const body = fieldsOf(sent?.body);
  return answerOf(sent, body, trace, text) ?? pick(words.message, typeOf(body)) ?? words.aMessage;
}

/** An answer whose words depend on what was asked; undefined for any other message. */
function answerOf(
  sent: Entry | undefined,
  body: Fields,
  trace: Trace,
  { entry: words }: Catalogue,
): string | undefined {
  const said = ANSWERS.map((field) => body[field]).find((value) => value !== undefined);
  if (sent === undefined || said === undefined) return undefined;
  const asked = typeOf(fieldsOf(requestOf(sent, trace)?.body));
  if (asked === 'incr' && typeof said === 'number') return words.counted(said);
  const answer = asked !== undefined && Object.hasOwn(words.answer, asked) ? words.answer[asked] : undefined;
  return said === false || said === 0 ? answer?.no : answer?.yes;
}

/** Where answers say whether what was asked was done, or how often. */
const ANSWERS = ['ok', 'succeeded', 'found', 'value'] as const;

/** The message that an answer was sent on: the nearest cause that was sent the other way. */
function requestOf(sent: Entry, trace: Trace): Entry | undefined {
  let cause = sent.cause;
  while (cause !== null) {
    const entry: Entry | undefined = trace[cause];
    if (entry === undefined) return undefined;
    if (entry.ev === 'send') return entry.actor === sent.to && entry.to === sent.actor ? entry : undefined;
    cause = entry.cause;
  }
  return undefined;
}

interface Fields {
  readonly [name: string]: Json;
}

function fieldsOf(body: Json | undefined): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};
}

function typeOf({ type }: Fields): string | undefined {
  return typeof type === 'string' ? type : undefined;
}

function storeOf(entry: Entry): string {
  return entry.store ?? DEFAULT_STORE;
}

/** A part of the system within a sentence: by its role where its name says no more, else by its name. */
function within(id: string, { entry }: Catalogue): string {
  const part = partOf(id);
  return part === null ? (pick(entry.services, id) ?? id) : entry.parts[part];
}

/** The same at the start of a sentence. A name stays as it is. */
function first(id: string, { entry }: Catalogue): string {
  const part = partOf(id);
  return part === null ? (pick(entry.services, id) ?? id) : entry.partsFirst[part];
}

function partOf(id: string): 'store' | 'service' | null {
  if (id === DEFAULT_STORE) return 'store';
  return SERVICES.has(id) ? 'service' : null;
}

/** Names of the lock service in simulations and in recorded logs that do not name theirs. */
const SERVICES: ReadonlySet<string> = new Set(['lock', 'lock service']);

function keyOf(entry: Entry, trace: Trace, text: Catalogue): string {
  return entry.key !== undefined && severalIn(trace).keys
    ? text.entry.keyNamed(entry.key)
    : text.entry.theKey;
}

function recordOf(entry: Entry, trace: Trace, text: Catalogue): string {
  return entry.record !== undefined && severalIn(trace).records
    ? text.entry.recordNamed(entry.record)
    : text.entry.theRecord;
}

interface Several {
  readonly keys: boolean;
  readonly records: boolean;
}

/** The same trace is asked about with every sentence. */
const known = new WeakMap<Trace, Several>();

function severalIn(trace: Trace): Several {
  let several = known.get(trace);
  if (several === undefined) {
    const isOther = (field: 'key' | 'record') => {
      const first = trace.find((entry) => entry[field] !== undefined)?.[field];
      return trace.some((entry) => entry[field] !== undefined && entry[field] !== first);
    };
    several = { keys: isOther('key'), records: isOther('record') };
    known.set(trace, several);
  }
  return several;
}

/** Looks a word up by a name from outside; undefined if the catalogue has none. */
function pick(words: Readonly<Record<string, string>>, name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(words, name) ? words[name] : undefined;
}
