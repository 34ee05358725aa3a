import type { Entry } from '../trace.ts';
import { Deliveries } from './deliveries.ts';
import { Lease, type EndedBy } from './lease.ts';
import {
  DEFAULT_KEY,
  newClient,
  newHolder,
  newKey,
  type Change,
  type ClientState,
  type Holder,
  type KeyState,
  type WriteRecord,
} from './records.ts';

/**
 * What is known of every lock, client and write of a trace, kept up entry by entry. Entries come in their
 * order, `seq` counting from 0. It judges nothing; the findings are made from it.
 */
export class Ledger {
  readonly entries: Entry[] = [];
  /** For each entry the `seq` of the root of its causes. */
  readonly roots: number[] = [];
  readonly keys = new Map<string, KeyState>();
  readonly clients = new Map<string, ClientState>();
  readonly writes: WriteRecord[] = [];
  sawWait = false;
  sawWork = false;
  sawMargin = false;
  private readonly deliveries = new Deliveries();

  /** Takes in the next entry and tells what it changed. */
  take(entry: Entry): Change {
    this.entries.push(entry);
    this.roots.push(entry.cause === null ? entry.seq : (this.roots[entry.cause] ?? entry.seq));
    const lost = this.deliveries.follow(entry);
    if (lost !== null) return { kind: 'undelivered', lease: lost };
    switch (entry.ev) {
      case 'grant':
        return this.grant(entry);
      case 'renew':
      case 'revive':
        return this.renew(entry);
      case 'expire':
      case 'release':
      case 'revoke':
      case 'steal':
      case 'forget':
        return this.end(entry, entry.ev as EndedBy);
      case 'believe':
        return this.believe(entry);
      case 'write':
        return this.write(entry);
      case 'read':
        return { kind: 'acted', holder: this.holderOf(entry) };
      case 'wait':
        return this.wait(entry);
      case 'abandon':
        return this.abandon(entry);
      case 'work':
        return this.work(entry);
      case 'pause':
      case 'resume':
      case 'crash':
      case 'restart':
        return this.process(entry);
      default:
        return null;
    }
  }

  /** The client of an entry: named, else the actor. */
  client(id: string): ClientState {
    let client = this.clients.get(id);
    if (client === undefined) {
      client = newClient(id);
      this.clients.set(id, client);
    }
    return client;
  }

  private grant(entry: Entry): Change {
    const holder = this.holderOf(entry);
    const lease = this.newLease(entry, holder);
    const { abandoned } = holder;
    this.deliveries.begin(entry, lease);
    this.stopWaiting(holder);
    return { kind: 'granted', key: holder.key, holder, lease, abandoned };
  }

  private newLease(entry: Entry, holder: Holder): Lease {
    const { key, client } = holder;
    for (const earlier of holder.lasting) {
      if (earlier.ended !== null) continue;
      earlier.end(entry, entry.t < earlier.promised ? 'grant' : 'expires');
      client.open.delete(earlier);
    }
    holder.lasting.clear();
    const last = key.leases.at(-1);
    const before = last === undefined ? key.older : [last];
    const run = before.find((other) => other.client === client.id)?.run ?? { next: null };
    const lease = new Lease(entry, client.id, key.key, key.leases.length, run);
    for (const other of before) if (other.run !== run) other.run.next = lease;
    key.leases.push(lease);
    key.record = lease;
    promise(holder, lease);
    holder.leases.push(lease);
    if (entry.token !== undefined) holder.byToken.set(entry.token, lease);
    client.open.add(lease);
    return lease;
  }

  /** A lease of which the first that is heard is its end: it was granted before all that the trace tells of. */
  private olderLease(entry: Entry, holder: Holder): Lease {
    const { key, client } = holder;
    const lease = new Lease(entry, client.id, key.key, BEFORE_ALL, { next: key.leases[0] ?? null });
    // Nobody knows what had been promised; only an expiry tells that it is past.
    lease.promised = entry.ev === 'expire' ? entry.t : Infinity;
    key.older.push(lease);
    key.record ??= lease;
    holder.leases.push(lease);
    if (entry.token !== undefined) holder.byToken.set(entry.token, lease);
    return lease;
  }

  private renew(entry: Entry): Change {
    const known = this.leaseOf(entry);
    if (known === null) {
      // A log that begins in the middle: the renewal is the first that is heard of the lease.
      const holder = this.holderOf(entry);
      return { kind: 'renewed', key: holder.key, lease: this.newLease(entry, holder), ...FIRST_HEARD };
    }
    if (known.ended !== null && known.ended !== 'expire') return null;
    const key = this.key(entry);
    const revived = !known.promises(entry.t);
    const promisedBefore = known.promised;
    known.renew(entry);
    if (revived) {
      key.record = known;
      const holder = key.holders.get(known.client);
      if (holder !== undefined) promise(holder, known);
      this.client(known.client).open.add(known);
    }
    return { kind: 'renewed', key, lease: known, revived, promisedBefore };
  }

  private end(entry: Entry, by: EndedBy): Change {
    const key = this.key(entry);
    const known = this.leaseOf(entry);
    const lease = known ?? this.olderLease(entry, this.holderOf(entry));
    if (lease.ended !== null) return null;
    const passedOn = lease.passedOn(entry.t);
    lease.end(entry, by);
    this.client(lease.client).open.delete(lease);
    const holder = key.holders.get(lease.client);
    if (holder !== undefined && by !== 'expire') holder.stopped = entry;
    return { kind: 'ended', key, lease, by, passedOn };
  }

