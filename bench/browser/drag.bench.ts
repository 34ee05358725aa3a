import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { drag } from './in-page.ts';
import { withPage } from './page.ts';

export const name = 'drag';

/** To and fro, a few pixels at a time, as a hand does; only later, for the TTL is the shortest that there is. */
const OFFSETS_PX = Array.from(
  { length: 140 },
  (_, index) => 62 + Math.round(60 * Math.sin(index / 9)) + (index % 3),
);

/** From a moved pointer to the new picture: script and layout, with the old run behind it, at some 200 entries. */
export async function run(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [shown, runs] of [
    ['naive', 'one run'],
    ['naive,fenced', 'a pair'],
  ] as const) {
    const cost = await withPage(async (page) => {
      await page.goto(`./#s=many-acquirers&c=${shown}&l=1`);
      await expect(page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
      const grips = page.getByRole('slider', { name: /^End of the lease/u });
      return drag(page, grips.first(), OFFSETS_PX);
    });
    results.push(...timesMs(`pointer move to new picture, ${runs} of 200 entries`, cost.timesMs), {
      metric: `most of the thread in one move, ${runs}`,
      value: cost.longestTaskMs,
      unit: 'ms',
    });
  }
  return results;
}
