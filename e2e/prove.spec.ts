import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

/** More than can be looked into while a test waits. */
const LARGE = 'pause.4,crash.3,lose.4,late.4,states.20000000';

/** A search takes seconds where the machine is busy. */
const FOUND = { timeout: 30_000 };

const explore = (page: Page) => page.getByRole('button', { name: 'Explore', exact: true });
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name });

test('by keyboard: what breaks it is found, opens in the timeline, is in the link, and undo brings back what was', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder');
  await expect(page.getByRole('button', { name: 'Prove it or break it' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Prove it or break it' })).toBeFocused();
  await page.getByRole('spinbutton', { name: 'Late deliveries' }).focus();
  await page.keyboard.press('ArrowDown');
  await app.settledHash(/prove=late\.0/u);
  await explore(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'It can be broken' })).toBeVisible(FOUND);
  await expect(row(page, 'No store accepts a stale write')).toContainText('fails');
  await expect(row(page, 'No two leases for one key overlap')).toContainText('holds');
  await expect(page.getByText('Complete: every schedule within these bounds was looked into.')).toBeVisible();

  const open = page.getByRole('button', { name: 'Open in the timeline: stale write accepted' });
  await expect(page.getByRole('listitem').filter({ has: open })).toContainText('13 steps');
  await open.focus();
  await page.keyboard.press('Enter');
  await app.ready();
  await expect(app.outcome('naive store')).toContainText('corrupted');
  await expect(app.current).toContainText('The store accepted');
  // The scenario's own pause is gone, that of the counterexample is there.
  const opened = await app.settledHash(/x=0&f=kind\.pause,node\.A/u);
  expect(opened).not.toContain('prove');
  const seen = await app.moment();

  await page.keyboard.press('Control+z');
  await app.settledHash(/^(?!.*f=kind)/u);
  await page.keyboard.press('Control+Shift+z');
  expect(await app.moment()).toEqual(seen);

  // What was found is still there for whoever goes back.
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Prove it or break it' })).toBeFocused();
  await expect(page.getByText('Asked of the scenario as it was changed by hand')).toBeVisible();
  await page.keyboard.press('p');
  await app.ready();

  await page.goto('about:blank');
  await app.open(opened);
  expect(await app.moment()).toEqual(seen);
});

test('a proof says within which bounds, what was reached, and what it does not mean', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#s=paused-holder&prove=late.0&l=1');
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption('Store fenced at takeover');
  await explore(page).click();
  await expect(page.getByRole('heading', { name: 'No schedule within these bounds breaks it' })).toBeVisible(
    FOUND,
  );
  const main = page.getByRole('region', { name: 'Store fenced at takeover' });
  await expect(main).toContainText('Within: at most 1 pause, at any moment.');
  await expect(main).toContainText('It is not mutual exclusion');
  await expect(main).toContainText('Clients did write after their leases were over');
  await expect(row(page, 'A client writes after its lease is over')).toContainText('reached');
  expect(await main.innerText()).not.toMatch(/\bsafe\b/u);

  await page.getByRole('spinbutton', { name: 'Pauses' }).fill('0');
  await page.getByRole('checkbox', { name: 'The stale writer must have been paused' }).check();
  await explore(page).click();
  await expect(row(page, 'A client writes after its lease is over')).toContainText('never reached', FOUND);
  await expect(main).toContainText('nothing put the store to the test');
  await app.settledHash(/run=fenced-at-takeover&prove=pause\.0,late\.0,pausedHolder\.1/u);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'The stale writer' })).toBeChecked();
});

test('it tells how far it is, and a cancel ends it with what was found so far', async ({ page }) => {
  await page.goto(`./#s=paused-holder&prove=${LARGE}&l=1`);
  await explore(page).click();
  const figures = page.locator('dl').filter({ hasText: 'Not looked into yet' });
  await expect(figures).toContainText(/States\s*[1-9][\d,]{3,}/u, FOUND);
  await cancel(page).click();
  await expect(page.getByText(/^Cancelled: [\d,]+ states that had been found were not/u)).toBeVisible();
  await expect(row(page, 'No update is lost')).toContainText('not decided');
  await expect(page.getByText('What was not looked into may still break it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Explore again' })).toBeVisible();
});

