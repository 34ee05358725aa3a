import { memo } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { toggleStudy } from './show-study.ts';
import { scenarioOf } from '../state/source.ts';
import { text } from './words.ts';

/** Opens what can be asked of all schedules of the open scenario; nothing for a recorded trace, which has one. */
export const StudyButton = memo(function StudyButton() {
  const store = useAppStore();
  const isOffered = useApp(({ source }) => scenarioOf(source) !== null);
  const isShown = useApp(({ study }) => study !== null);
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className="quiet"
      data-command="prove"
      aria-pressed={isShown}
      title={text.buttonTitle}
      onClick={() => toggleStudy(store)}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path
          d="M1.5 7H4.5M4.5 7 9 2.5M4.5 7 9 11.5M4.5 7H12.5M9.5 2.5H12.5M9.5 11.5H12.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
      <span className="app-action-word">{text.pages.prove.name}</span>
    </button>
  );
});
