import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { slide } from './in-page.ts';
import { withPage } from './page.ts';

export const name = 'changed-parameter';

/** Two values that take turns would be remembered; a walk over many is what a hand does. */
const WORK_MS = Array.from({ length: 140 }, (_, index) => 500 + ((index * 37) % 23) * 10);

/** From a moved slider to the new picture: script and layout, for a run of some 200 entries and for a pair. */
export async function run(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [shown, words] of [
    ['naive', 'one run'],
    ['naive,fenced', 'a pair'],
  ] as const) {
    const cost = await withPage(async (page) => {
      await page.goto(`./#s=many-acquirers&c=${shown}&l=1`);
      await expect(page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
      return slide(page, 'Work under the lock', WORK_MS);
    });
    results.push(...timesMs(`changed parameter to new picture, ${words} of 200 entries`, cost.timesMs), {
      metric: `most of the thread in one change, ${words}`,
      value: cost.longestTaskMs,
      unit: 'ms',
    });
  }
  return results;
}
