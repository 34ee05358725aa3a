import { useEffect, useState } from 'react';
import type { Outcome } from '../../engine/verdict/types.ts';
import { OUTCOMES } from '../../engine/verdict/types.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';

const known = new Map<Scenario, Outcome>();

/**
 * Outcomes of scenarios, in their first configuration. What a document expects is taken at its word, for
 * tests hold it to it; the others are played one by one while the page has nothing else to do.
 */
export function useScenarioOutcomes(scenarios: readonly Scenario[]): ReadonlyMap<Scenario, Outcome> {
  const [, setCount] = useState(0);
  for (const scenario of scenarios) {
    const outcome = known.has(scenario) ? null : expectedOutcome(scenario);
    if (outcome !== null) known.set(scenario, outcome);
  }
  useEffect(() => {
    let cancelled = false;
    const missing = scenarios.filter((scenario) => !known.has(scenario));
    const next = (): void => {
      const scenario = missing.shift();
      if (cancelled || scenario === undefined) return;
      const outcome = playedOutcome(scenario);
      if (outcome !== null) known.set(scenario, outcome);
      if (missing.length === 0) setCount((count) => count + 1);
      else whenIdle(next);
    };
    whenIdle(next);
    return () => {
      cancelled = true;
    };
  }, [scenarios]);
  return known;
}

/** What the document says comes out in a configuration; null where it says nothing. */
export function expectedOutcome(scenario: Scenario, configuration?: string): Outcome | null {
  const id = configuration ?? scenario.configurations[0]?.id ?? '';
  const said = scenario.expect[id]?.outcome;
  return OUTCOMES.find((outcome) => outcome === said) ?? null;
}

function playedOutcome(scenario: Scenario): Outcome | null {
  try {
    const played = playConfiguration(scenario, scenario.configurations[0]?.id ?? '', {});
    return played.ok ? played.value.run.verdict.outcome : null;
  } catch {
    // The tag is missing then; opening the scenario says what is wrong.
    return null;
  }
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 16);
}
