import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

function list(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Change the schedule' });
}

/** Brings the cursor to an instant by the keyboard's way: from the start, ahead by a length. */
async function goTo(app: FencelinePage, length: string): Promise<void> {
  await app.page.getByRole('button', { name: 'To the start' }).click();
  await app.advanceBy.fill(length);
  await app.advanceBy.press('Enter');
  await app.advanceBy.blur();
}

test('a crash is added at the cursor by the keyboard, in every configuration, and taken back', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await goTo(app, '5s');
  await page.keyboard.press('e');
  await expect(list(page)).toBeVisible();
  // What cannot be says why, and does nothing.
  const pause = list(page).getByRole('button', { name: /^Pause A for/ });
  await expect(pause).toHaveAccessibleName(/A is paused already\.$/);
  await expect(pause).toHaveAttribute('aria-disabled', 'true');
  const first = list(page).getByRole('button', { name: 'Resume A' });
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('button', { name: 'Crash A', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list(page)).toBeHidden();
  await expect(app.outcome('naive store')).not.toHaveText(/^corrupted/);
  await app.settledHash(/f=kind\.crash,node\.A,at\.5000/);
  await page.keyboard.press('Control+z');
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
});

test('on a lane by the pointer: a client is made to write; the link opens it in another browser', async ({
  page,
  openContext,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await goTo(app, '1s');
  await page.getByRole('button', { name: 'A', exact: false }).and(page.locator('.tl-name')).first().click({
    button: 'right',
  });
  await list(page).getByRole('button', { name: 'A writes now' }).click();
  await app.settledHash(/f=kind\.act,client\.A,at\.1000,do\.write/);
  await expect(app.trace.getByText('A is made to write, by hand.')).toHaveCount(1);
  const there = await (await openContext()).newPage();
  await there.goto(page.url());
  const other = new FencelinePage(there);
  expect(await other.moment()).toEqual(await app.moment());
});

test('on a message: it is lost, and said to be lost already', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const entry = page.getByRole('listbox', { name: /naive store/ }).getByRole('option');
  await entry.focus();
  // The decisive entry is the zombie's write: its message.
  await page.keyboard.press('e');
  await expect(list(page).getByRole('combobox', { name: 'Where' })).toHaveValue('mA>store#1');
  await list(page).getByRole('button', { name: 'Lose A>store#1', exact: true }).click();
  await expect(app.outcome('naive store')).not.toHaveText(/^corrupted/);
  await goTo(app, '16500ms');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await list(page).getByRole('button', { name: 'No more: A paused at 2.0 s for 14.0 s' }).click();
  await expect(app.outcome('naive store')).toHaveText('safe');
});

test('by touch, on a narrow page: a fault is taken away', async ({ openContext }) => {
  const context = await openContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const app = new FencelinePage(await context.newPage());
  await app.open();
  await app.page.getByRole('button', { name: 'Change', exact: true }).tap();
  await list(app.page)
    .getByRole('button', { name: /^No more: A paused/ })
    .tap();
  await expect(app.outcome('naive store')).toHaveText('safe');
});
