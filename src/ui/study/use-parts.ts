import { useEffect, useMemo } from 'react';
import { useAppStore } from '../state/app-context.ts';
import { notify } from '../state/store.ts';
import type { Asked } from './parts.ts';

/** What a page is asked. What is strange in it is told once, and the text becomes one that says what is understood. */
export function useParts<Ask>(
  text: string,
  page: {
    readonly read: (text: string) => Asked<Ask>;
    readonly write: (ask: Ask) => string;
    readonly told: (strange: readonly string[]) => string;
  },
  onChange: (text: string) => void,
): Ask {
  const store = useAppStore();
  const { read, write, told } = page;
  const { ask, strange } = useMemo(() => read(text), [read, text]);
  useEffect(() => {
    if (strange.length === 0) return;
    notify(store, { text: told(strange) });
    onChange(write(ask));
  }, [store, strange, ask, told, write, onChange]);
  return ask;
}
