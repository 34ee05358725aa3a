import type { Locator, Page } from '@playwright/test';
import { drag, middle } from './drag.ts';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

/** What can be taken hold of in the first run, by its name. */
function handle(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Handles of naive store' }).getByRole('slider', { name });
}

test('the end of the pause is dragged until the naive store is safe; undo and redo', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const grip = handle(page, 'End of the pause of A');
  await expect(grip).toHaveAttribute('aria-valuetext', '16.0 s');
  await drag(page, grip, -330);
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(app.outcome('fenced store')).toHaveText('safe');
  await expect(app.parameter('Pause of A')).not.toHaveValue('14');
  await page.keyboard.press('Control+z');
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await expect(app.parameter('Pause of A')).toHaveValue('14');
  await page.keyboard.press('Control+Shift+z');
  await expect(app.outcome('naive store')).toHaveText('safe');
});

test('handles move by keyboard, fine and coarse, from one to the next', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const start = handle(page, 'Start of the pause of A');
  await start.focus();
  const before = Number(await start.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  const fine = Number(await start.getAttribute('aria-valuenow'));
  expect(fine).toBeGreaterThan(before);
  await page.keyboard.press('Shift+ArrowRight');
  expect(Number(await start.getAttribute('aria-valuenow')) - fine).toBeGreaterThan(fine - before);
  await page.keyboard.press('ArrowDown');
  const next = page.locator('.tl-grip:focus');
  await expect(next).not.toHaveAttribute('aria-label', 'Start of the pause of A');
});

test('the end of a lease is its TTL, the arrival of a message its delay, a write the work before it', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  await drag(page, handle(page, 'End of the lease of A, by its TTL').first(), 200);
  await expect(app.parameter('TTL')).not.toHaveValue('10');
  await page.keyboard.press('Control+z');
  await expect(app.parameter('TTL')).toHaveValue('10');

  // B's write comes after that of the zombie: nothing is overwritten that was not meant to be.
  const arrival = handle(page, 'Arrival of B>store#1 at store');
  await drag(page, arrival, 260);
  await app.settledHash(/f=kind\.delay,message\.B%3Estore%231,by\./);
  const sending = handle(page, 'A sends a write to store');
  const at = await sending.getAttribute('aria-valuenow');
  await drag(page, sending, 60);
  expect(await sending.getAttribute('aria-valuenow')).not.toBe(at);
});

test('a link opens what was changed by hand in somebody else’s browser', async ({ page, openContext }) => {
  const app = new FencelinePage(page);
  await app.open();
  await drag(page, handle(page, 'Arrival of B>store#1 at store'), 120);
  await app.settledHash(/f=kind\.delay/);
  const there = await (await openContext()).newPage();
  await there.goto(page.url());
  const other = new FencelinePage(there);
  expect(await other.moment()).toEqual(await app.moment());
});

test('what was taken hold of is shown as it was until it is let go', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const box = await handle(page, 'End of the pause of A').boundingBox();
  if (box === null) throw new Error('the handle is not in the picture');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 100, box.y + box.height / 2, { steps: 4 });
  await expect(page.locator('.tl-ghost').first()).toBeVisible();
  await page.mouse.up();
  await expect(page.locator('.tl-ghost')).toHaveCount(0);
});

test('while something is held the outcome follows it, and the words beside it as soon as it rests', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await app.open();
  const before = await app.trace.innerText();
  const { x, y } = await middle(handle(page, 'End of the pause of A'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 330, y, { steps: 8 });
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(app.trace).not.toHaveText(before, { useInnerText: true });
  await expect(page.locator('.tl-ghost').first()).toBeVisible();
  await page.mouse.move(x, y, { steps: 8 });
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await page.mouse.up();
  await expect(app.trace).toHaveText(before, { useInnerText: true });
});

test('a handle that is dragged out of the picture is still held', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const { x, y } = await middle(handle(page, 'End of the pause of A'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(1420, y, { steps: 8 });
  await expect(app.outcome('naive store')).toHaveText(/^corrupted/);
  await page.mouse.move(x - 330, y, { steps: 8 });
  await page.mouse.up();
  await expect(app.outcome('naive store')).toHaveText('safe');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a handle follows the finger', async ({ page }) => {
    const app = new FencelinePage(page);
    await app.open();
    const grip = handle(page, 'End of the pause of A');
    await grip.scrollIntoViewIfNeeded();
    const box = await grip.boundingBox();
    if (box === null) throw new Error('the handle is not in the picture');
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number): Promise<void> => {
      const touchPoints = type === 'touchEnd' ? [] : [{ x: x + dx, y }];
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 0);
    for (let step = 1; step <= 6; step += 1) await touch('touchMove', -25 * step);
    await touch('touchEnd', 0);
    await expect(app.outcome('naive store')).toHaveText('safe');
  });
});
