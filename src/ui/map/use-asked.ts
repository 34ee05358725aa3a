import { useEffect, useMemo } from 'react';
import type { Result } from '../../engine/result.ts';
import { sweepText } from '../../text/sweep.ts';
import { useAppStore } from '../state/app-context.ts';
import { notify } from '../state/store.ts';

/**
 * What a page is asked, as its text says; null: nothing, and what is usual stands. What is not understood is told, and what is
 * usual takes its place.
 */
export function useAsked<Ask>(
  page: string,
  asked: string,
  read: (text: string) => Result<Ask>,
  onChange: (asked: string) => void,
): Ask | null {
  const store = useAppStore();
  // oxlint-disable-next-line react/exhaustive-deps -- one page reads in one way
  const found = useMemo(() => (asked === '' ? null : read(asked)), [asked]);
  useEffect(() => {
    if (found?.ok !== false) return;
    for (const { where, what } of found.problems.slice(0, 3))
      notify(store, { text: sweepText.strange(page, where, what) });
    onChange('');
  }, [store, page, found, onChange]);
  return found?.ok === true ? found.value : null;
}
