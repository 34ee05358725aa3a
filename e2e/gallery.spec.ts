import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('all scenarios are listed, searched, narrowed, and open from their card', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('button', { name: /^All \d+ scenarios$/ }).click();
  const heading = page.getByRole('heading', { name: 'All scenarios', exact: true });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ scenarios$/ })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search all scenarios' }).fill('INCR');
  await page.getByRole('combobox', { name: 'System' }).selectOption('Lock in Redis');
  await page.getByRole('combobox', { name: 'Finding' }).selectOption('rightful write rejected');
  await expect(page.getByRole('button', { name: 'A token issued apart from the lock' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete only what is yours, in one step' })).toHaveCount(0);
  await app.settledHash(/gallery=INCR&g\.system=S5&g\.finding=rightful-write-rejected/);

  await page.getByRole('button', { name: 'A token issued apart from the lock' }).click();
  await app.ready();
  await expect(
    page.getByRole('heading', { level: 2, name: 'A token issued apart from the lock' }),
  ).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('#s=token-after-the-lock');

  await page.goBack();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search all scenarios' })).toHaveValue('INCR');
  await page.getByRole('button', { name: 'Back to the picture' }).click();
  await app.ready();
});

test('a link to a narrowed list opens it; what no scenario is like is said', async ({ page }) => {
  await page.goto('./#gallery=zombie&g.system=S1');
  await expect(page.getByRole('combobox', { name: 'System' })).toHaveValue('S1');
  await expect(page.getByRole('button', { name: 'A zombie writes before the new holder' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search all scenarios' }).fill('unheard of');
  await expect(page.getByText('No scenario is like that.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ scenarios$/ })).toBeVisible();
});

test('every card in view has its picture', async ({ page }) => {
  await page.goto('./#gallery=');
  await expect(page.getByRole('heading', { name: 'All scenarios', exact: true })).toBeVisible();
  const first = page.locator('.gallery-picture svg').first();
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Delete only what is yours, in one step' }).scrollIntoViewIfNeeded();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Delete only what is yours, in one step' }).locator('svg'),
  ).toBeVisible();
});

test('the first visit leads from scenario to scenario, forward and back', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const tour = page.getByRole('region', { name: 'First visit' });
  await expect(tour).toContainText('1 of ');
  await expect(tour.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await tour.getByRole('button', { name: 'Next' }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'A zombie writes before the new holder' }),
  ).toBeVisible();
  await expect(tour).toContainText('2 of ');
  await tour.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'A paused holder comes back' })).toBeVisible();
  await app.open('s=late-release');
  await tour.getByRole('button', { name: 'Start the first visit' }).click();
  await expect(tour).toContainText('1 of ');
});
