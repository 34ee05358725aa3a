import { isToldByItsClient, type Entry } from '../../trace.ts';
import { NO_TOKEN } from './run-state.ts';

/** What an entry tells the verdict. */
export const NOTHING = 0;
export const GRANT = 1;
export const RENEW = 2;
export const EXPIRE = 3;
export const RELEASE = 4;
export const REVOKE = 5;
/** Taken over or forgotten. */
export const TAKE = 6;
export const BELIEVE = 7;
export const DISBELIEVE = 8;
export const WRITE = 9;
export const READ = 10;
export const WAIT = 11;
export const ABANDON = 12;
export const WORK_START = 13;
export const WORK_END = 14;
export const PAUSE = 15;
export const RESUME = 16;
export const CRASH = 17;
export const RESTART = 18;

const KINDS: ReadonlyMap<string, number> = new Map([
  ['grant', GRANT],
  ['renew', RENEW],
  ['revive', RENEW],
  ['expire', EXPIRE],
  ['release', RELEASE],
  ['revoke', REVOKE],
  ['steal', TAKE],
  ['forget', TAKE],
  ['write', WRITE],
  ['read', READ],
  ['wait', WAIT],
  ['abandon', ABANDON],
  ['pause', PAUSE],
  ['resume', RESUME],
  ['crash', CRASH],
  ['restart', RESTART],
]);

/** Why a belief ended: of its holder's own will, by a loss, or untold. */
export const OWN_WILL = 0;
export const LOSS = 1;
export const UNTOLD = 2;

/** An entry as far as the verdict counts it, apart from when it happens; names by number. */
export interface Fact {
  readonly kind: number;
  readonly holder: number;
  readonly client: number;
  /** The entry names a client; of one that does not, a lease is that on record. */
  readonly namesClient: boolean;
  readonly key: number;
  readonly token: number;
  readonly accepted: boolean;
  readonly record: number;
  /** -1: nothing was read. */
  readonly base: number;
  /** It says when its message was sent. */
  readonly isSent: boolean;
  readonly isOwn: boolean;
  /** Who did it, where it says so; -1: it does not. */
  readonly by: number;
  readonly reason: number;
  readonly unit: number;
}

/** Reasons for which a client ends its belief of its own will; see verdict/false-loss.ts. */
const OF_ITS_OWN_WILL: ReadonlySet<string> = new Set(['released', 'finished', 'crashed']);

/** Numbers for texts, and for pairs of them. */
export class Names {
  readonly keyOf: number[] = [];
  readonly clientOf: number[] = [];
  private readonly texts = new Map<string, number>();
  private readonly holders = new Map<string, number>();

  text(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, this.texts.size);
    return this.texts.size - 1;
  }

  /** The number of a client under a key. */
  holder(key: number, client: number): number {
    const name = `${String(key)} ${String(client)}`;
    const known = this.holders.get(name);
    if (known !== undefined) return known;
    this.keyOf.push(key);
    this.clientOf.push(client);
    this.holders.set(name, this.holders.size);
    return this.holders.size - 1;
  }
}

/** What an entry tells the verdict; null: nothing. */
export function factOf(entry: Entry, names: Names): Fact | null {
  const kind = kindOf(entry);
  if (kind === NOTHING) return null;
  const key = names.text(entry.key ?? 'lock');
  const client = names.text(entry.client ?? entry.actor);
  return {
    kind,
    holder: names.holder(key, client),
    client,
    namesClient: entry.client !== undefined,
    key,
    token: entry.token ?? NO_TOKEN,
    accepted: entry.outcome === 'accepted',
    record: names.text(`${entry.store ?? 'store'} ${entry.record ?? 'record'}`),
    base: entry.base ?? -1,
    isSent: entry.sent !== undefined,
    isOwn: isToldByItsClient(entry),
    by: entry.by === undefined ? -1 : names.text(entry.by),
    reason: entry.reason === undefined ? UNTOLD : OF_ITS_OWN_WILL.has(entry.reason) ? OWN_WILL : LOSS,
    unit: entry.unit === undefined ? -1 : names.text(`unit ${entry.unit}`),
  };
}

function kindOf({ ev, held, unit, phase }: Entry): number {
  if (ev === 'believe') return held === undefined ? NOTHING : held ? BELIEVE : DISBELIEVE;
  if (ev === 'work') return unit === undefined ? NOTHING : phase === 'start' ? WORK_START : WORK_END;
  return KINDS.get(ev) ?? NOTHING;
}
