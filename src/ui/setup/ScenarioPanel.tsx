import { memo, useState } from 'react';
import type { Outcome } from '../../engine/verdict/types.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { scenarioName, scenarioSentence, systemName } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { open } from '../state/store.ts';
import { text } from '../text.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { useScenarioOutcomes } from './scenario-outcomes.ts';
import { useBuiltin } from './use-builtin.ts';

/** Fewer can be seen at a glance. */
const SEARCHED_FROM = 8;

/** The scenarios to choose from, each with what comes out of it. */
export const ScenarioPanel = memo(function ScenarioPanel() {
  const openId = useApp(({ source }) => scenarioOf(source)?.id ?? null);
  const scenarios = useBuiltin();
  const outcomes = useScenarioOutcomes(scenarios);
  const [words, setWords] = useState('');
  // At once: whoever types, moves on with Tab and presses Enter must open what the words say.
  const wanted = words.trim().toLowerCase();
  const found = scenarios.filter((scenario) => matches(scenario, wanted));
  return (
    <section className="scenarios" aria-labelledby="scenarios-heading">
      <h2 id="scenarios-heading">{text.page.scenarios}</h2>
      {scenarios.length >= SEARCHED_FROM && (
        <input
          type="search"
          data-command="search"
          aria-label={text.page.searchScenarios}
          placeholder={text.page.searchScenarios}
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {found.length === 0 && <p className="muted">{text.page.noScenario(words.trim())}</p>}
      {grouped(found).map(({ system, scenarios: inGroup }) => (
        <div key={system} className="scenario-group" role="group" aria-label={systemName(system)}>
          <h3 aria-hidden="true">{systemName(system)}</h3>
          <ul className="scenario-list">
            {inGroup.map((scenario) => (
              <ScenarioItem
                key={scenario.id}
                scenario={scenario}
                outcome={outcomes.get(scenario) ?? null}
                isOpen={scenario.id === openId}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
});

const ScenarioItem = memo(function ScenarioItem(props: {
  readonly scenario: Scenario;
  readonly outcome: Outcome | null;
  readonly isOpen: boolean;
}) {
  const { scenario, outcome, isOpen } = props;
  const store = useAppStore();
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        title={scenarioSentence(scenario)}
        onClick={() => open(store, { kind: 'scenario', scenario })}
      >
        <span>{scenarioName(scenario)}</span>
        {outcome !== null && <OutcomeTag outcome={outcome} />}
      </button>
    </li>
  );
});

interface Group {
  readonly system: string;
  readonly scenarios: readonly Scenario[];
}

/** Scenarios by the system that they run on, systems in the order in which they first come. */
function grouped(scenarios: readonly Scenario[]): readonly Group[] {
  const groups = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const system = scenario.system ?? '';
    const group = groups.get(system);
    if (group === undefined) groups.set(system, [scenario]);
    else group.push(scenario);
  }
  return [...groups].map(([system, inGroup]) => ({ system, scenarios: inGroup }));
}

function matches(scenario: Scenario, wanted: string): boolean {
  if (wanted === '') return true;
  const words = `${scenario.id} ${scenarioName(scenario)} ${scenarioSentence(scenario)} ${scenario.row ?? ''}`;
  return wanted.split(/\s+/u).every((word) => words.toLowerCase().includes(word));
}
