import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Timing budget' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const parts = (page: Page) => page.getByRole('table', { name: 'Worst case of A against its TTL' });
const result = (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true });

test('by keyboard: the numbers of the scenario stand there, are changed, are in the link and go back into it', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder');
  await page.keyboard.press('p');
  await page.getByRole('navigation').getByRole('button', { name: 'Timing budget' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(result(page, 'Overdrawn by 6.8 s')).toBeVisible();
  await expect(field(page, 'TTL')).toHaveValue('10 s');
  await expect(field(page, 'TTL')).toHaveAccessibleDescription('from the scenario');
  await expect(parts(page).getByRole('row', { name: 'Stop of the process' })).toContainText('14 s');
  await expect(
    page.getByText('its last write is applied 16.8 s after the grant, 6.8 s after its lease ended'),
  ).toBeVisible();

  await field(page, 'TTL').fill('20 s');
  await expect(result(page, '3.2 s left')).toBeVisible();
  await expect(field(page, 'TTL')).toHaveAccessibleDescription(/^typed/u);
  await field(page, 'TTL').fill('twenty');
  await expect(field(page, 'TTL')).toHaveAccessibleDescription(
    'A length such as 250 ms or 1.5 s, from 1 ms to 86400 s.',
  );
  await page.keyboard.press('Escape');
  await field(page, 'Clock slower by up to').focus();
  await page.keyboard.press('ArrowUp');
  const typed = await app.settledHash(/budget=ttl\.20000,drift\.0\.005/u);

  await page.goto('about:blank');
  await page.goto(`./#${typed}`);
  await expect(field(page, 'TTL')).toHaveValue('20 s');
  await expect(field(page, 'Clock slower by up to')).toHaveValue('0.5 %');

  await page.getByRole('button', { name: 'Put into the scenario' }).focus();
  await page.keyboard.press('Enter');
  const put = await app.settledHash(/p\.ttl=20000/u);
  expect(put).toContain('budget=drift.0.005');
  await expect(field(page, 'TTL')).toHaveAccessibleDescription('from the scenario');
  await expect(page.getByText('Stays here: Clock slower by up to.')).toBeVisible();
  await page.getByRole('button', { name: 'Take back: Clock slower by up to' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Clock slower by up to')).toHaveAccessibleDescription('assumed');

  await page.getByRole('button', { name: 'Back to the picture' }).click();
  await app.ready();
  await expect(app.parameter('TTL')).toHaveValue('20');
});

test('a renewal whose request times out: its parts, what holds, the sentence that is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#s=paused-holder&p.renewal=watchdog&budget=stop.0,timeout.1000,retries.1');
  await expect(result(page, '1.333 s left')).toBeVisible();
  await expect(parts(page).getByRole('row')).toHaveText([
    /Part/u,
    /1Renewal interval 2 × 3.333 s6.667 s/u,
    /2Requests that time out 1 × 1 s1 s/u,
    /3The request that arrives handled as it times out1 s/u,
    /Left1.333 s/u,
  ]);
  await expect(page.getByText('The lease survives 1 failed renewal in a row, not 2.')).toBeVisible();
  await expect(
    page.getByText(/A believes on past the end of its lease, until a renewal is refused/u),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Believes' }).selectOption('until its deadline');
  await expect(
    page.getByText(/a write sent just before is applied 600 ms after the lease ended/u),
  ).toBeVisible();
  await field(page, 'Safety margin').fill('1 s');
  await expect(
    page.getByText(/a write sent just before is applied 400 ms before the lease ends/u),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toContain(
    'A renews its lease of 10 s every 3.333 s.',
  );
});

test('what a link says and cannot be is one message, and the rest stands', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#s=paused-holder&budget=ttl.20000,what.1,stop.x,drift.9');
  await expect(app.messages).toContainText('"what.1", "stop.x", "drift.9" in "budget" are not understood');
  await expect(app.messages.getByRole('button')).toHaveCount(1);
  await expect(field(page, 'TTL')).toHaveValue('20 s');
  await app.settledHash(/budget=ttl\.20000(?:&|$)/u);
});

test('no label runs into another or out of the page, at three widths', async ({ page }) => {
  const hash =
    's=paused-holder&budget=ttl.30000,renewing.steady,timeout.2000,retries.2,drift.0.01,believing.until-deadline';
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('about:blank');
    await page.goto(`./#${hash}`);
    await expect(parts(page)).toBeVisible();
    const boxes = await page.locator('.budget-mark-row span, .budget-start').evaluateAll((found) =>
      found.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    expect(boxes).toHaveLength(3);
    for (const [index, one] of boxes.entries()) {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(width);
      for (const other of boxes.slice(index + 1)) {
        expect(
          one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top,
        ).toBe(true);
      }
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
});

test('where no client holds a lease, another configuration can be chosen on the page', async ({ page }) => {
  await page.goto('./#s=no-lock-configured&c=null-locker&budget=&l=1');
  await expect(
    page.getByText('In this configuration no client takes a lock that lasts for a TTL.'),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption('Token passed');
  await expect(field(page, 'TTL')).toBeVisible();
});
