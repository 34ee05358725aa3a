import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('long stretches without an entry are folded away on demand, by keyboard, and the link keeps it', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  const fold = page.getByRole('button', { name: 'Fold empty time' });
  await expect(fold).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('.tl-fold')).toHaveCount(0);
  const lease = page.getByRole('slider', { name: /^End of the lease of A/u }).first();
  const before = await lease.boundingBox();
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('… 8.2 s …')).toBeVisible();
  await expect.poll(async () => (await lease.boundingBox())?.x ?? 0).toBeLessThan((before?.x ?? 0) - 50);
  await expect(page).toHaveURL(/[#&]fold\b/u);
  await page.reload();
  await expect(page.getByText('… 8.2 s …')).toBeVisible();
  await page.getByRole('button', { name: 'Fold empty time' }).click();
  await expect(page.locator('.tl-fold')).toHaveCount(0);
});
