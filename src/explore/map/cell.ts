import { outcomeOfFound, type Found } from '../../engine/random-runs/fold/found.ts';
import { wilson, type Chance } from './wilson.ts';

/** The outcomes of simulated runs. */
export const RUN_OUTCOMES = ['corrupted', 'refused', 'blocked', 'at-risk', 'fenced', 'safe'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** A run that came out so: the shortest of its cell. */
export interface Witness {
  readonly run: number;
  readonly seed: number;
  /** How many entries its trace has. */
  readonly entries: number;
}

/** What the runs of one cell came to; plain JSON. */
export interface CellResult {
  readonly cell: number;
  readonly runs: number;
  /** How many entries a run has, on average. */
  readonly meanEntries: number;
  readonly outcomes: { readonly [outcome in RunOutcome]: number };
  readonly corrupted: Chance;
  readonly atRisk: Chance;
  readonly witnesses: { readonly corrupted: Witness | null; readonly atRisk: Witness | null };
  /** Times from the stop of a holder to the next one's grant, in milliseconds; null where none was measured. */
  readonly takeover: { readonly count: number; readonly medianMs: number; readonly p95Ms: number } | null;
}

/** Counts the runs of one cell. */
export class CellCount {
  private readonly outcomes: Record<RunOutcome, number> = {
    corrupted: 0,
    refused: 0,
    blocked: 0,
    'at-risk': 0,
    fenced: 0,
    safe: 0,
  };
  private readonly takeoversUs: number[] = [];
  private corrupted: Witness | null = null;
  private atRisk: Witness | null = null;
  private runs = 0;
  private entries = 0;

  /** Counts the next run. */
  add(run: Witness, found: Found, takeoversUs: readonly number[]): void {
    const outcome = RUN_OUTCOMES.find((candidate) => candidate === outcomeOfFound(found)) ?? 'safe';
    this.runs += 1;
    this.entries += run.entries;
    this.outcomes[outcome] += 1;
    if (outcome === 'corrupted') this.corrupted = shorter(this.corrupted, run);
    else if (outcome === 'at-risk') this.atRisk = shorter(this.atRisk, run);
    for (const us of takeoversUs) this.takeoversUs.push(us);
  }

  result(cell: number): CellResult {
    const { runs, outcomes, corrupted, atRisk } = this;
    return {
      cell,
      runs,
      meanEntries: runs === 0 ? 0 : this.entries / runs,
      outcomes: { ...outcomes },
      corrupted: wilson(outcomes.corrupted, runs),
      atRisk: wilson(outcomes['at-risk'], runs),
      witnesses: { corrupted, atRisk },
      takeover: this.takeover(),
    };
  }

  private takeover(): CellResult['takeover'] {
    const sorted = this.takeoversUs.toSorted((a, b) => a - b);
    const count = sorted.length;
    if (count === 0) return null;
    const at = (share: number): number => (sorted[Math.ceil(share * count) - 1] ?? 0) / 1000;
    return { count, medianMs: at(0.5), p95Ms: at(0.95) };
  }
}

function shorter(before: Witness | null, run: Witness): Witness {
  return before === null || run.entries < before.entries ? run : before;
}
