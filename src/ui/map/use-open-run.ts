import { sweepText } from '../../text/sweep.ts';
import { useAppStore } from '../state/app-context.ts';
import { notify } from '../state/store.ts';
import { useStable } from '../timeline/use-stable.ts';
import { openRun } from './open-run.ts';
import type { MapQuestion, Subject } from './subject.ts';

/** Opens a run of a cell; `remember` keeps the cell first, so that the way back leads to it. */
export function useOpenRun(
  subject: Subject,
  { job }: MapQuestion,
  remember: (cell: number) => void,
): (cell: number, run: number) => void {
  const store = useAppStore();
  return useStable((cell: number, run: number): void => {
    remember(cell);
    const opened = openRun(store, subject, job, cell, run);
    if (opened.ok) return;
    for (const { where, what } of opened.problems.slice(0, 3))
      notify(store, { text: sweepText.notOpened(`${where} ${what}`) });
  });
}
