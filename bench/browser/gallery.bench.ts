import { expect, type Page } from '@playwright/test';

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
          // A worker draws them: script of the page's thread is what it takes to ask and to show.
          await expect.poll(() => undrawnInView(page), { timeout: 30_000 }).toBe(0);
          await page.waitForTimeout(500);
        });
      }),
    );
  }
  return timesMs('script until all pictures in view are drawn', opens);
}

/** Cards in view whose picture is not there yet; -1 before there is any card. */
function undrawnInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('.gallery-picture')];
    const inView = places.filter((place) => {
      const { top, bottom } = place.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return inView.length === 0 ? -1 : inView.filter((place) => place.querySelector('svg') === null).length;
  });
}
