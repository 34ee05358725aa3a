import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import type { Json } from '../src/engine/trace.ts';
import { prepareJob, type ExploreJob, type ExploreReport } from '../src/explore/job.ts';

import type { ExplorerHook, ExplorerHookResult } from './explorer-page/page.ts';
import { buildTestPage } from './build-test-page.ts';
import { expect, test } from './fixtures.ts';

/** The page of these tests is built beside the product's, where the same server finds it. */
const FOLDER = 'explorer-page-of-tests';
const root = path.resolve(import.meta.dirname, '..');
const outDir = path.join(root, 'dist', FOLDER);

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => buildTestPage('explorer-page', outDir));

test.afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const limits = { maxStates: null, maxBytes: 512e6, stopAtFirst: false } as const;

const reference = (tokens: number, lease: number, maxBytes = 512e6): ExploreJob => ({
  kind: 'reference',
  ...limits,
  maxBytes,
  tokens,
  lease,
  store: 'fenced',
  writes: 'delayed',
});

const pausedHolder: ExploreJob = {
  kind: 'scenario',
  ...limits,
  document: JSON.parse(
    readFileSync(path.join(root, 'src', 'scenarios', 'builtin', 's1', 'paused-holder.json'), 'utf8'),
  ) as Json,
  configuration: 'naive',
  values: {},
  budget: { pause: 1, crash: 0, lose: 0, late: 1 },
  keepsFaults: false,
  pausedHolder: true,
};

test('the worker counts the reference model at M exactly', async ({ page }) => {
  const { end } = await explore(page, reference(5, 2));
  expect(end).toMatchObject({
    type: 'done',
    report: { states: 120_737, transitions: 671_088, complete: true, cutBy: null, counterexample: null },
  });
});

test('worker and Node give the same answer, counterexample and all', async ({ page }) => {
  const { end } = await explore(page, pausedHolder);
  expect(end.type).toBe('done');
  const inNode = exploreHere(pausedHolder);
  expect(inNode.counterexample?.faults).not.toBeNull();
  expect('report' in end ? end.report : null).toEqual(JSON.parse(JSON.stringify(inNode)));
});

test('progress is told, and a cancel ends it at once with what was found so far', async ({ page }) => {
  const { end, reports, lastFrontier, cancelMs } = await explore(page, reference(7, 3), 3);
  expect(end).toMatchObject({ type: 'done', report: { complete: false, cutBy: 'cancelled' } });
  expect(reports).toBeGreaterThanOrEqual(3);
  expect(lastFrontier).toBeGreaterThan(0);
  expect('report' in end ? end.report.states : 0).toBeLessThan(1_346_785);
  expect(cancelMs).toBeLessThan(1000);
});

test('the memory limit ends it with a result, and the page lives on', async ({ page }) => {
  const { end } = await explore(page, reference(7, 3, 4e6));
  expect(end).toMatchObject({ type: 'done', report: { complete: false, cutBy: 'memory' } });
  const report = 'report' in end ? end.report : null;
  expect(report?.states).toBeGreaterThan(10_000);
  expect(report?.bytes).toBeLessThanOrEqual(4e6);
  expect(report?.properties[0]?.status).toBe('open');
});

test('a job that cannot be understood ends with what is wrong with it', async ({ page }) => {
  const { end } = await explore(page, { ...pausedHolder, document: { format: 'other' } });
  expect(end.type).toBe('problem');
});

async function explore(page: Page, job: ExploreJob, cancelAfter?: number): Promise<ExplorerHookResult> {
  await page.goto(`./${FOLDER}/index.html`);
  await page.waitForFunction(() => 'explorer' in window);
  const wanted = JSON.stringify({ job, cancelAfter });
  const found = await page.evaluate(async (text) => {
    const { job: said, cancelAfter: after } = JSON.parse(text);
    const hook = (window as unknown as { readonly explorer: ExplorerHook }).explorer;
    return JSON.stringify(await hook.explore(said, after));
  }, wanted);
  return JSON.parse(found) as ExplorerHookResult;
}

function exploreHere(job: ExploreJob): ExploreReport {
  const prepared = prepareJob(job);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  while (prepared.value.exploration.run(777));
  return prepared.value.report();
}
