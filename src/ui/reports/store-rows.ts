import { judgeWithWrites, type Judged } from '../../engine/verdict/judge.ts';
import type { Trace } from '../../engine/trace.ts';
import { replayWrites } from '../../formats/replay-writes.ts';
import type { StoreKind } from '../../machines/resource-store/stores/rule.ts';
import type { Run } from '../../scenarios/run.ts';

/** One kind of store against the writes of a trace. */
export interface StoreRow {
  readonly kind: StoreKind;
  readonly stops: boolean;
  readonly refusesRightful: boolean;
}

/** The stores that are compared, from the one that checks nothing to the one that checks all. */
const KINDS: readonly StoreKind[] = ['naive', 'fenced', 'fenced-at-takeover', 'authoritative'];

/** What each kind of store would have done with the writes of a trace. */
export interface StoreReplay {
  readonly hasStaleWrites: boolean;
  readonly rows: readonly StoreRow[];
}

/** Replays the writes of a trace against each kind of store. */
export function replayOf({ entries, origin }: Pick<Run, 'entries' | 'origin'>): StoreReplay {
  return storesAgainst(entries, judgeWithWrites(entries, { origin }).writes);
}

/** The same of a trace that was judged already, with how each write stood. */
export function storesAgainst(entries: Trace, writes: Judged['writes']): StoreReplay {
  const { hasStaleWrites, stores } = replayWrites(entries, writes, KINDS);
  return {
    hasStaleWrites,
    rows: stores.map(({ kind, stopsEveryStaleWrite, refusesOthers }) => ({
      kind,
      stops: stopsEveryStaleWrite,
      refusesRightful: refusesOthers,
    })),
  };
}
