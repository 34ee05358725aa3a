import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';

/** Opens the inspector and gives its panel. */
async function inspector(page: Page): Promise<Locator> {
  await page.goto('./');
  await page.getByRole('tab', { name: 'Inspector' }).click();
  return page.getByRole('tabpanel', { name: 'Inspector' });
}

test('the inspector shows the wire of both configurations and the state of the actor', async ({ page }) => {
  const panel = await inspector(page);
  const wire = panel.getByRole('region', { name: 'On the wire' });
  await expect(wire).toContainText("fence = 1 WHERE id = 'stock' AND fence <= 1");
  await expect(wire).toContainText('1 row, version 2');
  await expect(wire).toContainText('0 rows: token 1 < fence 2');

  await expect(panel.getByRole('button', { name: /^A client/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(panel.getByRole('img', { name: 'State chart lock, in state writing' })).toBeVisible();
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(panel.getByRole('region', { name: 'A', exact: true })).toContainText('it holds lock, token 1');
});

test('another actor opens by keyboard', async ({ page }) => {
  const panel = await inspector(page);
  const lock = panel.getByRole('button', { name: /^lock lock service/ });
  await lock.focus();
  await page.keyboard.press('Enter');
  await expect(lock).toHaveAttribute('aria-expanded', 'true');
  await expect(panel.getByRole('img', { name: /State chart lock, in state leased/ })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'lock', exact: true })).toContainText('B, token 2; ends in');
});

test('no chart leaves its panel and no label is cut, wide and narrow', async ({ page }) => {
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const panel = await inspector(page);
    await expect(panel.getByRole('img', { name: /^State chart/ }).first()).toBeVisible();
    const worst = await panel.evaluate((element) => {
      const frame = element.getBoundingClientRect();
      let excess = 0;
      for (const group of element.querySelectorAll('.chart-state')) {
        const box = group.querySelector('rect')?.getBoundingClientRect();
        const label = group.querySelector('text')?.getBoundingClientRect();
        if (box === undefined || label === undefined) continue;
        excess = Math.max(excess, frame.left - box.left, box.right - frame.right, label.width - box.width);
      }
      return excess;
    });
    expect(worst).toBeLessThanOrEqual(0);
  }
});

test('the inspector has no accessibility violation, light and dark', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const panel = await inspector(page);
    await panel.getByText('Raw state').click();
    await expect(panel.locator('pre')).toContainText('"believes"');
    expect((await new AxeBuilder({ page }).include('.detail').analyze()).violations).toEqual([]);
  }
});

test('a recorded trace is inspected by what it says itself', async ({ page }) => {
  await page.goto('./#r=C01');
  await page.getByRole('tab', { name: 'Inspector' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Inspector' });
  await expect(panel).toContainText('A recorded log has no machine state.');
  await expect(panel.getByRole('region', { name: 'Key lock' })).toContainText('B, token 2, until 71.0 s');
});
