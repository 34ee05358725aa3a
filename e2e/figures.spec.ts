import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('the figures of each run stand beside the picture, and are reached by keyboard', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('tab', { name: 'Trace' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const figures = page.getByRole('tab', { name: 'Figures' });
  await expect(figures).toBeFocused();
  const naive = page.getByRole('table', { name: 'Naive store' });
  const row = (name: string) => naive.getByRole('row', { name });
  await expect(row('Stale writes accepted').getByRole('cell')).toHaveText(['1', '0']);
  await expect(row('Stale writes stopped').getByRole('cell')).toHaveText(['0', '0']);
  const fenced = page.getByRole('table', { name: 'Fenced store' });
  await expect(fenced.getByRole('row', { name: 'Stale writes stopped' }).getByRole('cell')).toHaveText([
    '1',
    '0',
  ]);
  await expect(row('Failed acquires').getByRole('cell')).toHaveText(['0', '0']);
});
