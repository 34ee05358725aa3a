import { judgeWithWrites } from '../../engine/verdict/judge.ts';
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

/** Replays the writes of a trace against each kind of store. */
export function replayOf({ entries, origin }: Pick<Run, 'entries' | 'origin'>): {
  readonly hasStaleWrites: boolean;
  readonly rows: readonly StoreRow[];
} {
  const { writes } = judgeWithWrites(entries, { origin });
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
