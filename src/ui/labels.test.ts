import { expect, test } from 'vitest';
import { builtins } from '../scenarios/builtin/index.ts';
import '../text/scenarios/all.ts';
import { scenarioText } from '../text/scenarios/known.ts';
import { text } from './text.ts';
import {
  configurationLabel,
  parameterLabel,
  scenarioName,
  scenarioSentence,
  scenarioTryNext,
} from './labels.ts';

test.each(builtins().map((scenario) => [scenario.id, scenario] as const))(
  '%s has its words',
  (id, scenario) => {
    if (scenario.name === undefined) expect(scenarioText(id)).toBeDefined();
    expect(scenarioName(scenario).length).toBeLessThan(45);
    expect(scenarioSentence(scenario)).toMatch(/^[A-Z].*\.$/u);
    expect(scenarioTryNext(scenario)).toMatch(/^[A-Z].*\.$/u);
    for (const parameter of scenario.parameters) {
      const own = scenarioText(id)?.parameters[parameter.id];
      const named = parameter.label ?? own ?? text.scenarios.parameters[parameter.id];
      expect(named, `parameter ${parameter.id}`).toBe(parameterLabel(scenario, parameter));
    }
    for (const { id: configuration, label } of scenario.configurations) {
      const own = scenarioText(id)?.configurations?.[configuration];
      const named = label ?? own ?? text.scenarios.configurations[configuration];
      expect(named, `configuration ${configuration}`).toBe(configurationLabel(scenario, configuration));
    }
  },
);
