import { useEffect, useMemo } from 'react';
import type { Result } from '../../engine/result.ts';
import { sweepText } from '../../text/sweep.ts';
import { useAppStore } from '../state/app-context.ts';
import { notify } from '../state/store.ts';
import { withoutLost } from './kept-lists.ts';

/**
 * What a page is asked of a configuration, as its text says; null: nothing, and what is usual stands. What is not understood is
 * told, and what is usual takes its place. A draw whose list is not known here is told and left out alone.
 */
export function useAsked<Ask>(
  page: string,
  configuration: string,
  asked: string,
  read: (text: string) => Result<Ask>,
  onChange: (asked: string) => void,
): Ask | null {
  const store = useAppStore();
  const found = useMemo(() => {
    if (asked === '') return null;
    const known = withoutLost(asked);
    return { ...known, ask: read(known.text) };
    // oxlint-disable-next-line react/exhaustive-deps -- one page reads in one way
  }, [asked, configuration]);
  useEffect(() => {
    if (found === null || (found.ask.ok && found.lost.length === 0)) return;
    for (const target of found.lost.slice(0, 3)) notify(store, { text: sweepText.lostList(target) });
    if (!found.ask.ok)
      for (const { where, what } of found.ask.problems.slice(0, 3))
        notify(store, { text: sweepText.strange(page, where, what) });
    onChange(found.ask.ok ? found.text : '');
  }, [store, page, found, onChange]);
  return found?.ask.ok === true ? found.ask.value : null;
}
