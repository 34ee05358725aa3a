import type { CDPSession, Locator, Page } from '@playwright/test';

/** What changes cost: script, style and layout of each, in processor time of the page's thread. */
export interface Cost {
  readonly timesMs: readonly number[];
  /** The most that one change took of the thread, all told: script, layout, painting and the rest. */
  readonly longestTaskMs: number;
}

/** Changes that are not counted: the compiler settles, lists are filled. */
const WARM_UPS = 20;

/** Gives a range field one value after another, as a hand that holds it does, with a frame between two changes. */
export async function slide(page: Page, name: string, values: readonly number[]): Promise<Cost> {
  const field = page.getByRole('slider', { name, exact: true });
  const element = await field.elementHandle();
  await field.hover();
  await page.mouse.down();
  const cost = await measure(page, values, (value) =>
    page.evaluate(
      ({ target, next }) => {
        // The field's own setter would hide the change from React, which watches it; the prototype's does not.
        const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        // oxlint-disable-next-line typescript/unbound-method -- it is given its field here
        if (target !== null) Reflect.apply(own?.set ?? (() => undefined), target, [String(next)]);
        target?.dispatchEvent(new Event('input', { bubbles: true }));
      },
      { target: element, next: value },
    ),
  );
  await page.mouse.up();
  return cost;
}

/** Presses a button again and again. */
export async function press(page: Page, name: string, times: number): Promise<Cost> {
  const element = await page.getByRole('button', { name, exact: true }).elementHandle();
  return measure(
    page,
    Array.from({ length: times }, (_, index) => index),
    () =>
      page.evaluate((target) => {
        (target as HTMLElement | null)?.click();
      }, element),
  );
}

/** Takes hold of a handle of the picture and moves it to one place after another, by so many pixels each. */
export async function drag(page: Page, grip: Locator, offsetsPx: readonly number[]): Promise<Cost> {
  // What ties a handle to its lease is a part of it, but nothing to take hold of.
  const box = await grip.locator('.tl-grip-bar').boundingBox();
  if (box === null) throw new Error('the handle is not in the picture');
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  const cost = await measure(page, offsetsPx, (offset) => page.mouse.move(x + offset, y));
  await page.mouse.up();
  return cost;
}

/** Moves what is shown of the time axis by keys, to and fro. */
export async function pan(page: Page, times: number): Promise<Cost> {
  return measure(
    page,
    Array.from({ length: times }, (_, index) => index),
    (index) => page.keyboard.press(index % 40 < 20 ? 'd' : 'a'),
  );
}

/**
 * Processor time and not the clock: a neighbour on the machine then weighs nothing, and what is told is what
 * the page itself has to do.
 */
async function measure(
  page: Page,
  values: readonly number[],
  change: (value: number) => Promise<void>,
): Promise<Cost> {
  const session = await timed(page);
  const timesMs: number[] = [];
  let longestTaskMs = 0;
  for (const [index, value] of values.entries()) {
    const before = await spent(session);
    await change(value);
    await framesLater(page);
    const after = await spent(session);
    if (index < WARM_UPS) continue;
    timesMs.push(after.scriptAndLayoutMs - before.scriptAndLayoutMs);
    longestTaskMs = Math.max(longestTaskMs, after.taskMs - before.taskMs);
  }
  await session.detach();
  return { timesMs, longestTaskMs: Math.round(longestTaskMs * 10) / 10 };
}

/** Script that the page's thread ran while something was done, in milliseconds of processor time. */
export async function scriptMsOf(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await timed(page);
  const before = await spent(session);
  await work();
  const after = await spent(session);
  await session.detach();
  return after.scriptMs - before.scriptMs;
}

async function timed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** Layout belongs to the frame after a change; the second frame comes when that one is done. */
async function framesLater(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
}

interface Spent {
  readonly scriptMs: number;
  readonly scriptAndLayoutMs: number;
  readonly taskMs: number;
}

async function spent(session: CDPSession): Promise<Spent> {
  const { metrics } = await session.send('Performance.getMetrics');
  const msOf = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  const scriptMs = msOf('ScriptDuration');
  return {
    scriptMs,
    scriptAndLayoutMs: scriptMs + msOf('RecalcStyleDuration') + msOf('LayoutDuration'),
    taskMs: msOf('TaskDuration'),
  };
}
