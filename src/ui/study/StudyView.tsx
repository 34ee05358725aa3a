import { lazy, Suspense, useCallback, useEffect, type ComponentType, type LazyExoticComponent } from 'react';
import { hasEdits } from '../../scenarios/edits.ts';
import { scenarioName } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { leadingRun } from '../state/derived.ts';
import type { StudyPage } from '../state/inputs.ts';
import { scenarioOf } from '../state/source.ts';
import { closeView } from '../state/store.ts';
import { text as page } from '../text.ts';
import type { StudyPageProps } from './page.ts';
import { STUDIES } from './pages.ts';
import { askStudy, showStudy } from './show-study.ts';
import { text } from './words.ts';
import './study.css';

const PAGES = Object.keys(STUDIES) as StudyPage[];
const components = Object.fromEntries(PAGES.map((id) => [id, lazy(STUDIES[id])])) as {
  readonly [id in StudyPage]: LazyExoticComponent<ComponentType<StudyPageProps>>;
};

/** A page begins at its heading, for whoever listens. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

/** The pages that ask something of the open scenario: which one it is, the way to the others and back. */
export function StudyView() {
  const store = useAppStore();
  const source = useApp((state) => state.source);
  const { page: shown, asked } = useApp((state) => state.study) ?? { page: 'prove', asked: '' };
  const configuration = useApp((state) => leadingRun(state).configuration);
  const isChanged = useApp((state) => hasEdits(state.edits) && shown !== 'break');
  const scenario = scenarioOf(source);
  const { name, lesson } = text.pages[shown];
  useEffect(() => {
    if (scenario === null) return undefined;
    document.title = page.page.title(`${name}: ${scenarioName(scenario)}`);
    return () => {
      document.title = page.page.title(scenarioName(scenario));
    };
  }, [scenario, name]);
  const ask = useCallback((to: string) => askStudy(store, to), [store]);
  const Page = components[shown];
  return (
    <div className="study ui">
      <div className="study-head">
        <h2 key={shown} id="study-heading" ref={focus} tabIndex={-1}>
          {name}
        </h2>
        <button type="button" onClick={() => closeView(store, 'study')}>
          {text.close}
        </button>
        {PAGES.length > 1 && (
          <nav aria-label={text.views}>
            {PAGES.map((id) => (
              <button
                key={id}
                type="button"
                aria-current={id === shown ? 'page' : undefined}
                onClick={() => showStudy(store, id)}
              >
                {text.pages[id].name}
              </button>
            ))}
          </nav>
        )}
        <p>{lesson}</p>
        {isChanged && <p className="study-changed">{text.changed}</p>}
      </div>
      {scenario === null ? (
        <p>{text.noScenario}</p>
      ) : (
        <Suspense fallback={<p className="loading">{page.page.loading}</p>}>
          <Page key={shown} scenario={scenario} configuration={configuration} asked={asked} onChange={ask} />
        </Suspense>
      )}
    </div>
  );
}
