import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { build } from 'vite';

import type { ExplorerHook } from '../../e2e/explorer-page/page.ts';
import { serveStatic } from '../../scripts/serve-static.mjs';
import { median, type Result } from '../harness.ts';

import { withPage } from './page.ts';

export const name = 'explore-in-browser';

const ROUNDS = 5;
const STATES_AT_M = 120_737;

/** The reference model at M in a worker of a browser that has just been opened, each round a new one. */
export async function run(): Promise<readonly Result[]> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'explorer-page-'));
  await build({
    // npm run bench starts every bench in the repository's root.
    root: path.resolve('e2e', 'explorer-page'),
    configFile: false,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
  const served = await serveStatic({ dir: outDir, base: '/', port: 0 });
  const cold: number[] = [];
  const warm: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const seconds = await withPage(async (page) => {
        await page.goto(served.address);
        await page.waitForFunction(() => 'explorer' in window);
        return page.evaluate(async () => {
          const hook = (window as unknown as { readonly explorer: ExplorerHook }).explorer;
          const found: number[] = [];
          for (let time = 0; time < 2; time += 1) {
            const { end } = await hook.explore({
              kind: 'reference',
              tokens: 5,
              lease: 2,
              store: 'fenced',
              writes: 'delayed',
              maxStates: null,
              maxBytes: 512e6,
              stopAtFirst: false,
            });
            found.push(end.type === 'done' && end.report.states === 120_737 ? end.seconds : Infinity);
          }
          return found;
        });
      });
      cold.push(seconds[0] ?? Infinity);
      warm.push(seconds[1] ?? Infinity);
    }
  } finally {
    await served.close();
    rmSync(outDir, { recursive: true, force: true });
  }
  const rate = (metric: string, values: readonly number[]): Result => ({
    metric,
    value: Math.round(STATES_AT_M / median(values)),
    unit: 'states/s',
    rounds: ROUNDS,
  });
  return [rate('cold worker at M', cold), rate('second worker of the same page at M', warm)];
}
