import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import { leadingRun, placesOf, shownRuns } from '../state/derived.ts';
import { memoized } from '../state/memoized.ts';
import type { AppState } from '../state/store.ts';
import { severityOf, worse } from '../timeline/severity.ts';
import { atCursor, type AtCursor } from './at-cursor.ts';

/** A finding whose causes are shown, and the run that has it. */
export interface Explained {
  readonly run: Run;
  readonly finding: Finding;
}

/**
 * The finding to explain: the one that was asked for, else that of the leading run at the cursor, else the
 * worst of the others there.
 */
export function explainedOf(state: AppState): Explained | null {
  const { runs } = shownRuns(state);
  return choose(runs, placesOf(state), leadingRun(state), state.explained);
}

const choose = memoized(
  (
    runs: readonly Run[],
    places: readonly number[],
    leading: Run,
    asked: AppState['explained'],
  ): Explained | null => {
    if (asked !== null) {
      const run = runs.find(({ configuration }) => configuration === asked.configuration);
      const finding = run?.verdict.findings[asked.finding];
      if (run !== undefined && finding !== undefined) return { run, finding };
    }
    const now = atCursor(runs, places).filter(hasFinding);
    const own = now.find(({ run }) => run === leading);
    const best = own ?? now.reduce<WithFinding | null>(worseOf, null);
    return best === null ? null : { run: best.run, finding: best.finding };
  },
);

type WithFinding = AtCursor & { readonly finding: Finding };

function hasFinding(one: AtCursor): one is WithFinding {
  return one.finding !== null;
}

function worseOf(before: WithFinding | null, one: WithFinding): WithFinding {
  if (before === null) return one;
  const kept = severityOf(before.finding);
  return worse(kept, severityOf(one.finding)) === kept ? before : one;
}
