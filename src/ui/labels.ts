import type { Scenario } from '../scenarios/scenario.ts';
import type { ScenarioParameter } from '../scenarios/schema.ts';

/** Shown name of a configuration: the document's own, else the catalogue's, else its id as words. */
export function configurationLabel(scenario: Scenario, id: string): string {
  return scenario.configurations.find((one) => one.id === id)?.label ?? words(id);
}

/** Shown name of a scenario. */
export function scenarioName(scenario: Scenario): string {
  return scenario.name ?? words(scenario.id);
}

/** What a scenario shows, in one sentence; empty where nobody wrote one. */
export function scenarioSentence(scenario: Scenario): string {
  return scenario.sentence ?? '';
}

/** What to change next; empty where nobody wrote it. */
export function scenarioTryNext(scenario: Scenario): string {
  return scenario.tryNext ?? '';
}

/** Shown name of a parameter. */
export function parameterLabel(_scenario: Scenario, parameter: ScenarioParameter): string {
  return parameter.label ?? words(parameter.id);
}

/** Shown name of one option of a choice. */
export function optionLabel(_scenario: Scenario, _parameter: ScenarioParameter, option: string): string {
  return words(option);
}

function words(id: string): string {
  const spaced = id
    .replaceAll(/[-_]/gu, ' ')
    .replaceAll(/([a-z])([A-Z])/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
