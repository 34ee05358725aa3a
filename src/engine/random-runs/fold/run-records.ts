import { empty } from '../empty.ts';
import type { Fact, Names } from './facts.ts';
import { RAN_OUT, RENEWED, REPLACED, RunLease } from './run-lease.ts';
import { ClientState, HolderState, KeyState, NO_TOKEN } from './run-state.ts';

/** The keys, clients and leases of one random run after the other, by number; see verdict/ledger.ts. */
export class RunRecords {
  /** The keys of this run. */
  readonly met: KeyState[] = [];
  private run = 0;
  private readonly names: Names;
  private readonly keys: KeyState[] = [];
  private readonly clients: ClientState[] = [];
  private readonly holders: HolderState[] = [];
  private readonly leases: RunLease[] = [];
  private leaseCount = 0;

  constructor(names: Names) {
    this.names = names;
  }

  begin(): void {
    this.run += 1;
    empty(this.met);
    this.leaseCount = 0;
  }

  /** A lease begins, and ends the one that its client still has. */
  newLease(holder: HolderState, token: number, seq: number, t: number, expires: number): RunLease {
    const { key, client } = holder;
    replace(holder.last, seq, t);
    // A renewal may have brought an earlier one back by its token.
    replace(holder.promised, seq, t);
    const before = key.leases[key.leases.length - 1];
    const row = before !== undefined && before.client === client.number ? before.row : { next: null };
    let lease = this.leases[this.leaseCount];
    if (lease === undefined) {
      lease = new RunLease();
      this.leases.push(lease);
    }
    this.leaseCount += 1;
    lease.begin(holder.number, client.number, token, key.leases.length, row, seq, t);
    lease.promise(expires);
    if (before !== undefined && before.row !== row) before.row.next = lease;
    key.leases.push(lease);
    key.record = lease;
    holder.promise(lease);
    holder.leases.push(lease);
    return lease;
  }

  /** The lease that an entry speaks of: by client and token, else the client's last. */
  leaseOf(fact: Fact, key: KeyState): RunLease | null {
    if (!fact.namesClient) return key.record;
    const holder = this.holders[fact.holder];
    if (holder === undefined || holder.run !== this.run) return null;
    const { leases } = holder;
    if (fact.token !== NO_TOKEN) {
      for (let index = leases.length - 1; index >= 0; index -= 1) {
        const lease = leases[index];
        if (lease !== undefined && lease.token === fact.token) return lease;
      }
    }
    return holder.last ?? null;
  }

  key(number: number): KeyState {
    while (this.keys.length <= number) this.keys.push(new KeyState());
    const key = this.keys[number] ?? new KeyState();
    if (key.run !== this.run) {
      key.begin(this.run);
      this.met.push(key);
    }
    return key;
  }

  client(number: number): ClientState {
    while (this.clients.length <= number) this.clients.push(new ClientState(this.clients.length));
    const client = this.clients[number] ?? new ClientState(number);
    if (client.run !== this.run) client.begin(this.run);
    return client;
  }

  holder(number: number): HolderState {
    const known = this.holders[number];
    if (known !== undefined && known.run === this.run) return known;
    const key = this.key(this.names.keyOf[number] ?? 0);
    const client = this.client(this.names.clientOf[number] ?? 0);
    const holder = known ?? new HolderState(number, key, client);
    this.holders[number] = holder;
    holder.begin(this.run);
    key.holders.push(holder);
    client.holders.push(holder);
    return holder;
  }
}

/** A client is granted a lease in the place of one that it still has. */
function replace(earlier: RunLease | null | undefined, seq: number, t: number): void {
  if (earlier === null || earlier === undefined || earlier.ended !== RENEWED) return;
  earlier.end(seq, t < earlier.promised ? REPLACED : RAN_OUT);
  earlier.isOpen = false;
}
