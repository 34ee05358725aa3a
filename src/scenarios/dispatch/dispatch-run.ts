import type { Trace } from '../../engine/trace.ts';
import type { Verdict } from '../../engine/verdict/types.ts';
import type { DispatchMode } from './dispatch-model.ts';

/** One mode of the dispatch comparison, played: what every node did at every tick, and what came of it. */
export interface DispatchRun {
  readonly mode: DispatchMode;
  /** How many ticks the run had: it ends with the tick that completes the last order. */
  readonly ticks: number;
  /** Orders that never took effect; the run did not end of its own accord if there are any. */
  readonly open: number;
  readonly nodes: readonly NodeRun[];
  readonly figures: DispatchFigures;
  /** Who led on after the leader had stalled, and from which tick on; null: nobody, or no leader stalled. */
  readonly takeover: { readonly node: string; readonly tick: number } | null;
  readonly trace: Trace;
  readonly verdict: Verdict;
}

/** The figures of the published table, and what arrived after the run. */
export interface DispatchFigures {
  /** Accepted writes, duplicates among them; those that arrived after the run count as well. */
  readonly effects: number;
  /** Accepted writes of an order that had taken effect before. */
  readonly duplicates: number;
  /** Polls that led to no accepted write. */
  readonly emptyPolls: number;
  /** Ticks from the stall of the leader to the takeover; 0 where no leader stalled, null: never. */
  readonly failover: number | null;
  /** Writes that the sink refused, within the run or after it. */
  readonly refused: number;
  /** What arrived after the run. */
  readonly late: Written;
}

/** Writes by what became of them. */
export interface Written {
  /** Accepted, duplicates among them. */
  readonly effects: number;
  readonly duplicates: number;
  readonly refused: number;
}

/** One node of a run. */
export interface NodeRun {
  readonly id: string;
  /** One for each tick of the run. */
  readonly cells: readonly DispatchCell[];
  /** What it wrote after the run. */
  readonly late: Written;
}

/** What one node did at one tick. */
export interface DispatchCell {
  /** Null: it did not poll. */
  readonly poll: DispatchPoll | null;
  /** It was granted the lease, or renewed it. */
  readonly leads: boolean;
  /** `begins`: it stops between its poll and its writes; `goes-on`: it stands still all the while. */
  readonly stall: 'begins' | 'goes-on' | null;
  /** What of a node that stands still is in the way of the others: its lease, or its claim. */
  readonly holds: 'lease' | 'claim' | null;
}

/** One poll of the order book. */
export interface DispatchPoll {
  /** How many orders it was given. */
  readonly taken: number;
  /** What its writes came to within the run. */
  readonly written: Written;
  /** And after it. */
  readonly late: Written;
}
