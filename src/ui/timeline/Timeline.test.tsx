// @vitest-environment jsdom
import { act, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromMs } from '../../engine/time.ts';
import { timelineText } from '../../text/timeline.ts';
import { pausedHolder } from './dev/sketches.ts';
import type { TimelineHandle, TimelineProps } from './props.ts';
import { Timeline } from './Timeline.tsx';

const RUNS = [pausedHolder(false), pausedHolder(true)];
let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ignore = (): void => undefined;
const FIXED = {
  runs: RUNS,
  selectedLane: null,
  onSelectLane: ignore,
  differences: [],
  view: null,
  text: timelineText,
  describe: (entry: { ev: string; actor: string }) => `${entry.actor} ${entry.ev}`,
};

function show(props: Partial<TimelineProps>): void {
  act(() =>
    root.render(
      <Timeline
        {...FIXED}
        cursor={{ t: fromMs(0) }}
        onCursorChange={ignore}
        onViewChange={ignore}
        {...props}
      />,
    ),
  );
}

function options(): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>('[role="option"]')];
}

function press(key: string, on: Element): void {
  act(() => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
}

test('scrubbing leaves every mark as it is', async () => {
  show({});
  const marks = [...host.querySelectorAll('.tl-panel')];
  expect(marks).toHaveLength(2);
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  for (const mark of marks) {
    observer.observe(mark, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  for (let tenth = 0; tenth <= 170; tenth += 1) show({ cursor: { t: fromMs(tenth * 100) } });
  await Promise.resolve();
  expect(changes).toEqual([]);
  expect(host.querySelector('.tl-cursor-head text')?.textContent).toBe('17.0 s');
  observer.disconnect();
});

test('each panel says its outcome in a status, with the time beside it', () => {
  show({});
  const statuses = [...host.querySelectorAll('[role="status"]')];
  expect(statuses.map((status) => [status.getAttribute('aria-label'), status.textContent])).toEqual([
    ['Outcome, naive store', 'corrupted'],
    ['Outcome, fenced store', 'fenced'],
  ]);
  expect(host.querySelector('.tl-outcome')?.textContent).toBe('corruptedat 17.0 s');
});

test('the keyboard begins at the decisive entry and walks along and across lanes', () => {
  const chosen: number[] = [];
  show({ onCursorChange: (seq) => chosen.push(seq) });
  const start = options()[0]!;
  expect(start.getAttribute('aria-label')).toBe('17.0 s: store write');
  press('ArrowLeft', start);
  expect(options()[0]!.getAttribute('aria-label')).toBe('13.4 s: store send');
  expect(document.activeElement).toBe(options()[0]);
  press('ArrowUp', options()[0]!);
  expect(options()[0]!.getAttribute('aria-label')).toBe('11.0 s: lock send');
  press('Home', options()[0]!);
  press('Enter', options()[0]!);
  expect(chosen).toEqual([1]);
});

test('focus shows the details', () => {
  show({});
  act(() => options()[0]!.focus());
  expect(host.querySelector('.tl-details')?.textContent).toContain('store write');
});

test('keys and the handle change the view', () => {
  const views: (object | null)[] = [];
  const handle = createRef<TimelineHandle>();
  show({ onViewChange: (view) => views.push(view), ref: handle, cursor: { t: fromMs(10_000) } });
  press('+', host.querySelector('.tl')!);
  press('0', host.querySelector('.tl')!);
  handle.current?.zoomBy(2);
  handle.current?.fit();
  expect(views).toHaveLength(4);
  expect(views[1]).toBeNull();
  expect(views[2]).toMatchObject({ from: expect.any(Number) });
  expect(views[3]).toBeNull();
});

test('findings out of view are pointed at, and gone to', () => {
  const views: { from: number; to: number }[] = [];
  show({ view: { from: 0, to: 5_000_000 }, onViewChange: (view) => view !== null && views.push(view) });
  const later = host.querySelector<HTMLButtonElement>('.tl-edge-right')!;
  expect(later.getAttribute('aria-label')).toBe('2 findings later: go there');
  act(() => later.click());
  expect(views[0]?.to).toBeGreaterThan(11_400_000);
});

test('the first difference is said between the panels', () => {
  show({ differences: [{ t: fromMs(17_000), above: 16, below: 16, sentence: 'The runs part here.' }] });
  expect(host.querySelector('section + section .tl-difference')?.textContent).toBe('The runs part here.');
  // From the entry above to the one below: a piece in each panel and one between them.
  expect(host.querySelectorAll('section:first-of-type .tl-parting')).toHaveLength(1);
  expect(host.querySelectorAll('section + section .tl-parting')).toHaveLength(1);
  expect(host.querySelectorAll('section + section .tl-between-line')).toHaveLength(1);
});

test('what one run alone has is not joined to an entry of the other', () => {
  show({ differences: [{ t: fromMs(17_000), above: 16, below: null, sentence: 'One has more.' }] });
  expect(host.querySelectorAll('section:first-of-type .tl-parting')).toHaveLength(1);
  expect(host.querySelectorAll('section + section .tl-parting')).toHaveLength(0);
});

test('runs that tell the same have nothing between them', () => {
  show({ differences: [null] });
  expect(host.querySelector('.tl-difference')).toBeNull();
  expect(host.querySelector('.tl-between-line')).toBeNull();
});

test('a lane is selected by its name, and let go by it', () => {
  const lanes: (string | null)[] = [];
  show({ onSelectLane: (lane) => lanes.push(lane) });
  act(() => host.querySelector<HTMLButtonElement>('.tl-name')!.click());
  show({ onSelectLane: (lane) => lanes.push(lane), selectedLane: 'A' });
  act(() => host.querySelector<HTMLButtonElement>('.tl-name')!.click());
  expect(lanes).toEqual(['A', null]);
});
