import { first } from './first.ts';
import type { ScenarioText, ScenarioTexts } from './scenario-text.ts';

/**
 * Texts of the built-in scenarios, by id. That of the first is always there; the others come with all.ts,
 * which whoever loads the scenarios loads with them.
 */
const KNOWN = new Map<string, ScenarioText>(Object.entries(first));

/** Makes texts known. */
export function provideScenarioTexts(texts: ScenarioTexts): void {
  for (const [id, text] of Object.entries(texts)) KNOWN.set(id, text);
}

/** The text of a built-in scenario; undefined where there is none, or it was not loaded. */
export function scenarioText(id: string): ScenarioText | undefined {
  return KNOWN.get(id);
}
