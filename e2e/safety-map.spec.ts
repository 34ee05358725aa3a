import { rmSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { prepareSweep, type SweepJob } from '../src/explore/map/sweep.ts';

import type { MapHook, MapHookResult } from './map-page/page.ts';
import { builtinDocument } from './builtin-document.ts';
import { buildTestPage } from './build-test-page.ts';
import { expect, test } from './fixtures.ts';

/** The page of these tests is built beside the product's, where the same server finds it. */
const FOLDER = 'map-page-of-tests';
const root = path.resolve(import.meta.dirname, '..');
const outDir = path.join(root, 'dist', FOLDER);

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => buildTestPage('map-page', outDir));

test.afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const JOB: SweepJob = {
  document: builtinDocument('s1/paused-holder'),
  configuration: 'naive',
  values: {},
  axes: [
    { target: 'pause', from: 0, to: 30_000, cells: 6, scale: 'linear' },
    { target: 'ttl', from: 2000, to: 20_000, cells: 5, scale: 'linear' },
  ],
  draws: [{ target: 'pauseAt', from: { kind: 'log-normal', median: 2000, spread: 0.5 } }],
  runs: 20,
  seed: 1,
};

test('one worker, three workers and Node give the same map', async ({ page }) => {
  const sweep = prepareSweep(JOB);
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  const inNode = Array.from({ length: sweep.value.cells }, (_, cell) => sweep.value.cell(cell));
  for (const workers of [1, 3]) {
    const { end, cells } = await play(page, JOB, workers);
    expect(end).toEqual({ type: 'done' });
    expect(cells.toSorted((a, b) => a.cell - b.cell)).toEqual(inNode);
  }
});

test('a map is ended at once, and what was told of it stands', async ({ page }) => {
  const { end, cells } = await play(page, { ...JOB, runs: 20_000 }, 2, 1);
  expect(end).toEqual({ type: 'cancelled' });
  expect(cells.length).toBe(1);
});

test('what cannot be swept is a problem, by name', async ({ page }) => {
  const { end } = await play(page, { ...JOB, configuration: 'nobody' }, 2);
  expect(end).toEqual({
    type: 'problem',
    problems: [{ where: 'configuration', what: 'there is no configuration "nobody"' }],
  });
});

async function play(
  page: Page,
  job: SweepJob,
  workers: number,
  cancelAfter?: number,
): Promise<MapHookResult> {
  await page.goto(`./${FOLDER}/index.html`);
  return page.evaluate(
    ([given, count, after]) => {
      const { safetyMap } = window as unknown as { readonly safetyMap: MapHook };
      return safetyMap.map(JSON.parse(given) as SweepJob, count, after);
    },
    [JSON.stringify(job), workers, cancelAfter] as const,
  );
}
