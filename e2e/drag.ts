import type { Locator, Page } from '@playwright/test';

/** The middle of something in the picture, in pixels of the window. */
export async function middle(handle: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not in the picture');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Takes hold of something with the pointer and moves it sideways by so many pixels, step by step. */
export async function drag(page: Page, handle: Locator, byPx: number): Promise<void> {
  const { x, y } = await middle(handle);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(x + (byPx * step) / 8, y);
  await page.mouse.up();
}
