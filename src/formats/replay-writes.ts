import type { Trace } from '../engine/trace.ts';
import { DEFAULT_KEY, DEFAULT_RECORD, DEFAULT_STORE } from '../engine/verdict/records.ts';
import type { WriteStanding } from '../engine/verdict/write-standing.ts';
import { storeRules } from '../machines/resource-store/stores/registry.ts';
import {
  NO_FENCE,
  raise,
  type Fence,
  type StoreKind,
  type StoreRule,
} from '../machines/resource-store/stores/rule.ts';

/** The kinds of store that a recorded trace is replayed against unless others are asked for. */
export const REPLAYED_STORES = [
  'fenced',
  'fenced-at-takeover',
  'authoritative',
] as const satisfies readonly StoreKind[];

/** What one kind of store would have done with all writes of a trace, the rejected ones too. */
export interface ReplayedStore {
  readonly kind: StoreKind;
  /** It rejects every stale write; true also where there is none. */
  readonly stopsEveryStaleWrite: boolean;
  /** It refuses a write that is not stale. */
  readonly refusesOthers: boolean;
  /** `seq` of the writes that it accepts although they are stale. */
  readonly acceptedStale: readonly number[];
  /** `seq` of the writes that it refuses although they are not stale. */
  readonly refusedOthers: readonly number[];
}

/** What replaying the writes of a trace against other kinds of store gives. */
export interface Replay {
  /** The trace has a stale write, accepted or rejected; without one the rest says nothing. */
  readonly hasStaleWrites: boolean;
  readonly stores: readonly ReplayedStore[];
}

/**
 * Replays all writes of a trace against other kinds of store: same order, same tokens, same grants. `writes`
 * are the standings that the verdict gave. The rules are those that the store machine runs.
 */
export function replayWrites(
  trace: Trace,
  writes: readonly WriteStanding[],
  kinds: readonly StoreKind[] = REPLAYED_STORES,
): Replay {
  const standings = new Map(writes.map((standing) => [standing.entry.seq, standing]));
  return {
    hasStaleWrites: writes.some((standing) => standing.stale),
    stores: kinds.map((kind) => replayAgainst(storeRules[kind], trace, standings)),
  };
}

function replayAgainst(
  rule: StoreRule,
  trace: Trace,
  standings: ReadonlyMap<number, WriteStanding>,
): ReplayedStore {
  const acceptedStale: number[] = [];
  const refusedOthers: number[] = [];
  const fences = new Fences(rule);
  for (const entry of trace) {
    if (entry.ev === 'grant') fences.granted(entry.key ?? DEFAULT_KEY, entry.token ?? null);
    const standing = entry.ev === 'write' ? standings.get(entry.seq) : undefined;
    if (standing === undefined) continue;
    const accepted = fences.write(standing);
    if (accepted && standing.stale) acceptedStale.push(entry.seq);
    if (!accepted && !standing.stale) refusedOthers.push(entry.seq);
  }
  return {
    kind: rule.kind,
    stopsEveryStaleWrite: acceptedStale.length === 0,
    refusesOthers: refusedOthers.length > 0,
    acceptedStale,
    refusedOthers,
  };
}

/** The fences of every store and key under one rule. */
class Fences {
  private readonly rule: StoreRule;
  private readonly byGrant = new Map<string, Fence>();
  private readonly byStore = new Map<string, Map<string, Fence>>();
  /** Accepted writes by store and record. */
  private readonly versions = new Map<string, number>();

  constructor(rule: StoreRule) {
    this.rule = rule;
  }

  granted(key: string, token: number | null): void {
    if (this.rule.raisedByGrant) this.byGrant.set(key, raise(this.byGrant.get(key) ?? NO_FENCE, token));
  }

  /** Whether the store accepts the write. */
  write({ entry, write, recordLive }: WriteStanding): boolean {
    const { key } = write.key;
    const store = entry.store ?? DEFAULT_STORE;
    let fences = this.byStore.get(store);
    if (fences === undefined) this.byStore.set(store, (fences = new Map()));
    const fence = raise(fences.get(key) ?? NO_FENCE, this.byGrant.get(key)?.highest ?? null);
    const { record } = write;
    const lease = record === null ? null : { live: recordLive, token: record.token ?? null };
    const place = `${store} ${entry.record ?? DEFAULT_RECORD}`;
    const version = this.versions.get(place) ?? 0;
    // A log does not tell which records there were; one that was written to was there.
    const row = { isThere: true, version, base: entry.base ?? null };
    const judgement = this.rule.judge(fence, entry.token ?? null, lease, row);
    fences.set(key, judgement.fence);
    if (judgement.accepted) this.versions.set(place, version + 1);
    return judgement.accepted;
  }
}
