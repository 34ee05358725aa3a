import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test('a whole visit without a pointer', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the timeline' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Home');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 1 of 29$/);
  await page.keyboard.press('.');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(',');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 2 of 29$/);
  await page.keyboard.press('n');
  await expect(app.current).toContainText('B believes');
  await page.keyboard.press('n');
  await expect(app.current).toContainText("accepted A's write");
  await expect(app.announcer).toContainText("17.0 s: The store accepted A's write of reserved-by-a-late");

  await page.keyboard.press(']');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(app.current).toContainText('A received');
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 29 of 29$/);

  await page.keyboard.press('+');
  await app.settledHash(/v=/);
  await page.keyboard.press('a');
  await page.keyboard.press('0');
  await expect.poll(() => new URL(page.url()).hash).not.toContain('v=');

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search scenarios' })).toBeFocused();
  await page.keyboard.type('zombie');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(app.outcome('store fenced at takeover')).toHaveText('fenced');
});

test('the overview of keys opens with ?, and closes again', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help).toBeVisible();
  await expect(help.getByText('Next entry of the selected lane')).toBeVisible();
  const before = await app.moment();
  await page.keyboard.press('.');
  expect(await app.moment()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('keys are never taken from a field', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const before = await app.moment();
  await app.advanceBy.fill('');
  await app.advanceBy.press('n');
  await app.advanceBy.pressSequentially(' .,?0+w');
  await expect(app.advanceBy).toHaveValue('n .,?0+w');
  await app.advanceBy.press('Home');
  expect(await app.moment()).toEqual(before);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Space presses the button that has the focus and does not play', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.stepForward.focus();
  await page.keyboard.press(' ');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 18 of 29$/);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('the slider moves by entry with its keys', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.time.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 16 of 29$/);
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 11 of 29$/);
});

test('the trace is one stop, and its arrows move the cursor', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.current.getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 18 of 29$/);
  await expect(app.current.getByRole('button')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(app.current.getByRole('button')).toBeFocused();
  await expect(app.time).toHaveAttribute('aria-valuetext', /entry 1 of 29$/);
  await expect(app.trace.locator('button[tabindex="0"]')).toHaveCount(1);
});

test('colours follow the system until they are chosen, and the choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const app = new FencelinePage(page);
  await app.open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(20, 23, 26)');
  await page.keyboard.press('t');
  await expect.poll(background).toBe('rgb(251, 251, 249)');
  await page.reload();
  await app.ready();
  expect(await background()).toBe('rgb(251, 251, 249)');
});
