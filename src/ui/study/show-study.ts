import type { StudyPage } from '../state/inputs.ts';
import { scenarioOf } from '../state/source.ts';
import { closeView, showView, type AppStore } from '../state/store.ts';

/** Shows a page that asks something of the open scenario in place of the picture. A recorded trace has but one run. */
export function showStudy(store: AppStore, page: StudyPage): void {
  const { source, studied } = store.getState();
  if (scenarioOf(source) !== null) showView(store, { study: { page, asked: studied[page] ?? '' } });
}

/** What the page that is shown asks from now on. */
export function askStudy(store: AppStore, asked: string): void {
  store.setState(({ study, studied }) =>
    study === null ? {} : { study: { ...study, asked }, studied: { ...studied, [study.page]: asked } },
  );
}

/** Shows the first of these pages in place of the picture, or the picture again. */
export function toggleStudy(store: AppStore): void {
  if (store.getState().study === null) showStudy(store, 'prove');
  else closeView(store, 'study');
}
