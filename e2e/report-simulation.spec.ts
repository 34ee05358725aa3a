import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('from a report to its simulation, to the fix applied, and back, by keyboard alone', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('r=C01&l=1');
  const ways = page.getByRole('navigation', { name: 'The report and its simulation' });
  const open = ways.locator('[aria-current="page"]');
  await expect(ways).toContainText('Public report C01 as recorded');
  await expect(open).toHaveText('The report');

  await ways.getByRole('link', { name: 'The report' }).focus();
  await page.keyboard.press('Tab');
  await expect(ways.getByRole('link', { name: 'Its simulation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await app.settledHash(/^#s=c01-watchdog-gives-up&c=as-it-was&l=1$/);
  await expect(app.outcome('as it was')).toHaveText('corrupted');
  await expect(
    page.getByRole('heading', { level: 2, name: 'The watchdog gives up after one error' }),
  ).toBeVisible();
  await expect(open).toHaveText('Its simulation');
  await expect(ways).toContainText('Public report C01 simulated');
  await expect(ways).toContainText('redisson/redisson#775');

  // Who goes by keyboard is still there.
  await expect(ways.getByRole('link', { name: 'Its simulation' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await app.settledHash(/^#s=c01-watchdog-gives-up&c=fixed&l=1$/);
  await expect(app.outcome('fixed: renews until its deadline')).toHaveText('safe');
  await expect(app.outcome('as it was')).toHaveCount(0);
  await expect(open).toHaveText('With the fix');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await app.settledHash(/^#s=c01-watchdog-gives-up$/);
  await expect(app.outcome('as it was')).toHaveText('corrupted');
  await expect(app.outcome('fixed: renews until its deadline')).toHaveText('safe');
  await expect(open).toHaveText('Side by side');

  await ways.getByRole('link', { name: 'The report' }).press('Enter');
  await app.settledHash(/^#r=C01&l=1$/);
  await expect(open).toHaveText('The report');
  await expect(
    page.getByRole('heading', { name: 'One failed renewal ends the watchdog for good' }).first(),
  ).toBeVisible();

  await page.goBack();
  await expect(open).toHaveText('Side by side');
});

test('the reports are a group of their own among all scenarios, found by their source', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#gallery=');
  const groups = page.getByRole('navigation', { name: 'Groups' });
  await groups.getByRole('button', { name: 'Public reports 24' }).click();
  const group = page.getByRole('region', { name: 'Public reports' });
  await expect(group.getByRole('heading', { name: 'Public reports' })).toBeFocused();
  await expect(group.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(24);
  await page.getByRole('searchbox', { name: 'Search all scenarios' }).fill('delta-io');
  await page.getByRole('button', { name: 'A guard that is gone before the latecomer' }).click();
  await app.ready();
  await app.settledHash(/^#s=c46-guard-gone-too-soon$/);
});

test('the simulation of a report comes to the same outcome: blocked, refused, fenced', async ({ page }) => {
  test.slow();
  const app = new FencelinePage(page);
  await app.open('r=C57&l=1');
  const ways = page.getByRole('navigation', { name: 'The report and its simulation' });
  for (const [report, outcome] of [
    ['C13', 'blocked'],
    ['C40', 'refused'],
    ['C57', 'fenced'],
  ] as const) {
    await page.goto(`./#r=${report}&l=1`);
    await expect(ways).toContainText(`Public report ${report} as recorded`);
    await ways.getByRole('link', { name: 'Its simulation' }).click();
    await expect(ways).toContainText(`Public report ${report} simulated`);
    await expect(app.outcome('as it was')).toHaveText(outcome);
  }
});
