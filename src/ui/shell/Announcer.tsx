import { memo, useEffect, useState } from 'react';
import { describe, describeFinding } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { useAppStore } from '../state/app-context.ts';
import { cursorOf, leadingRun, shownRuns } from '../state/derived.ts';
import type { AppState } from '../state/store.ts';
import { text } from '../text.ts';

/** Keys held down would pile up sentences that nobody can listen to. */
const SETTLED_MS = 250;

/**
 * Says to screen readers where the cursor has come to and which outcomes have changed. While the page plays
 * it is silent; it says where playback stopped.
 */
export const Announcer = memo(function Announcer() {
  const store = useAppStore();
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let said: AppState = store.getState();
    const say = (): void => {
      const state = store.getState();
      const words = whatChanged(said, state);
      said = state;
      if (words !== '') setSentence(words);
    };
    const unsubscribe = store.subscribe((state) => {
      clearTimeout(timer);
      if (!state.playing) timer = setTimeout(say, SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store]);
  return (
    <p className="hidden" aria-live="polite" data-testid="announcer">
      {sentence}
    </p>
  );
});

function whatChanged(before: AppState, now: AppState): string {
  const runs = shownRuns(now).runs;
  const outcomes = runs
    .filter(
      (run) =>
        run !== previous(before, run.configuration) &&
        run.verdict.outcome !== previous(before, run.configuration)?.verdict.outcome,
    )
    .map((run) => text.page.announceOutcome(run.label, text.timeline.outcomes[run.verdict.outcome]));
  const parts = before.source === now.source ? outcomes : [];
  const cursor = cursorOf(now);
  const run = leadingRun(now);
  const old = cursorOf(before);
  if (old.seq !== cursor.seq || old.t !== cursor.t || before.source !== now.source) {
    parts.push(cursorWords(run, cursor.seq));
  }
  return parts.join(' ');
}

function previous(before: AppState, configuration: string) {
  return shownRuns(before).runs.find((run) => run.configuration === configuration);
}

function cursorWords(run: ReturnType<typeof leadingRun>, seq: number): string {
  const entry = run.entries[seq];
  if (entry === undefined) return '';
  const findings = run.verdict.findings
    .filter((finding) => finding.entry === seq)
    .map((finding) => describeFinding(finding, run));
  return [`${formatTime(run, entry.t)}: ${describe(entry, run)}`, ...findings].join(' ');
}
