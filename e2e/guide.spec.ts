import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('a statement of the guide opens the run that shows it, and back leads to the guide', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('button', { name: 'Redis, etcd, or no lock at all' }).click();
  const heading = page.getByRole('heading', { level: 2, name: 'Redis, etcd, or no lock at all' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^Redis, etcd, or no lock at all/u);
  await app.settledHash(/guide=/u);
  const compared = page.getByRole('table', { name: 'What goes wrong, and what is answered' });
  await expect(compared.getByRole('row')).toHaveCount(7);
  await expect(
    page.getByRole('table', { name: 'Seven rows that are often told' }).getByRole('row'),
  ).toHaveCount(8);
  await compared
    .getByRole('row', { name: /^Stale operation/u })
    .getByRole('button')
    .nth(1)
    .click();
  await app.ready();
  await app.settledHash(/^#s=token-gone-with-its-key/u);
  await page.goBack();
  await expect(heading).toBeVisible();
  // Keys of the picture do nothing here.
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Back to the picture' }).click();
  await app.ready();
  expect(await app.settledHash(/^#s=/u)).not.toContain('at=');
});

test('a question is answered by keyboard, then the run can be seen', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#guide=questions');
  const first = page.getByRole('region', { name: 'Question 1 of 8' });
  await expect(first.getByRole('button', { name: /^See: / })).toHaveCount(0);
  await first.getByRole('button', { name: 'When the TTL has passed' }).focus();
  await page.keyboard.press('Enter');
  await expect(first).toContainText('Not so. The answer is: Never.');
  await expect(first).toContainText('0 of 8 answered right');
  // The first choice counts.
  await expect(first.getByRole('button', { name: 'Never' })).toBeDisabled();
  await first.getByRole('button', { name: 'Next question' }).click();
  const second = page.getByRole('region', { name: 'Question 2 of 8' });
  await second.getByRole('button', { name: 'It is deleted' }).click();
  await expect(second).toContainText('Right.');
  await expect(second).toContainText('1 of 8 answered right');
  await second.getByRole('button', { name: /^See: / }).click();
  await app.ready();
  await app.settledHash(/^#s=unlock-without-a-look/u);
  await page.goBack();
  const rules = page.getByRole('region', { name: 'Rules of use' });
  await expect(rules.getByRole('listitem')).toHaveCount(5);
});
