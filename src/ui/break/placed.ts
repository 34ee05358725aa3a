import type { HistoryStep } from '../../engine/play.ts';
import type { Trace } from '../../engine/trace.ts';
import type { FindingKind, Finding } from '../../engine/verdict/types.ts';
import { fromMs } from '../../engine/time.ts';
import type { PlayedRun } from '../../scenarios/play-scenario.ts';
import type { Run } from '../../scenarios/run.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';
import { GOALS, type Goal } from '../prove/ask.ts';
import { FINDING_OF } from '../prove/opened-counterexample.ts';

/** The faults of a run, as the search for the par counts them. */
export interface Placed {
  /** One for each fault of the scenario or by hand that strikes, and for each that was chosen step by step. */
  readonly count: number;
  /** How many of them are of kinds that the search for the par does not try. */
  readonly beyond: number;
  /** Faults that were placed and never strike: after the end of the run, or of a message that is never sent. */
  readonly idle: number;
}

/** What is counted of a run. */
type Counted = Pick<PlayedRun, 'body' | 'history'> & { readonly run: Pick<Run, 'entries'> };

/** Kinds of fault that the search tries, by the names that documents and choices have for them. */
const TRIED: ReadonlySet<string> = new Set(['pause', 'crash', 'lose', 'delay']);

/**
 * Counts the faults that strike in a run: those at set times or of a message, and those of the schedule, where passing over
 * a message is a late delivery. What ends a pause, or brings back what has crashed, is no further fault.
 */
export function placedIn({ body, history, run }: Counted): Placed {
  let [count, beyond, idle] = [0, 0, 0];
  const crashed = new Set<string>();
  for (const fault of body.faults) {
    const { kind } = fault;
    const node = 'node' in fault ? fault.node : '';
    if (kind === 'crash') crashed.add(node);
  }
  for (const fault of body.faults) {
    const { kind } = fault;
    if (kind === 'resume') continue;
    if (kind === 'restart' && 'node' in fault && crashed.has(fault.node)) continue;
    if (!hasStruck(fault, body.horizon, run.entries)) {
      idle += 1;
      continue;
    }
    count += 1;
    if (!TRIED.has(kind)) beyond += 1;
  }
  for (const { choice } of history.steps) {
    const struck = strikes(choice);
    count += struck.count;
    beyond += struck.beyond;
  }
  return { count, beyond, idle };
}

/** Whether a fault of the document strikes in a run, as its trace tells. */
function hasStruck(fault: ScenarioBody['faults'][number], horizon: number, entries: Trace): boolean {
  if ('message' in fault)
    return entries.some(({ ev, message }) => ev === 'send' && message === fault.message);
  if (!('at' in fault)) return true;
  const { kind, at } = fault;
  if (kind !== 'pause' && kind !== 'crash') return at <= horizon;
  // What is paused or has crashed already is not struck again.
  return entries.some(({ ev, t }) => ev === kind && t === fromMs(at));
}

function strikes(choice: HistoryStep['choice']): Omit<Placed, 'idle'> {
  if (choice === null) return { count: 0, beyond: 0 };
  const { kind, passesOver } = choice;
  const isChosen = kind === 'pause' || kind === 'crash' || kind === 'lose' || kind === 'duplicate';
  return { count: passesOver + (isChosen ? 1 : 0), beyond: kind === 'duplicate' ? 1 : 0 };
}

/** The first finding of a run by which a goal is reached; null: it is not. */
export function brokenBy({ verdict }: Pick<Run, 'verdict'>, goal: Goal): Finding | null {
  const kinds: readonly (FindingKind | undefined)[] = GOALS[goal].map((property) => FINDING_OF[property]);
  return verdict.findings.find(({ kind, unreplaced }) => kinds.includes(kind) && unreplaced !== true) ?? null;
}
