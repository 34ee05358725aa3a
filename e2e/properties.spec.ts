import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

const panel = (page: Page) => page.getByRole('group').filter({ hasText: /^Properties/u });
const item = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name });

test('by keyboard: how each property stands follows the cursor, and leads to the entry that decides', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder&c=naive&at=0&l=1');
  await expect(panel(page)).toContainText('none broken so far');
  await panel(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'No store accepts a stale write')).toContainText('holds so far');
  await expect(item(page, 'A client writes after its lease is over')).toContainText('not seen yet');

  // The grant is on its way: nobody believes yet.
  const leak = item(page, 'No lease stays when its client is gone');
  await app.stepUntil(/A was granted the key/u);
  await expect(panel(page)).toContainText('1 open');
  await expect(leak).toContainText("A's lease on lock has gone unclaimed since 0.2 s");
  await app.stepUntil(/A believes/u);
  await expect(leak).toContainText('nothing open');
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(leak).toContainText('holds in this run');
  await expect(item(page, 'A client writes after its lease is over')).toContainText('seen at entry');

  await expect(panel(page)).toContainText('1 broken');
  const broken = item(page, 'No store accepts a stale write');
  await expect(broken).toContainText('broken since entry');
  await broken.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(app.current).toContainText('The store accepted');
  await app.stepBack.click();
  await expect(broken).toContainText('holds so far');
});

test('a recorded trace has them too, and says what its log does not tell', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('r=C01&l=1');
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(panel(page)).toContainText(/[1-9] broken/u);
  await panel(page).locator('summary').click();
  await expect(item(page, 'No store accepts a stale write')).toContainText('broken since entry');
  await expect(panel(page)).toContainText('not recorded in this log');
});
