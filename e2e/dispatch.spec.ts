import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

const PUBLISHED = [
  ['Scan', '60', '40', '0', '0'],
  ['Claim', '23', '3', '12', '0'],
  ['Leader', '20', '0', '1', '7'],
];

/** The first columns of the table of figures: mode, effects, duplicates, empty polls, failover. */
async function figures(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = await page.getByRole('table', { name: 'What came of it' }).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allInnerTexts()).slice(0, 5).map((text) => text.trim()),
    ),
  );
}

test('the first visit ends at the comparison, with the published table; a slider changes it, a link brings it back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = new FencelinePage(page);
  await app.open();
  const heading = page.getByRole('heading', { level: 2, name: 'Three ways to dispatch' });
  const tour = page.getByRole('region', { name: 'First visit' });
  // As many steps as the visit says, whatever it grows to.
  const last = Number(/1 of (\d+)/u.exec(await tour.innerText())?.[1]);
  for (let step = 2; step <= last; step += 1) {
    await tour.getByRole('button', { name: 'Next' }).click();
    await expect(tour).toContainText(`${String(step)} of ${String(last)}`);
  }
  await expect(heading).toBeFocused();
  await expect(tour.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => figures(page)).toEqual(PUBLISHED);
  await expect(page).toHaveTitle(/^Three ways to dispatch/u);

  // The lease becomes five ticks shorter: the takeover comes after 2.
  const slider = page.getByRole('slider', { name: 'Lease TTL' });
  await slider.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '2 ticks');
  await expect
    .poll(() => figures(page))
    .toEqual([PUBLISHED[0], PUBLISHED[1], ['Leader', '20', '0', '1', '2']]);
  await expect(page.getByRole('status').filter({ hasText: 'failover 2.' })).toBeAttached();
  await app.settledHash(/dispatch=&d\.lease-ttl=2/u);

  await app.copyLink.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('dispatch=&d.lease-ttl=2');
  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuetext', '2 ticks');
  await expect.poll(async () => (await figures(page))[2]).toEqual(['Leader', '20', '0', '1', '2']);

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => figures(page)).toEqual(PUBLISHED);
  await page.getByRole('button', { name: 'Back to the picture' }).click();
  await app.ready();
  await page.goBack();
  await expect(heading).toBeVisible();
  await tour.getByRole('button', { name: 'Previous' }).click();
  await app.ready();
  await expect(tour).toContainText(`${String(last - 1)} of ${String(last)}`);
});

test('what each node did at each tick can be read from the tables', async ({ page }) => {
  await page.goto('./#dispatch=');
  const leader = page.getByRole('table', { name: 'Leader' });
  const first = leader.getByRole('row', { name: /^Node 0/u });
  await expect(first.getByRole('cell').nth(1)).toHaveText(/^leads, takes 3 orders, stalls/u);
  await expect(first.getByRole('cell').nth(2)).toHaveText('stands still, its lease still runs');
  await expect(first.getByRole('cell').last()).toHaveText(/^3 writes refused/u);
  await expect(leader.getByRole('row', { name: /^Failover/u })).toContainText(
    '7 ticks without a leader at work',
  );
  const claim = page.getByRole('table', { name: 'Claim' });
  await expect(claim.getByRole('cell', { name: 'empty poll' })).toHaveCount(12);
  await expect(
    claim
      .getByRole('row', { name: /^Node 0/u })
      .getByRole('cell')
      .last(),
  ).toHaveText(/^3 duplicates/u);
});

test('it stands among the scenarios of the epoch lease, and keys of the picture do nothing in it', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await page.goto('./#gallery=&g.system=S2');
  await page.getByRole('button', { name: 'Three ways to dispatch' }).click();
  await expect.poll(() => figures(page)).toEqual(PUBLISHED);
  await page.keyboard.press('End');
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { name: 'All scenarios', exact: true })).toBeVisible();
  const hash = await app.settledHash(/gallery=/u);
  expect(hash).not.toContain('at=');
  expect(hash).not.toContain('dispatch=');
});

test('a link that asks for what cannot be says so and shows the rest', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#dispatch=&d.nodes=9&d.what=1&d.stalled-node=none');
  await expect(app.messages).toContainText('"d.nodes" must be a whole number from 1 to 5.');
  await expect(app.messages).toContainText('"d.what" is not known here.');
  await app.settledHash(/dispatch=&d\.stalled-node=none&l=1$/u);
  await expect
    .poll(() => figures(page))
    .toEqual([PUBLISHED[0], ['Claim', '20', '0', '2', '0'], ['Leader', '20', '0', '0', '0']]);
});
