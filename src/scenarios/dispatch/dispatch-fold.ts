import type { Micros } from '../../engine/time.ts';
import type { Entry, Json } from '../../engine/trace.ts';
import { TICK } from './dispatch-model.ts';
import type { DispatchCell, DispatchRun, Written } from './dispatch-run.ts';

type Mutable<Of> = { -readonly [Field in keyof Of]: Of[Field] };
type Count = Mutable<Written>;

interface Poll {
  readonly node: string;
  readonly tick: number;
  taken: number;
  readonly written: Count;
  readonly late: Count;
}

interface Lease {
  readonly client: string;
  readonly tick: number;
  readonly isGrant: boolean;
  readonly expires: Micros | null;
}

/** What the fold has to know beside the trace. */
interface Watched {
  readonly orders: number;
  readonly nodes: readonly string[];
  /** What happens from this tick on happens after the run. */
  readonly endTick: number;
}

/**
 * Reads a run of the dispatch comparison off its trace: polls and batches from the messages, effects from
 * the writes at the sink, leaders from the grants of the lease. It knows nothing of the mode.
 */
export class DispatchFold {
  private readonly watched: Watched;
  private readonly polls: Poll[] = [];
  /** The poll of each node that its writes belong to. */
  private readonly latest = new Map<string, Poll>();
  /** Orders that took effect. */
  private readonly done = new Set<string>();
  private readonly leases: Lease[] = [];
  private stalled: { readonly node: string; readonly tick: number } | null = null;
  /** When the last claim of each node ran out that did. */
  private readonly claimsOver = new Map<string, number>();
  /** The last tick of the run, so far: while an order is open, the last one with a poll or the stall. */
  private lastTick = 0;

  constructor(watched: Watched) {
    this.watched = watched;
  }

  /** Takes in the next entry. */
  step(entry: Entry): void {
    const tick = Math.floor(entry.t / TICK);
    const isComplete = this.done.size === this.watched.orders;
    switch (entry.ev) {
      case 'send':
        this.sent(entry, tick);
        return;
      case 'write':
        this.wrote(entry, tick);
        return;
      case 'grant':
      case 'renew': {
        if (isComplete) return;
        const { client = '', expires = null, ev } = entry;
        this.leases.push({ client, tick, isGrant: ev === 'grant', expires });
        return;
      }
      case 'pause':
        if (isComplete) return;
        this.stalled = { node: entry.actor, tick };
        this.lastTick = tick;
        return;
      case 'claim-over':
        this.claimsOver.set(entry.client ?? '', tick);
        return;
      default:
    }
  }

  /** What was read. */
  end(): Omit<DispatchRun, 'mode' | 'trace' | 'verdict'> {
    const { nodes, orders } = this.watched;
    const ticks = this.lastTick + 1;
    const takeover = this.takeover();
    const { effects, duplicates, refused } = sum(this.polls.flatMap(({ written, late }) => [written, late]));
    return {
      ticks,
      open: orders - this.done.size,
      nodes: nodes.map((id) => ({
        id,
        cells: Array.from({ length: ticks }, (_, tick) => this.cell(id, tick)),
        late: sum(this.polls.filter(({ node }) => node === id).map(({ late }) => late)),
      })),
      figures: {
        effects,
        duplicates,
        emptyPolls: this.polls.filter((poll) => poll.written.effects + poll.late.effects === 0).length,
        failover: this.leaderStalled()
          ? takeover === null
            ? null
            : takeover.tick - (this.stalled?.tick ?? 0)
          : 0,
        refused,
        late: sum(this.polls.map(({ late }) => late)),
      },
      takeover,
    };
  }

  private sent(entry: Entry, tick: number): void {
    const { actor, to = '', body } = entry;
    const type = fieldOf(body, 'type');
    if (type === 'poll') {
      const poll: Poll = { node: actor, tick, taken: 0, written: none(), late: none() };
      this.polls.push(poll);
      this.latest.set(actor, poll);
      this.lastTick = tick;
    } else if (type === 'batch') {
      const orders = fieldOf(body, 'orders');
      const poll = this.latest.get(to);
      if (poll !== undefined && Array.isArray(orders)) poll.taken = orders.length;
    }
  }

  private wrote({ client = '', record = '', outcome }: Entry, tick: number): void {
    const poll = this.latest.get(client);
    if (poll === undefined) return;
    const count = tick < this.watched.endTick ? poll.written : poll.late;
    if (outcome !== 'accepted') {
      count.refused += 1;
      return;
    }
    count.effects += 1;
    if (this.done.has(record)) count.duplicates += 1;
    this.done.add(record);
  }

  private cell(node: string, tick: number): DispatchCell {
    const found = this.polls.find((one) => one.node === node && one.tick === tick);
    const poll =
      found === undefined ? null : { taken: found.taken, written: found.written, late: found.late };
    const leads = this.leases.some((lease) => lease.client === node && lease.tick === tick);
    const { stalled } = this;
    if (stalled === null || stalled.node !== node || tick < stalled.tick) {
      return { poll, leads, stall: null, holds: null };
    }
    if (tick === stalled.tick) return { poll, leads, stall: 'begins', holds: null };
    return { poll, leads, stall: 'goes-on', holds: this.holds(node, tick) };
  }

  private holds(node: string, tick: number): DispatchCell['holds'] {
    if (tick < (this.claimsOver.get(node) ?? 0)) return 'claim';
    const lease = this.leases.findLast((one) => one.tick <= tick);
    const isLive = lease?.client === node && (lease.expires ?? 0) > tick * TICK;
    return isLive ? 'lease' : null;
  }

  private leaderStalled(): boolean {
    const { stalled } = this;
    if (stalled === null) return false;
    return this.leases.findLast(({ tick }) => tick <= stalled.tick)?.client === stalled.node;
  }

  private takeover(): DispatchRun['takeover'] {
    const { stalled } = this;
    if (stalled === null || !this.leaderStalled()) return null;
    const lease = this.leases.find(
      ({ client, tick, isGrant }) => isGrant && tick > stalled.tick && client !== stalled.node,
    );
    return lease === undefined ? null : { node: lease.client, tick: lease.tick };
  }
}

function none(): Count {
  return { effects: 0, duplicates: 0, refused: 0 };
}

function sum(all: readonly Written[]): Written {
  const total = none();
  for (const { effects, duplicates, refused } of all) {
    total.effects += effects;
    total.duplicates += duplicates;
    total.refused += refused;
  }
  return total;
}

function fieldOf(body: Json | undefined, field: string): Json | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return (body as { readonly [name: string]: Json })[field];
}
