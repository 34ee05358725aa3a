import { useEffect, useState } from 'react';
import { FIRST } from '../../scenarios/builtin/first.ts';
import type { Scenario } from '../../scenarios/scenario.ts';

let all: readonly Scenario[] | null = null;

/** Every built-in scenario; until they are loaded, the first alone. The first script does without the others. */
export function useBuiltin(): readonly Scenario[] {
  const [scenarios, setScenarios] = useState(all ?? [FIRST]);
  useEffect(() => {
    if (all !== null) return undefined;
    let isGone = false;
    void load().then((loaded) => {
      if (!isGone) setScenarios(loaded);
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, []);
  return scenarios;
}

async function load(): Promise<readonly Scenario[]> {
  const { BUILTIN } = await import('../../scenarios/builtin/index.ts');
  all = BUILTIN;
  return BUILTIN;
}