  private believe(entry: Entry): Change {
    if (entry.held === undefined) return null;
    const holder = this.holderOf(entry);
    const { key, client } = holder;
    holder.beliefKnown = true;
    if (entry.marginUs !== undefined) {
      holder.marginUs = entry.marginUs;
      this.sawMargin = true;
    }
    const began = holder.belief;
    if (entry.held) {
      this.stopWaiting(holder);
      if (began !== null) return { kind: 'acted', holder };
      holder.belief = entry;
      key.believers.set(client.id, holder);
      client.believing.add(holder);
      return { kind: 'believed', holder };
    }
    if (began === null) return null;
    holder.belief = null;
    holder.stopped = entry;
    key.believers.delete(client.id);
    client.believing.delete(holder);
    return { kind: 'disbelieved', holder, began };
  }

  private write(entry: Entry): Change {
    const holder = this.holderOf(entry);
    const cause = this.causeOf(entry);
    // What was checked before it was applied was sent before it was checked.
    const sent = cause?.ev === 'check' ? this.causeOf(cause) : cause;
    const write: WriteRecord = {
      entry,
      key: holder.key,
      client: holder.client.id,
      sentSeq: sent?.ev === 'send' ? sent.seq : null,
      leasesBefore: holder.key.leases.length,
      wasGranted: holder.key.leases.length + holder.key.older.length > 0,
      record: holder.key.record,
    };
    this.writes.push(write);
    return { kind: 'written', write, holder };
  }

  private causeOf({ cause }: Entry): Entry | undefined {
    return cause === null ? undefined : this.entries[cause];
  }

  private wait(entry: Entry): Change {
    this.sawWait = true;
    const holder = this.holderOf(entry);
    holder.abandoned = false;
    if (holder.wait === null) {
      holder.wait = entry;
      holder.client.waiting.add(holder);
    }
    return null;
  }

  private abandon(entry: Entry): Change {
    const holder = this.holderOf(entry);
    this.stopWaiting(holder);
    holder.abandoned = true;
    return null;
  }

  private work(entry: Entry): Change {
    const { unit } = entry;
    if (unit === undefined) return null;
    this.sawWork = true;
    const holder = this.holderOf(entry);
    if (entry.phase === 'start') {
      holder.units.add(unit);
      holder.client.working.add(holder);
      return { kind: 'acted', holder };
    }
    holder.units.delete(unit);
    if (holder.units.size === 0) holder.client.working.delete(holder);
    holder.worked = entry;
    holder.stopped = entry;
    return { kind: 'unit-done', holder, unit };
  }

  private process(entry: Entry): Change {
    const client = this.client(entry.client ?? entry.actor);
    client.halts.push(entry.seq);
    switch (entry.ev) {
      case 'pause':
        client.paused ??= entry;
        return null;
      case 'resume':
        client.paused = null;
        return null;
      case 'restart':
        client.crashed = null;
        client.paused = null;
        for (const lease of client.left) if (lease.ended === null) client.open.add(lease);
        client.left.clear();
        return null;
      default:
        return this.crash(client, entry);
    }
  }

  private crash(client: ClientState, entry: Entry): Change {
    client.crashed = entry;
    client.paused = null;
    for (const holder of client.believing) {
      holder.belief = null;
      holder.stopped = entry;
      holder.key.believers.delete(client.id);
    }
    for (const holder of client.working) {
      holder.units.clear();
      holder.stopped = entry;
    }
    for (const holder of client.waiting) holder.wait = null;
    const left = [...client.open];
    for (const lease of left) {
      client.left.add(lease);
      const holder = this.keys.get(lease.key)?.holders.get(client.id);
      if (holder !== undefined) holder.stopped = entry;
    }
    client.believing.clear();
    client.working.clear();
    client.waiting.clear();
    client.open.clear();
    return { kind: 'crashed', left };
  }

  private stopWaiting(holder: Holder): void {
    holder.abandoned = false;
    if (holder.wait === null) return;
    holder.wait = null;
    holder.client.waiting.delete(holder);
  }

  /** The lease that an entry of the lock service speaks of: by client and token, else the client's last. */
  private leaseOf(entry: Entry): Lease | null {
    const key = this.key(entry);
    if (entry.client === undefined) return key.record;
    const holder = key.holders.get(entry.client);
    if (holder === undefined) return null;
    const named = entry.token === undefined ? undefined : holder.byToken.get(entry.token);
    return named ?? holder.leases.at(-1) ?? null;
  }

  private key(entry: Entry): KeyState {
    const name = entry.key ?? DEFAULT_KEY;
    let key = this.keys.get(name);
    if (key === undefined) {
      key = newKey(name);
      this.keys.set(name, key);
    }
    return key;
  }

  private holderOf(entry: Entry): Holder {
    const key = this.key(entry);
    const id = entry.client ?? entry.actor;
    let holder = key.holders.get(id);
    if (holder === undefined) {
      holder = newHolder(this.client(id), key);
      key.holders.set(id, holder);
    }
    return holder;
  }
}

/** A lease begins to promise the key, in the place of what its client was promised before. */
function promise(holder: Holder, lease: Lease): void {
  const { promised: before } = holder;
  if (before !== null && before !== lease) before.dropped = true;
  holder.promised = lease;
  holder.lasting.add(lease);
  holder.key.promises.push(lease);
}

/** The place of a lease that was granted before the trace began. */
const BEFORE_ALL = -1;

const FIRST_HEARD = { revived: true, promisedBefore: -Infinity } as const;