test('the memory limit ends it with what was found so far', async ({ page }) => {
  await page.goto(`./#s=paused-holder&prove=${LARGE},megabytes.16&l=1`);
  await explore(page).click();
  await expect(page.getByText(/^Cut off at 16 MB of memory: /u)).toBeVisible({ timeout: 50_000 });
});

test('a worker that breaks down ends in a message with how far it was; the page lives on', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (!String(url).includes('explore-worker')) return;
        let told = 0;
        this.addEventListener('message', () => {
          told += 1;
          if (told !== 2) return;
          const message = 'out of memory';
          this.dispatchEvent(new ErrorEvent('error', { message, cancelable: true }));
        });
      }
    };
  });
  const app = new FencelinePage(page);
  await page.goto(`./#s=paused-holder&prove=${LARGE}&l=1`);
  await explore(page).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'The worker broke down: out of memory' }),
  ).toBeVisible();
  await expect(page.getByText(/^Until then it had found [1-9][\d,]* states?, up to/u)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the picture' }).click();
  await app.ready();
});

test('the matrix fills, each cell says how soon, and opens what breaks it', async ({ page }) => {
  test.slow();
  const app = new FencelinePage(page);
  await page.goto('./#s=paused-holder&prove=matrix.1&l=1');
  const fill = page.getByRole('button', { name: 'Fill the matrix' });
  await fill.click();
  await expect(page.getByRole('status').filter({ hasText: /[1-9]\d* of 36 cells/u })).toBeVisible();
  await cancel(page).click();
  await page.getByRole('button', { name: /Go on|Fill the matrix/u }).click();
  const broken = page.getByRole('button', { name: /^Fenced store, 1 pause: broken in \d+ steps/u });
  await expect(broken).toBeVisible({ timeout: 60_000 });
  await expect(row(page, 'Store fenced at takeover')).toContainText(/none\s*none/u, { timeout: 60_000 });
  await expect(row(page, 'Naive store')).toContainText('no stale write tried');
  await broken.click();
  await app.ready();
  await expect(app.outcome('fenced store')).toContainText('corrupted');
  await page.goBack();
  // Cells that were known are still there.
  await expect(broken).toBeVisible();
});

test('a link that asks for what cannot be says so once and keeps the rest', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto('./#s=paused-holder&prove=pause.77,lose.1,what.1,late.x&l=1');
  await expect(app.messages).toContainText('"pause.77", "what.1" and "late.x" in "prove" are not understood');
  await expect(app.messages.getByRole('button')).toHaveCount(1);
  await expect(page.getByRole('spinbutton', { name: 'Pauses' })).toHaveValue('1');
  await expect(page.getByRole('spinbutton', { name: 'Lost messages' })).toHaveValue('1');
});

test('the matrix fits beside its questions and on a telephone, without scrolling sideways', async ({
  page,
}) => {
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('about:blank');
    await page.goto('./#s=paused-holder&prove=matrix.1&l=1');
    const matrix = page.getByRole('group', { name: 'Shortest way to break each configuration, by budget' });
    await expect(matrix.getByRole('cell', { name: 'not explored' })).toHaveCount(36);
    expect(await matrix.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
});

test('a recorded trace has no other schedules: nothing is offered', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('r=C01&l=1');
  await expect(page.getByRole('button', { name: 'Save trace' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it or break it' })).toHaveCount(0);
});

test('a Redis lock with a watchdog is broken, and with a fence at takeover it is not', async ({ page }) => {
  test.slow();
  const app = new FencelinePage(page);
  await app.open('s=watchdog-and-a-fence');
  await expect(page.getByRole('button', { name: 'Prove it or break it' })).toBeVisible();
  await page.keyboard.press('p');
  const configuration = page.getByRole('combobox', { name: 'Configuration' });
  const asked = async (name: string, headline: string): Promise<void> => {
    await configuration.selectOption(name);
    await explore(page).click();
    await expect(page.getByRole('heading', { name: headline })).toBeVisible({ timeout: 60_000 });
  };
  await asked('Store fenced at takeover', 'No schedule within these bounds breaks it');
  await expect(page.getByText('Complete: every schedule within these bounds was looked into.')).toBeVisible();
  await asked('Raised by a message', 'It can be broken');
  await asked('Naive store', 'It can be broken');
  await page.getByRole('button', { name: 'Open in the timeline: stale write accepted' }).click();
  await app.ready();
  await expect(app.outcome('naive store')).toContainText('corrupted');
});
