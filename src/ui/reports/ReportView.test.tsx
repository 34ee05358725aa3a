// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { REPORTS } from '../../scenarios/reports/index.ts';
import { openReport } from '../open/open-report.ts';
import { ReportList } from './ReportList.tsx';
import { ReportView } from './ReportView.tsx';
import { replayOf, type StoreReplay } from './store-rows.ts';

function page(markup: string): HTMLElement {
  const box = document.createElement('div');
  box.innerHTML = markup;
  return box;
}

function cells(box: HTMLElement): readonly (readonly string[])[] {
  return [...box.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
}

describe('ReportView', () => {
  test('tells the report and which store would have stopped it', async () => {
    const source = await openReport('C01');
    const box = page(renderToStaticMarkup(<ReportView run={source!.run} about={source!.about} />));
    expect(box.querySelector('h2')?.textContent).toBe('One failed renewal ends the watchdog for good');
    expect(box.textContent).toContain('redisson/redisson#775');
    expect(box.querySelector('a')).toBeNull();
    expect(cells(box)).toEqual([
      ['Naive', 'no', 'no'],
      ['Fenced', 'no', 'no'],
      ['Fenced at takeover', 'yes', 'no'],
      ['Authoritative', 'yes', 'no'],
    ]);
  });

  test('says so where there was nothing to stop', async () => {
    const source = await openReport('C09');
    const box = page(renderToStaticMarkup(<ReportView run={source!.run} about={null} />));
    expect(box.textContent).toContain('There is no stale write in this trace');
    expect(cells(box).every(([, stops]) => stops === 'none to stop')).toBe(true);
  });

  test('agrees with what every report says about its stores', async () => {
    for (const report of REPORTS) {
      const { default: body } = (await report.load()) as {
        default: { staleWritesStoppedBy?: Record<string, boolean>; rightfulWritesRejectedBy?: string[] };
      };
      const source = await openReport(report.id);
      const { rows } = replayOf(source!.run);
      for (const { kind, stops, refusesRightful } of rows) {
        const said = body.staleWritesStoppedBy?.[kind];
        if (said !== undefined) expect(stops, `${report.id} ${kind}`).toBe(said);
        if (body.rightfulWritesRejectedBy !== undefined && kind !== 'naive') {
          expect(refusesRightful, `${report.id} ${kind}`).toBe(body.rightfulWritesRejectedBy.includes(kind));
        }
      }
    }
  });
});

describe('stores that a worker works out', () => {
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });

  test.each([
    ['are shown when they are there', { hasStaleWrites: true, rows: [] }, 0],
    ['are worked out here where the worker broke down', null, 4],
  ])('%s', async (_name, answer, rows) => {
    const source = await openReport('C01');
    const box = document.createElement('div');
    const root = createRoot(box);
    let tell: (answer: StoreReplay | null) => void = () => undefined;
    const stores = new Promise<StoreReplay | null>((resolve) => {
      tell = resolve;
    });
    await act(async () => root.render(<ReportView run={source!.run} about={null} stores={stores} />));
    expect(box.textContent).toContain('Loading');
    expect(box.querySelector('table')).toBeNull();
    await act(async () => tell(answer));
    expect(box.textContent).not.toContain('Loading');
    expect(cells(box)).toHaveLength(rows);
    await act(async () => root.unmount());
  });
});

describe('ReportList', () => {
  test('names every report with its source and outcome', () => {
    const box = page(renderToStaticMarkup(<ReportList openId="C04" onOpen={() => undefined} />));
    const buttons = [...box.querySelectorAll('button')];
    expect(buttons).toHaveLength(24);
    expect(buttons[0]?.textContent).toBe(
      'One failed renewal ends the watchdog for goodcorruptedredisson/redisson#775',
    );
    expect(buttons.filter((one) => one.getAttribute('aria-current') === 'true')).toHaveLength(1);
  });
});
