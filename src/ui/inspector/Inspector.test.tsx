// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playScenario, type PlayedRun } from '../../scenarios/play-scenario.ts';
import { Inspector, type InspectorProps } from './Inspector.tsx';

let root: Root;
let box: HTMLElement;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
});

const played: readonly PlayedRun[] = (() => {
  const all = playScenario(builtin('paused-holder')!, {});
  if (!all.ok) throw new Error('paused-holder cannot be played');
  return all.value.slice(0, 2);
})();
const naive = played[0]!;

function show(props: Partial<InspectorProps>): void {
  act(() => {
    root.render(<Inspector runs={played} configuration="naive" seq={0} lane="A" {...props} />);
  });
}

function seqOf(ev: string, actor: string, nth = 0): number {
  return naive.run.entries.filter((entry) => entry.ev === ev && entry.actor === actor)[nth]!.seq;
}

function actor(name: string): HTMLElement {
  return box.querySelector<HTMLElement>(`section[aria-label="${name}"]`)!;
}

function toggle(name: string): HTMLButtonElement {
  return actor(name).querySelector('button')!;
}

describe('Inspector', () => {
  test('opens the selected lane and shows the others in a line each', () => {
    show({ seq: seqOf('pause', 'A') });
    expect(toggle('A').getAttribute('aria-expanded')).toBe('true');
    expect(toggle('A').textContent).toContain('paused, holding');
    expect(toggle('B').getAttribute('aria-expanded')).toBe('false');
    expect(actor('B').querySelector('svg.chart')).toBeNull();
    act(() => toggle('B').click());
    expect(toggle('B').getAttribute('aria-expanded')).toBe('true');
    expect(toggle('A').getAttribute('aria-expanded')).toBe('true');
    show({ seq: seqOf('pause', 'A'), lane: 'lock' });
    expect(toggle('lock').getAttribute('aria-expanded')).toBe('true');
    expect(toggle('A').getAttribute('aria-expanded')).toBe('false');
  });

  test('lights the present state and says what led to it', () => {
    show({ seq: seqOf('pause', 'A') });
    const charts = [...actor('A').querySelectorAll('svg.chart')];
    expect(charts.map((chart) => chart.getAttribute('aria-label'))).toEqual([
      'State chart process, in state paused',
      'State chart lock, in state holding',
    ]);
    expect(charts.map((chart) => chart.querySelector('.chart-current text')?.textContent)).toEqual([
      'paused',
      'holding',
    ]);
    expect(actor('A').textContent).toContain('Last change: pause, running to paused');
    expect(charts[0]?.querySelectorAll('.chart-edge-last')).toHaveLength(1);
  });

  test('puts memory and what is pending into words', () => {
    show({ seq: seqOf('pause', 'A') });
    expect(actor('A').textContent).toContain('it holds lock, token 1');
    expect(actor('A').textContent).toMatch(/end of work stopped with [\d.]+ (ms|s) left/);
    expect(actor('A').textContent).toContain('planned: resume in 14 s');
    show({ seq: seqOf('grant', 'lock', 1), lane: 'lock' });
    expect(actor('lock').textContent).toContain('B, token 2; ends in 10 s');
    show({ seq: seqOf('expire', 'lock'), lane: 'lock' });
    expect(actor('lock').textContent).toContain('passed just now');
  });

  test('counts from the cursor where it stands later than its entry', () => {
    const seq = seqOf('grant', 'lock', 1);
    const now = naive.run.entries[seq]!.t;
    show({ seq, t: (now + 1_000_000) as typeof now, lane: 'lock' });
    expect(actor('lock').textContent).toContain('ends in 9 s');
  });

  test('shows request and reply in the service own terms', () => {
    show({ seq: seqOf('grant', 'lock') });
    const wire = actor('On the wire').textContent;
    expect(wire).toContain('acquire key=lock ttl=10 s');
    expect(wire).toContain('granted token=1');
  });

  test('shows the same write side by side where the configurations differ', () => {
    show({ seq: seqOf('write', 'store', 1) });
    const wire = actor('On the wire');
    expect([...wire.querySelectorAll('dd .wire-line')].map((line) => line.textContent)).toEqual([
      "UPDATE records SET value = 'reserved-by-a-late' WHERE id = 'stock'",
      '1 row, version 2',
      "UPDATE records SET value = 'reserved-by-a-late', fence = 1 WHERE id = 'stock' AND fence <= 1",
      '0 rows: token 1 < fence 2',
    ]);
  });

  test('writes out the raw state only while it is open', () => {
    show({});
    expect(box.querySelector('pre')).toBeNull();
    const details = box.querySelector('details')!;
    act(() => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    expect(box.querySelector('pre')?.textContent).toContain('"believes": {}');
  });

  test('says of a recorded trace what the log says', () => {
    const { run } = naive;
    show({ runs: [{ run }], seq: seqOf('write', 'store', 1) });
    expect(box.textContent).toContain('A recorded log has no machine state.');
    expect(box.textContent).toContain('B, token 2, until');
    expect(box.textContent).toContain('A, B');
    expect(box.querySelector('svg')).toBeNull();
  });

  test('keeps a value that looks like markup as text', () => {
    const run = {
      ...naive.run,
      entries: [{ ...naive.run.entries[0]!, text: '<img src=x onerror=alert(1)>' }],
    };
    show({ runs: [{ run }], seq: 0 });
    expect(box.querySelector('img')).toBeNull();
    expect(box.textContent).toContain('<img src=x onerror=alert(1)>');
  });
});
