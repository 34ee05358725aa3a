import { OUTCOMES, type Outcome } from '../../engine/verdict/types.ts';
import type { Scenario } from '../../scenarios/scenario.ts';

/** What the document says comes out in a configuration; null where it says nothing. */
export function expectedOutcome(scenario: Scenario, configuration: string): Outcome | null {
  const said = scenario.expect[configuration]?.outcome;
  return OUTCOMES.find((outcome) => outcome === said) ?? null;
}
