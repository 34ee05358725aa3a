import { memo } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { leadingRun, shownRuns } from '../state/derived.ts';
import { setLeading } from '../state/store.ts';
import { text } from '../text.ts';
// Not loaded when it is first wanted: what React has waited for it shows a third of a second later.
import { LongTrace } from './LongTrace.tsx';
import { ShortTrace } from './ShortTrace.tsx';

/** Above this many entries only those in view are in the document. */
const LONGEST_WHOLE = 100;

/** The entries of the leading run as an ordered list: the picture in words. */
export const TracePanel = memo(function TracePanel() {
  const store = useAppStore();
  const { runs } = useApp(shownRuns);
  const leading = useApp(leadingRun);
  return (
    <div className="trace">
      {runs.length > 1 && (
        <div className="segments" role="group" aria-label={text.page.traceOf}>
          {runs.map((run) => (
            <button
              key={run.configuration}
              type="button"
              aria-pressed={run === leading}
              onClick={() => setLeading(store, run.configuration)}
            >
              {run.label}
            </button>
          ))}
        </div>
      )}
      {leading.entries.length > LONGEST_WHOLE ? (
        <LongTrace key={leading.configuration} run={leading} />
      ) : (
        <ShortTrace run={leading} />
      )}
    </div>
  );
});
