import { useApp } from '../state/app-context.ts';
import { shownRuns } from '../state/derived.ts';

/** The inspector for the leading run at the cursor. */
export function InspectorPanel() {
  const { played } = useApp(shownRuns);
  return <p className="muted">{played.length}</p>;
}
