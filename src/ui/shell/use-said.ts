import { useEffect, useState } from 'react';

/** How long the page says that something was done. */
const SAID_MS = 4000;

/** Whether it is being said that something was done; saying so is over by itself after a while. */
export function useSaid(): readonly [said: boolean, say: (done: boolean) => void] {
  const [said, say] = useState(false);
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => say(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, say];
}
