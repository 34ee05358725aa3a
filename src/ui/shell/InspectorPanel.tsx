import { memo } from 'react';
import type { Inspected } from '../inspector/inspected.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import { useApp } from '../state/app-context.ts';
import { cursorOf, leadingRun, shownRuns, type Shown } from '../state/derived.ts';
import { memoized } from '../state/memoized.ts';

/** The inside of the leading run at the cursor. */
export const InspectorPanel = memo(function InspectorPanel() {
  const shown = useApp(shownRuns);
  const leading = useApp(leadingRun);
  const cursor = useApp(cursorOf);
  const lane = useApp((state) => state.lane);
  return (
    <Inspector
      runs={inspectedOf(shown)}
      configuration={leading.configuration}
      seq={cursor.seq}
      t={cursor.t}
      lane={lane}
    />
  );
});

/** A recorded trace has no history: what is known of it are its entries. */
const inspectedOf = memoized(({ runs, played }: Shown): readonly Inspected[] =>
  played.length > 0 ? played : runs.map((run) => ({ run })),
);
