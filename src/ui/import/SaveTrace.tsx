import { memo } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { saveText } from '../shell/save-file.ts';
import { useAppStore } from '../state/app-context.ts';
import { leadingRun, shownRuns } from '../state/derived.ts';
import { scenarioOf } from '../state/source.ts';
import type { AppState } from '../state/store.ts';
import { text } from './words.ts';

/** Saves the trace of the leading run as a file that opens here and on the command line. */
export const SaveTrace = memo(function SaveTrace() {
  const store = useAppStore();
  return (
    <button
      type="button"
      className="quiet"
      title={text.saveTitle}
      onClick={() => void save(store.getState())}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path
          d="M7 1.5V9M4 6.2 7 9.2 10 6.2M2 12.25H12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
      <span className="app-action-word">{text.save}</span>
    </button>
  );
});

async function save(state: AppState): Promise<void> {
  const { writeTrace } = await import('../../formats/trace-file.ts');
  const run = leadingRun(state);
  const played = shownRuns(state).played.find((one) => one.run.configuration === run.configuration);
  const isWhole = played?.history.end === 'over';
  const horizon = isWhole ? { horizon: played.model.horizon } : {};
  saveText(fileName(state, run), writeTrace(run.entries, { origin: run.origin, ...horizon }));
}

/** `paused-holder.naive.jsonl`; for a recorded trace its label in characters that any file system takes. */
function fileName(state: AppState, run: Run): string {
  const scenario = scenarioOf(state.source);
  const name =
    scenario === null ? run.label.replace(/\.jsonl?$/iu, '') : `${scenario.id}.${run.configuration}`;
  const safe = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|-+$/gu, '')
    .slice(0, 80);
  return `${safe === '' ? 'trace' : safe}.jsonl`;
}
