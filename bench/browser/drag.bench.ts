import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { drag } from './in-page.ts';
import { withPage } from './page.ts';

export const name = 'drag';

/** To and fro, a few pixels at a time, as a hand does; only later, for nothing arrives before it was sent. */
const OFFSETS_PX = Array.from(
  { length: 140 },
  (_, index) => 62 + Math.round(60 * Math.sin(index / 9)) + (index % 3),
);

/** A delay is met by the same clients as before; a TTL makes other states of all of them. */
const HANDLES = [
  { name: /^Arrival of C>lock#4/u, words: 'the arrival of a message' },
  { name: /^End of the lease/u, words: 'the end of a lease' },
] as const;

/** From a moved pointer to the new picture: script and layout, with the old run behind it, at some 200 entries. */
export async function run(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [shown, runs] of [
    ['naive', 'one run'],
    ['naive,fenced', 'a pair'],
  ] as const) {
    for (const { name: handle, words } of HANDLES) {
      const cost = await withPage(async (page) => {
        await page.goto(`./#s=many-acquirers&c=${shown}&l=1`);
        await expect(page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
        return drag(page, page.getByRole('slider', { name: handle }).first(), OFFSETS_PX);
      });
      results.push(
        ...timesMs(`pointer move to new picture, ${runs} of 200 entries, ${words}`, cost.timesMs),
        {
          metric: `most of the thread in one move, ${runs}, ${words}`,
          value: cost.longestTaskMs,
          unit: 'ms',
        },
      );
    }
  }
  return results;
}
