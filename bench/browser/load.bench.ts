import type { Page } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { withPage } from './page.ts';

export const name = 'page-load';

const ROUNDS = 7;

/** From the request for the page to the first thing drawn, each round in a new browser with an empty cache. */
export async function run(): Promise<readonly Result[]> {
  const paintsMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) paintsMs.push(await withPage(firstPaintMs));
  return timesMs('first contentful paint', paintsMs);
}

async function firstPaintMs(page: Page): Promise<number> {
  await page.goto('./');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const paint = list.getEntriesByName('first-contentful-paint').at(0);
          if (paint === undefined) return;
          observer.disconnect();
          resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}
