// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PanelBoundary } from './PanelBoundary.tsx';

let root: Root;
let host: HTMLElement;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  host = document.createElement('div');
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
});

test('an error in one panel leaves the others as they are and says which it was', () => {
  act(() =>
    root.render(
      <>
        <PanelBoundary name="Inspector">
          <Fails />
        </PanelBoundary>
        <PanelBoundary name="Trace">
          <p>still here</p>
        </PanelBoundary>
      </>,
    ),
  );
  expect(host.querySelector('[role="alert"]')?.textContent).toContain(
    '"Inspector" stopped because of an error',
  );
  expect(host.textContent).toContain('still here');
});

test('the panel is tried again on request and when its input changes', () => {
  const show = (fails: boolean, input: number): void => {
    act(() =>
      root.render(
        <PanelBoundary name="Timeline" resetOn={input}>
          {fails ? <Fails /> : <p>drawn</p>}
        </PanelBoundary>,
      ),
    );
  };
  show(true, 1);
  show(false, 1);
  expect(host.textContent).not.toContain('drawn');
  act(() => host.querySelector('button')?.click());
  expect(host.textContent).toContain('drawn');

  show(true, 1);
  expect(host.textContent).toContain('stopped');
  show(false, 2);
  expect(host.textContent).toContain('drawn');
});

function Fails(): never {
  throw new Error('on purpose');
}
