import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

/** A search takes seconds where the machine is busy. */
const FOUND = { timeout: 45_000 };

const bar = (page: Page) => page.getByRole('region', { name: 'Break it yourself' });
const change = (page: Page) => page.getByRole('dialog', { name: 'Change the schedule' });

/** Brings the cursor to an instant by the keyboard's way: from the start, ahead by a length. */
async function goTo(app: FencelinePage, length: string): Promise<void> {
  await app.page.getByRole('button', { name: 'To the start' }).click();
  await app.advanceBy.fill(length);
  await app.advanceBy.press('Enter');
  await app.advanceBy.blur();
}

/** Makes the pause of A so long, by the keys on its end in the picture. */
async function pauseUntil(page: Page, store: string, endMs: number): Promise<void> {
  const end = page
    .getByRole('group', { name: `Handles of ${store}` })
    .getByRole('slider', { name: 'End of the pause of A' });
  await end.focus();
  const now = async (): Promise<number> => Number(await end.getAttribute('aria-valuenow'));
  for (let presses = 0; presses < 60 && (await now()) < endMs; presses += 1) {
    await page.keyboard.press('PageUp');
  }
  expect(await now()).toBeGreaterThanOrEqual(endMs);
  await end.blur();
}

test('by keyboard: a fault is placed, it breaks with par, a reload and another browser show the same, undo takes it back', async ({
  page,
  openContext,
}) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder');
  await expect(page.getByRole('button', { name: 'Prove it or break it' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Prove it or break it' })).toBeFocused();
  await page.getByRole('button', { name: 'Break it yourself' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Break it yourself' })).toBeFocused();
  await expect(page.getByText('It can be broken with 1 fault, and not with fewer')).toBeVisible(FOUND);
  await expect(page.getByRole('row', { name: 'no fault' })).toContainText('no schedule breaks it');
  await page.getByRole('button', { name: 'Start', exact: true }).focus();
  await page.keyboard.press('Enter');
  await app.ready();
  // The scenario's own pause is gone.
  await expect(bar(page)).toContainText('Not broken yet.');
  await expect(bar(page)).toContainText('0 faults placed, par 1');
  await app.settledHash(/x=0&.*breaking=/u);

  await goTo(app, '2s');
  await page.keyboard.press('e');
  await change(page)
    .getByRole('button', { name: /^Pause A for/ })
    .focus();
  await page.keyboard.press('Enter');
  // As short as that it does no harm.
  await expect(bar(page)).toContainText('Not broken: the run is safe. (A paused at 2 s for 2 s)');
  await pauseUntil(page, 'naive store', 16_000);
  await expect(bar(page)).toContainText('Broken with 1 fault. That is the par.');
  await expect(bar(page)).toContainText('1 fault placed, par 1');
  const link = await app.settledHash(/f=kind\.pause,node\.A,at\.2000,for\.1[4-9]\d{3}/u);

  await page.reload();
  await app.ready();
  await expect(bar(page)).toContainText('Broken with 1 fault.');
  await expect(bar(page)).toContainText('par 1', FOUND);
  const there = new FencelinePage(await (await openContext()).newPage());
  await there.open(link);
  await expect(bar(there.page)).toContainText('Broken with 1 fault.');
  expect(await there.moment()).toEqual(await app.moment());

  await expect(bar(page).getByRole('button', { name: 'Give up' })).toHaveAttribute('aria-disabled', 'true');
  await bar(page).getByRole('button', { name: 'End', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Break it yourself' })).toBeFocused();
  await expect(app.messages).toContainText('The picture keeps the fault that was placed.');
  await page.goBack();
  await app.ready();
  await expect(bar(page)).toContainText('Broken with 1 fault.');
});

test('what leads to another end is told, one press takes it back; giving up opens a shortest schedule as an edit', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder&c=naive&x=0&breaking=&l=1');
  await expect(bar(page)).toContainText('par 1', FOUND);
  await goTo(app, '2s');
  await page.keyboard.press('e');
  await change(page)
    .getByRole('button', { name: 'Crash B', exact: true })
    .or(change(page).getByRole('button', { name: 'Crash A', exact: true }))
    .first()
    .click();
  await expect(bar(page)).toContainText('Not broken: the run is');
  await expect(bar(page)).toContainText('1 fault placed');
  await bar(page).getByRole('button', { name: 'Undo last' }).click();
  await expect(bar(page)).toContainText('Not broken yet.');

  await bar(page).getByRole('button', { name: 'Give up' }).click();
  await app.ready();
  await expect(bar(page)).toContainText('This is the schedule that the search found.');
  await expect(app.outcome('naive store')).toContainText('corrupted');
  await page.keyboard.press('Control+z');
  await expect(bar(page)).toContainText('Not broken yet.');

  await bar(page).getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Break it yourself' })).toBeFocused();
  await expect(bar(page)).toHaveCount(0);
  await app.settledHash(/break=/u);
});

test('on a sound fence one finds out that it cannot be done, and why', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#s=paused-holder&c=fenced-at-takeover&break=most.1&l=1');
  await expect(page.getByText('It cannot be broken with up to 1 fault: every schedule')).toBeVisible(FOUND);
  const main = page.getByRole('region', { name: 'Store fenced at takeover' });
  await expect(main).toContainText('Clients did write after their leases were over');
  await expect(main).toContainText('It is not mutual exclusion');
  expect(await main.innerText()).not.toMatch(/\bsafe\b/u);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await app.ready();
  await expect(bar(page)).toContainText('no schedule with up to 1 fault');
  await bar(page).getByText('It cannot be broken with up to 1 fault').click();
  await expect(bar(page)).toContainText('Clients did write after their leases were over');
  await expect(bar(page).getByRole('button', { name: 'Give up' })).toHaveAttribute('aria-disabled', 'true');

  await goTo(app, '2s');
  await page.keyboard.press('e');
  await change(page)
    .getByRole('button', { name: /^Pause A for/ })
    .click();
  await pauseUntil(page, 'store fenced at takeover', 16_000);
  await expect(bar(page)).toContainText('Not broken: the run is fenced.');
  // One press each takes back how long it is, and the pause itself.
  const undo = bar(page).getByRole('button', { name: 'Undo last' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Not broken: the run is safe.');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('0 faults placed');
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
});

test('a fault that is chosen step by step counts as one that is set at a time', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder&c=naive&x=0&at=3&breaking=&l=1');
  await expect(bar(page)).toContainText('0 faults placed');
  await page.getByRole('tab', { name: 'What next' }).click();
  await page.getByRole('button', { name: /^Pause A/u }).click();
  await expect(bar(page)).toContainText('1 fault placed');
  await expect(bar(page)).toContainText('(1 fault chosen step by step)');
  await app.settledHash(/pick=/u);
  await bar(page).getByRole('button', { name: 'Undo last' }).click();
  await expect(bar(page)).toContainText('0 faults placed');
});

test('where the schedule that is known takes longer than the run, the run is made as long', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open('s=c24-finished-job-again&c=as-it-was&breaking=&l=1');
  const longer = bar(page).getByRole('button', { name: /^Run until/u });
  await expect(longer).toBeVisible(FOUND);
  await longer.click();
  await expect(longer).toHaveCount(0);
  await app.settledHash(/e\.\/horizon=/u);
});

test('what a link asks and cannot be is told', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder&x=0&breaking=most.9,goal.refused&l=1');
  await expect(app.messages).toContainText('"most.9" is not understood');
  await expect(bar(page)).toContainText('no rightful write is refused');
  await app.settledHash(/breaking=goal\.refused/u);
});
