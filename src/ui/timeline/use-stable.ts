import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that never changes but always calls the newest one, so that memoised panels stay as they are.
 * For events only: while rendering, the newest one is not known yet.
 */
export function useStable<A extends readonly unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
