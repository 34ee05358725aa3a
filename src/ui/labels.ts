import type { Scenario } from '../scenarios/scenario.ts';
import type { ScenarioParameter } from '../scenarios/schema.ts';
import { scenarioText } from '../text/scenarios/known.ts';
import { text } from './text.ts';

/*
 * Words about scenarios. A document's own come first; the catalogue knows those of the built-in ones; where
 * nobody wrote anything the id is shown as words.
 */

/** Shown name of a built-in scenario, by its id. */
export function builtinName(id: string): string {
  return scenarioText(id)?.name ?? words(id);
}

/** What a built-in scenario shows, in one sentence; empty where nobody wrote one. */
export function builtinSentence(id: string): string {
  return scenarioText(id)?.sentence ?? '';
}

/** Where the idea of a built-in scenario comes from; empty where nobody wrote it. */
export function builtinSource(id: string): string {
  return scenarioText(id)?.source ?? '';
}

/** Shown name of a scenario. */
export function scenarioName(scenario: Scenario): string {
  return scenario.name ?? scenarioText(scenario.id)?.name ?? words(scenario.id);
}

/** What a scenario shows, in one sentence; empty where nobody wrote one. */
export function scenarioSentence(scenario: Scenario): string {
  return scenario.sentence ?? scenarioText(scenario.id)?.sentence ?? '';
}

/** What to change next; empty where nobody wrote it. */
export function scenarioTryNext(scenario: Scenario): string {
  return scenario.tryNext ?? scenarioText(scenario.id)?.tryNext ?? '';
}

/** Shown name of the system that scenarios run on. */
export function systemName(system: string): string {
  return pick(text.scenarios.systems, system) ?? (system === '' ? text.scenarios.noSystem : words(system));
}

/** Shown name of a configuration. */
export function configurationLabel(scenario: Scenario, id: string): string {
  const own = scenario.configurations.find((one) => one.id === id)?.label;
  return own ?? builtinConfigurationLabel(scenario.id, id);
}

/** Shown name of a configuration of a built-in scenario. */
export function builtinConfigurationLabel(scenario: string, id: string): string {
  const named = pick(scenarioText(scenario)?.configurations ?? {}, id);
  return named ?? pick(text.scenarios.configurations, id) ?? words(id);
}

/** Shown name of a parameter. */
export function parameterLabel(scenario: Scenario, parameter: ScenarioParameter): string {
  const { id, label } = parameter;
  const named = pick(scenarioText(scenario.id)?.parameters ?? {}, id) ?? pick(text.scenarios.parameters, id);
  return label ?? named ?? words(id);
}

/** Shown name of one option of a choice. */
export function optionLabel(option: string): string {
  return pick(text.scenarios.options, option) ?? words(option);
}

function pick<Value>(from: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(from, id) ? from[id] : undefined;
}

/** `pauseAt` and `pause-at` as `Pause at`. */
function words(id: string): string {
  const spaced = id
    .replaceAll(/[-_]/gu, ' ')
    .replaceAll(/([a-z])([A-Z])/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
