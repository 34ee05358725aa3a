import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('the page opens at the stale write, with both outcomes and the reason', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await expect(app.outcome('naive store')).toHaveText('corrupted');
  await expect(app.outcome('fenced store')).toHaveText('fenced');
  await expect(app.current).toContainText("accepted A's write of reserved-by-a-late with token 1");
  await expect(page.getByRole('heading', { name: 'At 17.0 s' })).toBeVisible();
  await expect(page.getByText('A wrote with token 1 at 17.0 s; its lease ended at 10.2 s')).toBeVisible();
  await expect(page.getByText(/rejected at 17\.0 s by the fence at 2/)).toBeVisible();
  await expect(page.getByText(/The runs part at 17\.0 s: naive store accepted the write of A/)).toBeVisible();
});

test('one steps from the start to the stale write, and back again exactly', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(app.current).toContainText('A sent a request for the key');
  await expect(page.getByText(/Nothing has gone wrong so far/).first()).toBeVisible();
  await app.stepUntil(/accepted A's write of reserved-by-a-late/);
  await expect(app.time).toHaveAttribute('aria-valuetext', /^17\.0 s, entry 17 of 29$/);
  const there = await app.moment();
  await app.stepBack.click();
  await expect(app.current).toContainText('A sent a write');
  await app.stepForward.click();
  expect(await app.moment()).toEqual(there);
});

test('the chain of causes leads to each of its entries', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const why = page.getByRole('list', { name: /^Why/ });
  await expect(why.getByRole('listitem').last()).toContainText("accepted A's write");
  await why.getByRole('button', { name: /A is paused/ }).click();
  await expect(app.current).toContainText('A is paused');
});

test('next finding goes round all findings', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.nextFinding.click();
  await expect(app.current).toContainText('B believes that it holds the key');
  await app.nextFinding.click();
  await expect(app.current).toContainText("accepted A's write");
});

test('a changed parameter changes the outcome at once, and reset brings it back', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.parameter('Pause of A').fill('5');
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(page.getByText('Nothing goes wrong in this run.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(app.outcome('naive store')).toHaveText('corrupted');

  await app.parameter('Pause of A').fill('500');
  await expect(page.getByText('From 0 s to 30 s.')).toBeVisible();
  await expect(app.outcome('naive store')).toHaveText('corrupted');

  await page.getByRole('slider', { name: 'Pause of A', exact: true }).fill('4000');
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(app.parameter('Pause of A')).toHaveValue('4');
});

test('up to four configurations stand side by side, one always stays', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('checkbox', { name: /Store fenced at takeover/ }).check();
  await page.getByRole('checkbox', { name: /Authoritative store/ }).check();
  await expect(page.getByRole('status', { name: /^Outcome, / })).toHaveText([
    'corrupted',
    'fenced',
    'fenced',
    'fenced',
  ]);
  for (const name of [/Naive store/, /Store fenced at takeover/, /Authoritative store/]) {
    await page.getByRole('checkbox', { name }).uncheck();
  }
  await expect(page.getByRole('checkbox', { name: /^Fenced store/ })).toBeDisabled();
  await expect(app.outcome('fenced store')).toHaveText('fenced');
});

test('the trace of either run can be listed and stepped through', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('group', { name: 'Trace of' }).getByRole('button', { name: 'Fenced store' }).click();
  await expect(app.current).toContainText("rejected A's write");
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 24 of 24$/);
});

test('time is advanced by what one types', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('button', { name: 'To the start' }).click();
  for (const [typed, time] of [
    ['1s', '1.0 s'],
    ['250 ms', '1.3 s'],
    ['1.5', '2.8 s'],
  ] as const) {
    await app.advanceBy.fill(typed);
    await app.advanceBy.press('Enter');
    await expect(app.time).toHaveAttribute('aria-valuetext', new RegExp(`^${time},`));
  }
  await app.advanceBy.fill('<b>soon</b>');
  await app.advanceBy.press('Enter');
  await expect(page.getByRole('alert')).toContainText('"<b>soon</b>" is no length of time');
});

test('playback moves on and stops at the end', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder&at=24&l=1');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('16x');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 29 of 29$/);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('the selected lane has its own steps', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select lane store' }).first().click();
  await page.getByRole('button', { name: 'Next entry of store' }).click();
  await expect(app.current).toContainText("accepted B's write");
  await page.getByRole('button', { name: 'Next entry of store' }).click();
  await page.getByRole('button', { name: 'Previous entry of store' }).click();
  await expect(app.current).toContainText("accepted B's write");
});

test('a narrow page has one column, the picture first, and never scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = new FencelinePage(page);
  await app.open();
  const picture = await page.getByRole('main').boundingBox();
  const scenarios = await page.getByRole('heading', { name: 'Scenarios' }).boundingBox();
  expect(picture?.y).toBeLessThan(200);
  expect(scenarios?.y).toBeGreaterThan(picture?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Parameters' })
    .click();
  await expect(app.parameter('Pause of A')).toBeInViewport();
  await expect(app.stepForward).toBeInViewport();
});
