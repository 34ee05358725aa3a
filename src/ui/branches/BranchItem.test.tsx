// @vitest-environment jsdom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { branchesText as words } from '../../text/branches.ts';
import { AppContext } from '../state/app-context.ts';
import { goTo } from '../state/edit-tree.ts';
import { freshInputs } from '../state/inputs.ts';
import { createAppStore, edit, show, type AppStore } from '../state/store.ts';
import { BranchesPanel } from './BranchesPanel.tsx';

let root: Root;
let page: HTMLElement;
let store: AppStore;

/** A branch beside the scenario as it was written, which is shown. */
beforeEach(() => {
  store = createAppStore(freshInputs({ kind: 'scenario', scenario: builtin('paused-holder')! }));
  edit(store, { values: { ttl: 5000 } });
  show(store, goTo(store.getState().tree, 0));
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  flushSync(() => {
    root.render(
      <AppContext value={store}>
        <BranchesPanel />
      </AppContext>,
    );
  });
});

afterEach(() => {
  root.unmount();
  page.remove();
});

function press(label: string): void {
  const found = [...page.querySelectorAll('button')].findLast((one) => one.textContent === label);
  flushSync(() => found?.click());
}

test.each(['save', 'escape'])('the focus goes back to the button when a name is done: %s', (way) => {
  press(words.words.rename);
  const field = page.querySelector<HTMLInputElement>('form input');
  expect(document.activeElement).toBe(field);
  if (way === 'save') press(words.save);
  else flushSync(() => field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(page.querySelector('form')).toBeNull();
  expect(document.activeElement?.textContent).toBe(words.words.rename);
});

test('the focus goes to the list when a branch is deleted', () => {
  press(words.words.remove);
  expect(page.querySelectorAll('ol > li')).toHaveLength(1);
  expect(document.activeElement?.tagName).toBe('OL');
});
