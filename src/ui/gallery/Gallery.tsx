import { useEffect, useMemo, useRef } from 'react';
import type { CatalogueEntry } from '../../scenarios/builtin/catalogue.ts';
import { builtinConfigurationLabel, builtinName, builtinSentence, systemName } from '../labels.ts';
import { GuideLinks } from '../guide/GuideLinks.tsx';
import { OutcomeTag } from '../setup/OutcomeTag.tsx';
import { useApp, useAppStore } from '../state/app-context.ts';
import { EVERYTHING } from '../state/gallery-filter.ts';
import { closeView, filterGallery } from '../state/store.ts';
import { FacetChoice } from './FacetChoice.tsx';
import { passes } from './filter.ts';
import { grouped, type Group } from './grouped.ts';
import { CATALOGUE } from './load-builtin.ts';
import { openBuiltin } from './open-builtin.ts';
import { RunThumbnail } from './RunThumbnail.tsx';
import { text } from './words.ts';
import './gallery.css';

/** All scenarios that come with the product: searched, narrowed, each with a small picture of its run. */
export function Gallery() {
  const store = useAppStore();
  const filter = useApp(({ gallery }) => gallery) ?? EVERYTHING;
  const heading = useRef<HTMLHeadingElement>(null);
  const found = useMemo(() => CATALOGUE.filter((entry) => passes(entry, filter)), [filter]);
  const groups = grouped(found);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="gallery ui">
      <div className="gallery-head">
        <h2 ref={heading} tabIndex={-1}>
          {text.heading}
        </h2>
        <input
          type="search"
          data-command="search"
          aria-label={text.search}
          placeholder={text.search}
          maxLength={100}
          value={filter.words}
          onChange={(event) => filterGallery(store, { words: event.target.value })}
        />
        <SystemChoice />
        <FacetChoice facet="outcome" />
        <FacetChoice facet="finding" />
        <FacetChoice facet="cause" />
        <p role="status">{text.shown(found.length, CATALOGUE.length)}</p>
        <button type="button" onClick={() => closeView(store, 'gallery')}>
          {text.close}
        </button>
        <GuideLinks />
      </div>
      <div className="gallery-body">
        {found.length === 0 && (
          <p className="gallery-none">
            {text.none}{' '}
            <button type="button" className="link" onClick={() => filterGallery(store, EVERYTHING)}>
              {text.clear}
            </button>
          </p>
        )}
        {groups.length > 1 && <GroupNav groups={groups} />}
        {groups.map(({ system, entries }) => (
          <section key={system} aria-label={systemName(system)}>
            <h3 id={headingId(system)} tabIndex={-1}>
              {systemName(system)} <span className="muted">{entries.length}</span>
            </h3>
            <ul className="gallery-cards">
              {entries.map((entry) => (
                <Card key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function headingId(system: string): string {
  return `gallery-${system}`;
}

/** The groups to jump to, each with how many scenarios it has. */
function GroupNav({ groups }: { readonly groups: readonly Group[] }) {
  const goTo = (system: string): void => {
    const heading = document.querySelector<HTMLElement>(`#${headingId(system)}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className="gallery-groups" aria-label={text.groups}>
      <ul>
        {groups.map(({ system, entries }) => (
          <li key={system}>
            <button type="button" className="link" onClick={() => goTo(system)}>
              {systemName(system)} <span className="muted">{entries.length}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const SYSTEMS: readonly string[] = [...new Set(CATALOGUE.map(({ system }) => system))];

function SystemChoice() {
  const store = useAppStore();
  const chosen = useApp(({ gallery }) => gallery?.system ?? '');
  return (
    <label>
      <span>{text.system}</span>
      <select
        value={chosen}
        onChange={(event) => filterGallery(store, { system: event.target.value || null })}
      >
        <option value="">{text.any}</option>
        {SYSTEMS.map((system) => (
          <option key={system} value={system}>
            {systemName(system)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Card({ entry }: { readonly entry: CatalogueEntry }) {
  const store = useAppStore();
  const { id, row, report, shows } = entry;
  const shownAs = row === '' ? report : row;
  return (
    <li className="gallery-card">
      <RunThumbnail id={id} />
      <h4>
        <button type="button" className="link" onClick={() => void openBuiltin(store, id)}>
          {builtinName(id)}
        </button>
        {shownAs !== '' && <span className="muted">{shownAs}</span>}
      </h4>
      <p>{builtinSentence(id)}</p>
      <ul className="gallery-shows">
        {shows.map(({ configuration, outcome }) => (
          <li key={configuration}>
            <span>{builtinConfigurationLabel(id, configuration)}</span>
            <OutcomeTag outcome={outcome} />
          </li>
        ))}
      </ul>
    </li>
  );
}
