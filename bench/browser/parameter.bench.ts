import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { slide } from './in-page.ts';
import { withPage } from './page.ts';

export const name = 'changed-parameter';

/** Few values, as a slider of coarse steps has: after the first round all have been met before. */
const WORK_MS = Array.from({ length: 140 }, (_, index) => 500 + ((index * 37) % 23) * 10);
/** Each value once: what the machines do with it has never been computed. */
const TTL_MS = Array.from({ length: 140 }, (_, index) => 1500 + ((index * 89) % 140) * 100);

const FIELDS = [
  { name: 'Work under the lock', values: WORK_MS, words: 'a value met before' },
  { name: 'TTL', values: TTL_MS, words: 'a value never met' },
] as const;

/** From a moved slider to the new picture: script and layout, for a run of some 200 entries and for a pair. */
export async function run(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [shown, runs] of [
    ['naive', 'one run'],
    ['naive,fenced', 'a pair'],
  ] as const) {
    for (const { name: field, values, words } of FIELDS) {
      const cost = await withPage(async (page) => {
        await page.goto(`./#s=many-acquirers&c=${shown}&l=1`);
        await expect(page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
        return slide(page, field, values);
      });
      results.push(
        ...timesMs(`changed parameter to new picture, ${runs} of 200 entries, ${words}`, cost.timesMs),
        {
          metric: `most of the thread in one change, ${runs}, ${words}`,
          value: cost.longestTaskMs,
          unit: 'ms',
        },
      );
    }
  }
  return results;
}
