// @vitest-environment jsdom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import type { ScenarioParameter } from '../../scenarios/schema.ts';
import { endWithKey } from '../hands/use-grips.ts';
import { AppContext, useApp } from '../state/app-context.ts';
import { AS_WRITTEN, currentNode } from '../state/edit-tree.ts';
import { freshInputs } from '../state/inputs.ts';
import { createAppStore, edit, undo, type AppStore } from '../state/store.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { DurationField } from './DurationField.tsx';

const scenario = builtin('paused-holder')!;
const pause = scenario.parameters.find(
  (one): one is Extract<ScenarioParameter, { kind: 'duration' }> => one.kind === 'duration',
)!;
const other = { id: pause.id, kind: 'choice', options: ['a', 'b', 'c'], value: 'a' } as Extract<
  ScenarioParameter,
  { kind: 'choice' }
>;

let root: Root;
let page: HTMLElement;
let store: AppStore;

beforeEach(() => {
  store = createAppStore(freshInputs({ kind: 'scenario', scenario }));
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});

afterEach(() => {
  root.unmount();
  page.remove();
});

function Fields() {
  const value = useApp((state) => state.values[pause.id]);
  return (
    <>
      <DurationField
        scenario={scenario}
        parameter={pause}
        value={typeof value === 'number' ? value : pause.value}
      />
      <ChoiceField scenario={scenario} parameter={other} value={String(value ?? 'a')} />
    </>
  );
}

function show(): {
  readonly number: HTMLElement;
  readonly slider: HTMLElement;
  readonly choice: HTMLElement;
} {
  flushSync(() => {
    root.render(
      <AppContext value={store}>
        <Fields />
      </AppContext>,
    );
  });
  return {
    number: page.querySelector<HTMLElement>('input[type=text]')!,
    slider: page.querySelector<HTMLElement>('input[type=range]')!,
    choice: page.querySelector<HTMLElement>('select')!,
  };
}

/** As if somebody had entered it: React looks at what the element itself was set to. */
function enter(field: HTMLElement, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value');
  own?.set?.call(field, value);
  flushSync(() =>
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })),
  );
}

/** States above the present one. */
function undos(): number {
  let count = 0;
  while (undo(store)) count += 1;
  return count;
}

test.each(['pointerup', 'keyup', 'focusout'])(
  'a slider that was let go by %s begins another edit',
  (event) => {
    const { slider } = show();
    for (const ms of [1000, 2000]) enter(slider, String(pause.min + ms));
    slider.dispatchEvent(new Event(event, { bubbles: true }));
    enter(slider, String(pause.min + 3000));
    expect(undos()).toBe(2);
  },
);

test('a number is one edit until its field is left', () => {
  const { number } = show();
  for (const typed of ['1', '12']) enter(number, typed);
  number.dispatchEvent(new KeyboardEvent('keyup', { key: '2', bubbles: true }));
  enter(number, '13');
  expect(currentNode(store.getState().tree).parent).toBe(0);
  number.dispatchEvent(new Event('focusout', { bubbles: true }));
  enter(number, '11');
  expect(undos()).toBe(2);
});

test('every choice is an edit', () => {
  const { choice } = show();
  enter(choice, 'b');
  enter(choice, 'c');
  expect(undos()).toBe(2);
});

test.each(['focusin', 'pointerdown'])('a handle that keys move is let go by %s elsewhere', (event) => {
  const press = (value: number): void => {
    edit(store, { ...AS_WRITTEN, values: { [pause.id]: value } }, 'keys a');
    endWithKey(store, 'keys a');
  };
  press(1000);
  press(2000);
  document.dispatchEvent(new Event(event));
  press(3000);
  expect(undos()).toBe(2);
  // What is dragged afterwards is not ended by a key.
  edit(store, { ...AS_WRITTEN, values: { [pause.id]: 4000 } }, 'drag 1');
  document.dispatchEvent(new Event(event));
  expect(store.getState().tree.gesture).toBe('drag 1');
});
