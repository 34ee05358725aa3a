import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

function panel(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Branches' });
}

/** Two branches: a pause of 3 s, which is safe, and one of 20 s, which is not. */
async function makeTwo(app: FencelinePage): Promise<void> {
  const pause = app.parameter('Pause of A');
  await pause.fill('3');
  await pause.press('Enter');
  await expect(app.outcome('naive store')).toHaveText('safe');
  await pause.blur();
  await app.page.keyboard.press('Control+z');
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await pause.fill('20');
  await pause.press('Enter');
  await app.settledHash(/p\.pause=20000/);
  await pause.blur();
}

test('branches are shown with what differs, gone to, named, compared and deleted; a reload keeps them', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await makeTwo(app);
  await page.getByRole('tab', { name: 'Branches' }).click();
  const items = panel(page).getByRole('list', { name: 'Branches' }).locator('> li');
  await expect(items).toHaveCount(3);
  await expect(items.nth(0)).toContainText('Pause of A: 20.0 s');
  await expect(items.nth(0)).toContainText('shown now');
  await expect(items.nth(1)).toContainText('Pause of A: 3.0 s');
  await expect(items.nth(1)).toContainText('safe');
  await expect(items.nth(1).locator('svg path').first()).toBeAttached();
  await expect(items.nth(2)).toContainText('As it was opened');

  await panel(page).getByRole('button', { name: 'Name Branch 1' }).click();
  await panel(page).getByRole('textbox', { name: 'Name of the branch' }).fill('short pause');
  await page.keyboard.press('Enter');
  await expect(items.nth(1)).toContainText('short pause');

  await panel(page).getByRole('button', { name: 'Compare with short pause' }).click();
  await expect(app.outcome('naive store: Branch 2')).toHaveText(/^corrupted/);
  await expect(app.outcome('naive store: short pause')).toHaveText('safe');
  await panel(page).getByRole('button', { name: 'Stop comparing' }).click();
  await expect(app.outcome('fenced store')).toBeVisible();

  await panel(page).getByRole('button', { name: 'Go to short pause' }).click();
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(app.parameter('Pause of A')).toHaveValue('3');
  await app.settledHash(/p\.pause=3000/);

  // The browser keeps them once they have settled.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('fenceline-work') ?? ''))
    .toContain('short pause');
  await page.reload();
  await app.ready();
  await page.getByRole('tab', { name: 'Branches' }).click();
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).toContainText('short pause');
  await expect(items.nth(1)).toContainText('shown now');
  await panel(page).getByRole('button', { name: 'Delete Branch 2' }).click();
  await expect(items).toHaveCount(2);
});

test('a link carries all branches on request', async ({ page, context, openContext }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = new FencelinePage(page);
  await app.open();
  await makeTwo(app);
  await page.getByRole('tab', { name: 'Branches' }).click();
  await panel(page).getByRole('button', { name: 'Copy link with all branches' }).click();
  await expect(panel(page).getByText('Link with all branches copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const there = await (await openContext()).newPage();
  await there.goto(address);
  const other = new FencelinePage(there);
  await other.ready();
  await there.getByRole('tab', { name: 'Branches' }).click();
  const items = panel(there).getByRole('list', { name: 'Branches' }).locator('> li');
  await expect(items).toHaveCount(3);
  await expect(items.nth(0)).toContainText('shown now');
  await panel(there).getByRole('button', { name: 'Go to Branch 1' }).click();
  await expect(other.outcome('naive store')).toHaveText('safe');
});

test('work that cannot be read is put aside and told of', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.evaluate(() => localStorage.setItem('fenceline-work', '{"version":1,"works":'));
  await page.reload();
  await app.ready();
  await expect(app.messages.getByText(/could not be read/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fenceline-work-unread'))).toBe(
    '{"version":1,"works":',
  );
});

test('two tabs on one scenario lose none of their branches to each other', async ({ page, context }) => {
  const app = new FencelinePage(page);
  await app.open();
  const other = new FencelinePage(await context.newPage());
  await other.open();
  const change = async (on: FencelinePage, seconds: string): Promise<void> => {
    await on.page.bringToFront();
    await on.parameter('Pause of A').fill(seconds);
    await on.parameter('Pause of A').press('Enter');
    await on.settledHash(new RegExp(`p\\.pause=${seconds}000`, 'u'));
    await expect
      .poll(() => on.page.evaluate(() => localStorage.getItem('fenceline-work') ?? ''))
      .toContain(`${seconds}000`);
  };
  await change(app, '3');
  await change(other, '20');
  await change(app, '5');
  await other.page.reload();
  await other.page.getByRole('tab', { name: 'Branches' }).click();
  // The second change in one field goes on with the first.
  for (const seconds of ['20.0 s', '5.0 s'])
    await expect(panel(other.page).getByText(`Pause of A: ${seconds}`).first()).toBeVisible();
});
