import { memo, useEffect, useState } from 'react';
import { describe, describeFinding } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { useAppStore } from '../state/app-context.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Cursor } from '../state/cursor.ts';
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
    let said = toldOf(store.getState());
    let isMoved = false;
    const say = (): void => {
      const now = toldOf(store.getState());
      const words = whatChanged(said, now, isMoved);
      said = now;
      isMoved = false;
      if (words !== '') setSentence(words);
    };
    const unsubscribe = store.subscribe((state, before) => {
      clearTimeout(timer);
      // Somebody who went away and came back hears where that is.
      if (state.cursor !== before.cursor) isMoved = true;
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

/** What follows from a state and is told; kept as it is, for to ask an old state would play its runs again. */
interface Told {
  readonly source: AppState['source'];
  readonly runs: readonly Run[];
  readonly leading: Run;
  readonly cursor: Cursor;
}

function toldOf(state: AppState): Told {
  return {
    source: state.source,
    runs: shownRuns(state).runs,
    leading: leadingRun(state),
    cursor: cursorOf(state),
  };
}

function whatChanged(before: Told, now: Told, isMoved: boolean): string {
  const parts = before.source === now.source ? changedOutcomes(before, now) : [];
  const { cursor } = now;
  const old = before.cursor;
  if (isMoved || old.seq !== cursor.seq || old.t !== cursor.t || before.source !== now.source) {
    parts.push(cursorWords(now.leading, cursor.seq));
  }
  return parts.join(' ');
}

function changedOutcomes(before: Told, now: Told): string[] {
  return now.runs.flatMap(({ configuration, label, verdict }) => {
    const old = before.runs.find((run) => run.configuration === configuration);
    return old?.verdict.outcome === verdict.outcome
      ? []
      : [text.page.announceOutcome(label, text.timeline.outcomes[verdict.outcome])];
  });
}

function cursorWords(run: Run, seq: number): string {
  const entry = run.entries[seq];
  if (entry === undefined) return '';
  const findings = run.verdict.findings
    .filter((finding) => finding.entry === seq)
    .map((finding) => describeFinding(finding, run));
  return [`${formatTime(run, entry.t)}: ${describe(entry, run)}`, ...findings].join(' ');
}
