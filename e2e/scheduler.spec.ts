import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('a person is the scheduler: chooses what happens next, by keyboard, and goes on by the clock', async ({
  page,
  openContext,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('tab', { name: 'What next' }).click();
  const panel = page.getByRole('tabpanel', { name: 'What next' });
  const faults = panel.getByRole('region', { name: 'Faults that you may choose' });
  const clock = panel.getByRole('region', { name: 'Next by the clock' });

  // The request of A is lost: B is alone, and nothing goes wrong.
  await faults.getByRole('button', { name: /^Lose A>lock#1: a request for the key/ }).focus();
  await page.keyboard.press('Enter');
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(app.outcome('fenced store')).toHaveText('safe');
  await app.settledHash(/pick=2~lose%20A%3Elock%231|pick=2~lose%20A>lock%231/);
  await expect(panel.getByRole('heading', { name: /^After step 2 of/ })).toBeVisible();
  // The focus stays in the list, on what comes by the clock.
  await expect(clock.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: /^After step 3 of/ })).toBeVisible();
  await expect(panel.getByText('Step 2: lose A>lock#1')).toBeVisible();

  // Chosen steps are data: another browser shows the same.
  const there = await (await openContext()).newPage();
  await there.goto(page.url());
  const other = new FencelinePage(there);
  await other.ready();
  await expect(other.outcome('naive store')).toHaveText('safe');

  // And they are undone like any change.
  await page.keyboard.press('Control+z');
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await page.keyboard.press('Control+Shift+z');
  await expect(app.outcome('naive store')).toHaveText('safe');
  await panel.getByRole('button', { name: 'Take all choices back' }).click();
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
});

test('the mode is left by another tab: the run goes on by the clock', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('tab', { name: 'What next' }).click();
  const panel = page.getByRole('tabpanel', { name: 'What next' });
  await panel.getByRole('button', { name: /^Crash A/ }).click();
  await expect(app.outcome('naive store')).not.toHaveText(/^corrupted/);
  await page.getByRole('tab', { name: 'Trace' }).click();
  await expect(app.trace.getByText('A crashes.').or(app.trace.getByText('A crashed.'))).toHaveCount(1);
});
