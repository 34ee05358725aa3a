import { useCallback, useSyncExternalStore } from 'react';

/** Below this width everything stands in one column, the picture first. */
export const ONE_COLUMN = '(max-width: 899px)';

/** Whether a media query holds now, followed as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
