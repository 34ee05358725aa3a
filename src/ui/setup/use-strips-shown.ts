import { useState } from 'react';

const KEY = 'fenceline-strips';
const OFF = 'off';

/** Whether outcome strips are wanted under the parameters, as chosen at an earlier visit; and how to change that. */
export function useStripsShown(): readonly [shown: boolean, toggle: () => void] {
  const [shown, setShown] = useState(wereShown);
  const toggle = (): void => {
    setShown(!shown);
    try {
      localStorage.setItem(KEY, shown ? OFF : 'on');
    } catch {
      // Storage may be forbidden; then it holds for this visit.
    }
  };
  return [shown, toggle];
}

function wereShown(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}
