import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Below this width everything stands in one column, the picture first. */
export const ONE_COLUMN = '(max-width: 899px)';

/** Whether a media query holds now, followed as it changes. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
