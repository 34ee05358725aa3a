import { expect, test } from 'vitest';
import { BUILTIN } from '../scenarios/builtin/index.ts';
import { text } from './text.ts';
import {
  configurationLabel,
  parameterLabel,
  scenarioName,
  scenarioSentence,
  scenarioTryNext,
} from './labels.ts';

test.each(BUILTIN.map((scenario) => [scenario.id, scenario] as const))('%s has its words', (id, scenario) => {
  if (scenario.name === undefined) expect(text.scenarios.scenarios).toHaveProperty([id]);
  expect(scenarioName(scenario).length).toBeLessThan(45);
  expect(scenarioSentence(scenario)).toMatch(/^[A-Z].*\.$/u);
  expect(scenarioTryNext(scenario)).toMatch(/^[A-Z].*\.$/u);
  for (const parameter of scenario.parameters) {
    const own = text.scenarios.scenarios[id]?.parameters[parameter.id];
    const named = parameter.label ?? own ?? text.scenarios.parameters[parameter.id];
    expect(named, `parameter ${parameter.id}`).toBe(parameterLabel(scenario, parameter));
  }
  for (const { id: configuration, label } of scenario.configurations) {
    const named = label ?? text.scenarios.configurations[configuration];
    expect(named, `configuration ${configuration}`).toBe(configurationLabel(scenario, configuration));
  }
});
