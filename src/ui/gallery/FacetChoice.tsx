import { useApp, useAppStore } from '../state/app-context.ts';
import { filterGallery } from '../state/store.ts';
import { text as page } from '../text.ts';
import { FACETS } from './filter.ts';
import { CATALOGUE } from './load-builtin.ts';
import { text } from './words.ts';

type Facet = keyof typeof FACETS;

/** Words of the choices of each facet. */
const NAMES: { readonly [facet in Facet]: Readonly<Record<string, string>> } = {
  outcome: page.timeline.outcomes,
  finding: page.finding.name,
  cause: text.causes,
};

/** Narrows the list by one property; only what some scenario has can be chosen. */
export function FacetChoice({ facet }: { readonly facet: Facet }) {
  const store = useAppStore();
  const chosen = useApp(({ gallery }) => gallery?.[facet] ?? '');
  return (
    <label>
      <span>{text[facet]}</span>
      <select
        value={chosen}
        onChange={({ target }) => {
          const value = FACETS[facet].find((choice) => choice === target.value) ?? null;
          filterGallery(store, { [facet]: value });
        }}
      >
        <option value="">{text.any}</option>
        {FACETS[facet]
          .filter((choice) => PRESENT[facet].has(choice))
          .map((choice) => (
            <option key={choice} value={choice}>
              {NAMES[facet][choice]}
            </option>
          ))}
      </select>
    </label>
  );
}

const PRESENT: { readonly [facet in Facet]: ReadonlySet<string> } = {
  outcome: new Set(CATALOGUE.flatMap(({ shows }) => shows.map(({ outcome }) => outcome))),
  finding: new Set(CATALOGUE.flatMap(({ shows }) => shows.flatMap(({ findings }) => findings))),
  cause: new Set(CATALOGUE.flatMap(({ causes }) => causes)),
};
