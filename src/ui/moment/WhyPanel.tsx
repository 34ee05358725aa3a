import { memo, useEffect, useRef } from 'react';
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
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current >= 0 && section.current !== null) showCurrent(section.current);
  }, [explained, current]);
  return (
    <section className="why" ref={section} aria-labelledby="why-heading">
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

/** Where the list is longer than its place, the entry at the cursor is in sight, whole. Once the page stands: then it is cheap. */
function showCurrent(section: HTMLElement): void {
  if (section.scrollHeight <= section.clientHeight) return;
  const current = section.querySelector('[aria-current]');
  if (current === null) return;
  const [place, { top, bottom }] = [section.getBoundingClientRect(), current.getBoundingClientRect()];
  if (bottom > place.bottom) section.scrollTop += bottom - place.bottom;
  else if (top < place.top) section.scrollTop -= place.top - top;
}

function causesToTell({ run, finding }: Explained): readonly number[] {
  const telling = finding.causes.filter((seq) => !CARRIERS.has(run.entries[seq]?.ev ?? ''));
  return telling.length > 1 ? telling : finding.causes;
}
