import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test.use({ strips: true });

/** A strip is played a hundred times, on a machine that has other things to do as well. */
const PLAYED = { timeout: 30_000 };

function strip(page: Page, parameter: string, configuration: string): Locator {
  return page.getByRole('group', {
    name: `${parameter}, outcome over the range: ${configuration}`,
    exact: true,
  });
}

test('under a parameter stands where the outcome changes; the edge said is the edge of the runs', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  const naive = strip(page, 'Pause of A', 'Naive store');
  await expect(naive).toContainText(/corrupted from \d/u, PLAYED);
  const edge = naive.getByRole('button').last();
  const said = Number((await edge.textContent())?.replace(' s', ''));
  await edge.press('Enter');
  await expect(app.parameter('Pause of A')).toHaveValue(String(said));
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/u);
  const field = app.parameter('Pause of A');
  await field.fill(String(Math.round((said - 0.1) * 10) / 10));
  await expect(app.outcome('naive store')).not.toHaveText(/^corrupted/u);
  await expect(naive).toContainText(`to ${String(Math.round((said - 0.1) * 10) / 10)} s`, PLAYED);
  // The whole range is played: its own value changes nothing.
  await expect(naive.locator('.strip-band')).toHaveAttribute(
    'title',
    new RegExp(`corrupted from ${String(said)} s`, 'u'),
  );
});

test('a strip follows the other parameters, and a click on it chooses a value', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const naive = strip(page, 'Pause of A', 'Naive store');
  await expect(naive).toContainText(/corrupted from \d/u, PLAYED);
  const before = await naive.textContent();
  await app.parameter('TTL').fill('20');
  await expect(naive).not.toHaveText(before ?? '', PLAYED);
  await expect(naive).toContainText(/at every value played|from \d/u, PLAYED);
  const band = naive.locator('.strip-band');
  const box = await band.boundingBox();
  await band.click({ position: { x: (box?.width ?? 0) * 0.9, y: 4 } });
  await expect.poll(async () => Number(await app.parameter('Pause of A').inputValue())).toBeGreaterThan(25);
});

test('every configuration that is shown has its strip', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await expect(strip(page, 'Pause of A', 'Fenced store')).toContainText(
    /\d s|at every value played/u,
    PLAYED,
  );
  await page.getByRole('checkbox', { name: /fenced at takeover/iu }).check();
  await expect(strip(page, 'Pause of A', 'Store fenced at takeover')).toContainText(
    /\d s|at every value played/u,
    PLAYED,
  );
});

test('strips are turned off and on, and stay so; with them there is no axe violation', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await expect(strip(page, 'Pause of A', 'Naive store')).toContainText(/from \d/u, PLAYED);
  const { violations } = await new AxeBuilder({ page }).include('.parameters').analyze();
  expect(violations).toEqual([]);
  const toggle = page.getByRole('button', { name: /^(?:Hide|Show) outcomes$/u });
  await toggle.press('Enter');
  await expect(toggle).toHaveText('Show outcomes');
  await expect(strip(page, 'Pause of A', 'Naive store')).toHaveCount(0);
  await page.reload();
  await expect(toggle).toHaveText('Show outcomes');
  await toggle.click();
  await expect(strip(page, 'Pause of A', 'Naive store')).toBeVisible();
});
