import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

/** Every view of the page, and how one comes to it. */
const VIEWS: readonly { readonly name: string; readonly reach: (app: FencelinePage) => Promise<void> }[] = [
  { name: 'the pair', reach: (app) => app.open() },
  {
    name: 'four configurations',
    reach: (app) => app.open('s=paused-holder&c=naive,fenced,fenced-at-takeover,authoritative&l=1'),
  },
  { name: 'nothing wrong yet', reach: (app) => app.open('s=paused-holder&at=0&lane=A&l=1') },
  { name: 'a long trace', reach: (app) => app.open('s=many-acquirers') },
  { name: 'a public report', reach: (app) => app.open('r=C01&l=1') },
  { name: 'its simulation', reach: (app) => app.open('s=c01-watchdog-gives-up&c=as-it-was&l=1') },
  { name: 'messages', reach: (app) => app.open('s=nope&v=1&what=2') },
  {
    name: 'the overview of keys',
    reach: async (app) => {
      await app.open();
      await app.page.getByRole('button', { name: 'Keyboard' }).click();
      await expect(app.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'all scenarios',
    reach: async ({ page }) => {
      await page.goto('./#gallery=');
      await expect(page.locator('.gallery-picture svg').first()).toBeVisible();
    },
  },
  {
    name: 'the dispatch comparison',
    reach: async ({ page }) => {
      await page.goto('./#dispatch=');
      await expect(page.getByRole('table', { name: 'Leader' })).toBeVisible();
    },
  },
  {
    name: 'what came of all schedules',
    reach: async ({ page }) => {
      await page.goto('./#s=paused-holder&prove=late.0&l=1');
      await page.getByRole('button', { name: 'Explore' }).click();
      await expect(page.getByRole('heading', { name: 'It can be broken' })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'the matrix of all schedules',
    reach: async ({ page }) => {
      await page.goto('./#s=paused-holder&prove=matrix.1&l=1');
      await page.getByRole('button', { name: 'Fill the matrix' }).click();
      await expect(page.getByRole('button', { name: /broken in/u }).first()).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Cancel' }).click();
    },
  },
  {
    name: 'the timing budget',
    reach: async ({ page }) => {
      await page.goto('./#s=paused-holder&budget=renewing.steady,timeout.500,believing.until-deadline&l=1');
      await expect(page.getByRole('table', { name: 'Worst case of A against its TTL' })).toBeVisible();
    },
  },
  {
    name: 'what is to be broken by hand, and how few faults suffice',
    reach: async ({ page }) => {
      await page.goto('./#s=paused-holder&break=&l=1');
      await expect(page.getByText('It can be broken with 1 fault')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'the bar while it is tried, and how the properties stand',
    reach: async (app) => {
      await app.open('s=paused-holder&c=naive&breaking=&l=1');
      await expect(app.page.getByText('Broken with 1 fault.')).toBeVisible();
      await app.page.getByText(/^Properties/u).click();
      await expect(app.page.getByText('No store accepts a stale write')).toBeVisible();
    },
  },
  {
    name: 'the safety map',
    reach: async ({ page }) => {
      await page.goto('./#s=paused-holder&map=1~x,pause,0,30000,7~y,ttl,5000,20000,4~runs,5~cell,6&l=1');
      await expect(page.getByRole('button', { name: 'Drawn' })).toBeVisible({ timeout: 30_000 });
      await page.getByText('As a table').click();
    },
  },
  {
    name: 'which TTL',
    reach: async ({ page }) => {
      const list = '1~ttl,ttl,2000,20000,5~target,0.01~d,pause,measured,100,9000,12000~runs,50';
      await page.goto(`./#s=paused-holder&ttl=${list}&l=1`);
      await expect(page.getByRole('button', { name: 'Drawn' })).toBeVisible({ timeout: 30_000 });
      await page.getByText('Every TTL').click();
    },
  },
  {
    name: 'what can be changed',
    reach: async (app) => {
      await app.open();
      await app.page.getByRole('button', { name: 'Change', exact: true }).click();
      await expect(app.page.getByRole('dialog', { name: 'Change the schedule' })).toBeVisible();
    },
  },
  {
    name: 'what can happen next',
    reach: async (app) => {
      await app.open('s=paused-holder&at=2&l=1');
      await app.page.getByRole('tab', { name: 'What next' }).click();
      await expect(app.page.getByRole('button', { name: /^Lose lock>A#1/ })).toBeVisible();
    },
  },
  {
    name: 'branches',
    reach: async (app) => {
      await app.open('s=paused-holder&p.pause=3000&l=1');
      await app.page.getByRole('tab', { name: 'Branches' }).click();
      await expect(app.page.getByRole('list', { name: 'Branches' }).locator('svg').first()).toBeVisible();
    },
  },
  {
    name: 'the inspector',
    reach: async (app) => {
      await app.open();
      await app.page.getByRole('tab', { name: 'Inspector' }).click();
      await expect(app.page.getByRole('tabpanel', { name: 'Inspector' })).not.toContainText('Loading');
    },
  },
  {
    name: 'the guide',
    reach: async ({ page }) => {
      await page.goto('./#guide=');
      await expect(page.getByRole('table', { name: 'Seven rows that are often told' })).toBeVisible();
    },
  },
  {
    name: 'a question and its answer',
    reach: async ({ page }) => {
      await page.goto('./#guide=questions');
      await page.getByRole('button', { name: 'Never' }).click();
      await expect(page.getByRole('button', { name: /^See: / }).first()).toBeVisible();
    },
  },
  {
    name: 'the figures of the runs',
    reach: async (app) => {
      await app.open();
      await app.page.getByRole('tab', { name: 'Figures' }).click();
      await expect(app.page.getByRole('table', { name: 'Naive store' })).toBeVisible();
    },
  },
  {
    name: 'refused input',
    reach: async (app) => {
      await app.open();
      await app.advanceBy.fill('soon');
      await app.advanceBy.press('Enter');
      await app.parameter('TTL').fill('-1');
      await app.page.getByText('What fencing does not do').click();
    },
  },
];

for (const width of [1440, 390]) {
  for (const { name, reach } of VIEWS) {
    test(`no violation: ${name}, ${String(width)} px, light and dark`, async ({ page }) => {
      // The rules look at every element, twice.
      test.slow();
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await reach(new FencelinePage(page));
      expect(await violations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
    });
  }
}

async function violations(page: Page): Promise<readonly unknown[]> {
  const results = await new AxeBuilder({ page }).analyze();
  return results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }));
}
