import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { scriptMsOf } from './in-page.ts';
import { withPage } from './page.ts';

export const name = 'gallery';

const ROUNDS = 7;

/** From the key that opens the list of all scenarios to the pictures in view: script of the page's thread. */
export async function run(): Promise<readonly Result[]> {
  const opens: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    opens.push(
      await withPage(async (page) => {
        await page.goto('./');
        await expect(page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
        // What the first page still has to do is not the list's.
        await page.waitForTimeout(3000);
        return scriptMsOf(page, async () => {
          await page.keyboard.press('g');
          await expect(page.getByRole('heading', { name: /^All scenarios/u })).toBeVisible();
          await expect(page.locator('.gallery-cards svg').first()).toBeVisible();
          await page.waitForTimeout(1500);
        });
      }),
    );
  }
  return timesMs('script until all pictures in view are drawn', opens);
}
