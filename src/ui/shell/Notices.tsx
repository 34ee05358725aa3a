import { memo } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { shownRuns } from '../state/derived.ts';
import { text } from '../text.ts';
import { saveSource } from './save-file.ts';

/**
 * Messages about what could not be done and what was done instead; each stays until it is closed. What is
 * wrong with the runs shown is said as long as they are.
 */
export const Notices = memo(function Notices() {
  const store = useAppStore();
  const notices = useApp((state) => state.notices);
  const { problems } = useApp(shownRuns);
  return (
    <section className="notices ui" aria-label={text.page.messages} aria-live="polite">
      {problems.map(({ where, what }) => (
        <div key={`${where} ${what}`} className="notice">
          <p>{text.page.runProblem(where, what)}</p>
        </div>
      ))}
      {notices.map((notice) => (
        <div key={notice.text} className="notice">
          <p>{notice.text}</p>
          {notice.offersFile === true && (
            <button type="button" onClick={() => saveSource(store.getState().source)}>
              {text.page.saveFile}
            </button>
          )}
          <button
            type="button"
            className="icon"
            aria-label={text.page.dismiss}
            title={text.page.close}
            onClick={() => {
              store.setState((state) => ({ notices: state.notices.filter((other) => other !== notice) }));
            }}
          >
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </button>
        </div>
      ))}
    </section>
  );
});
