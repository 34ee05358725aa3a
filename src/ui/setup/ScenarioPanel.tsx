import { memo, useState } from 'react';
import type { CatalogueEntry } from '../../scenarios/builtin/catalogue.ts';
import { openBuiltin } from '../gallery/open-builtin.ts';
import { GuideLinks } from '../guide/GuideLinks.tsx';
import { grouped } from '../gallery/grouped.ts';
import { matchesWords } from '../gallery/filter.ts';
import { useCatalogue } from '../gallery/use-catalogue.ts';
import { builtinName, builtinSentence, systemName } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { openGallery } from '../state/store.ts';
import { text } from '../text.ts';
import { OutcomeTag } from './OutcomeTag.tsx';

const NONE: readonly CatalogueEntry[] = [];

/** Scenarios to choose from: those of the system that is open, and by words all of them. */
export const ScenarioPanel = memo(function ScenarioPanel() {
  const store = useAppStore();
  const openId = useApp(({ source }) => scenarioOf(source)?.id ?? null);
  const all = useCatalogue() ?? NONE;
  const [words, setWords] = useState('');
  // At once: whoever types, moves on with Tab and presses Enter must open what the words say.
  const wanted = words.trim();
  const system = (all.find(({ id }) => id === openId) ?? all[0])?.system;
  const found = all.filter((entry) =>
    wanted === '' ? entry.system === system : matchesWords(entry, wanted),
  );
  return (
    <section className="scenarios" aria-labelledby="scenarios-heading">
      <h2 id="scenarios-heading">{text.page.scenarios}</h2>
      <button type="button" className="wide" onClick={() => openGallery(store)}>
        {text.page.openGallery(all.length)}
      </button>
      <GuideLinks />
      <input
        type="search"
        data-command="search"
        aria-label={text.page.searchScenarios}
        placeholder={text.page.searchScenarios}
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {found.length === 0 && wanted !== '' && <p className="muted">{text.page.noScenario(wanted)}</p>}
      {grouped(found).map(({ system, entries }) => (
        <div key={system} className="scenario-group" role="group" aria-label={systemName(system)}>
          <h3 aria-hidden="true">{systemName(system)}</h3>
          <ul className="scenario-list">
            {entries.map((entry) => (
              <ScenarioItem key={entry.id} entry={entry} isOpen={entry.id === openId} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
});

const ScenarioItem = memo(function ScenarioItem(props: {
  readonly entry: CatalogueEntry;
  readonly isOpen: boolean;
}) {
  const { entry, isOpen } = props;
  const store = useAppStore();
  const outcome = entry.shows[0]?.outcome;
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        title={builtinSentence(entry.id)}
        onClick={() => void openBuiltin(store, entry.id)}
      >
        <span>{builtinName(entry.id)}</span>
        {outcome !== undefined && <OutcomeTag outcome={outcome} />}
      </button>
    </li>
  );
});
