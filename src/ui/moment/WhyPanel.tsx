import { memo } from 'react';
import { describe } from '../describe.ts';
import { formatTime, timeColumn } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf, leadingRun } from '../state/derived.ts';
import { goToEntry } from '../state/store.ts';
import { text } from '../text.ts';
import { toneClass } from '../timeline/colours.ts';
import { severityOf } from '../timeline/severity.ts';
import { explainedOf, type Explained } from './explained.ts';

/** Entries that only carry: what they led to is told by the next. */
const CARRIERS: ReadonlySet<string> = new Set(['send', 'deliver']);

/** The chain of causes of a finding, from its root; each entry can be gone to. */
export const WhyPanel = memo(function WhyPanel() {
  const store = useAppStore();
  const explained = useApp(explainedOf);
  const current = useApp((state) => {
    const leading = leadingRun(state);
    return explained?.run === leading ? cursorOf(state).seq : -1;
  });
  return (
    <section className="why" aria-labelledby="why-heading">
      <h2 id="why-heading">
        {text.page.why}
        {explained !== null && <span className="muted"> {text.page.whyOf(explained.run.label)}</span>}
      </h2>
      {explained === null ? (
        <p className="muted">{text.page.noWhy}</p>
      ) : (
        <ol
          className={`causes ${toneClass(severityOf(explained.finding))}`}
          aria-labelledby="why-heading"
          style={timeColumn(explained.run)}
        >
          {causesToTell(explained).map((seq) => {
            const entry = explained.run.entries[seq];
            if (entry === undefined) return null;
            return (
              <li key={seq} className={seq === explained.finding.entry ? 'last' : undefined}>
                <button
                  type="button"
                  aria-current={seq === current ? 'true' : undefined}
                  onClick={() => goToEntry(store, explained.run.configuration, seq)}
                >
                  <span className="entry-time">{formatTime(explained.run, entry.t)}</span>
                  <span>{describe(entry, explained.run)}</span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
});

function causesToTell({ run, finding }: Explained): readonly number[] {
  const telling = finding.causes.filter((seq) => !CARRIERS.has(run.entries[seq]?.ev ?? ''));
  return telling.length > 1 ? telling : finding.causes;
}
