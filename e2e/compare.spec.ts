import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('four configurations: neighbours part in words between them, every pair in a list that leads there', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('checkbox', { name: /^Store fenced at takeover/u }).check();
  await page.getByRole('checkbox', { name: /^Authoritative store/u }).check();
  await expect(page.locator('.tl-difference')).toHaveCount(3);
  await expect(
    page.getByText('The runs part at 17.0 s: naive store accepted', { exact: false }).first(),
  ).toBeVisible();
  const pairs = page.getByRole('group').filter({ hasText: 'Where each pair parts (6)' }).last();
  await pairs.getByText('Where each pair parts (6)').press('Enter');
  await expect(pairs.getByRole('listitem')).toHaveCount(6);
  const takeover = pairs
    .getByRole('listitem')
    .filter({ hasText: 'Fenced store and store fenced at takeover' });
  await takeover.getByRole('button').press('Enter');
  await expect(page.getByRole('heading', { name: 'At 0.2 s' })).toBeVisible();
});
