import type { CDPSession, Locator, Page } from '@playwright/test';
import { drag, middle } from './drag.ts';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

/** One handle of each kind: where it stands, where it is brought, and what comes out of the naive store then. */
const HANDLES: readonly {
  readonly name: string;
  readonly hash?: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly before: RegExp;
  readonly after: RegExp;
}[] = [
  { name: 'End of the pause of A', fromMs: 16_000, toMs: 5000, before: /^corrupted/, after: /^safe/ },
  { name: 'Start of the pause of A', fromMs: 2000, toMs: 4000, before: /^corrupted/, after: /^safe/ },
  {
    name: 'Crash of A',
    hash: 'f=kind.crash,node.A,at.5000',
    fromMs: 5000,
    toMs: 18_000,
    before: /^safe/,
    after: /^corrupted/,
  },
  {
    name: 'Restart of store',
    hash: 'f=kind.crash,node.store,at.15500&f=kind.restart,node.store,at.16500',
    fromMs: 16_500,
    toMs: 18_500,
    before: /^corrupted/,
    after: /^safe/,
  },
  {
    name: 'Clock step of lock',
    hash: 'f=kind.clock,node.lock,at.5000,by.-20000',
    fromMs: 5000,
    toMs: 12_500,
    before: /^safe/,
    after: /^corrupted/,
  },
  {
    name: 'Start of "refuse" at lock',
    hash: 'f=kind.refuse,node.lock,at.8500,for.5500',
    fromMs: 8500,
    toMs: 12_500,
    before: /^at risk/,
    after: /^corrupted/,
  },
  {
    name: 'End of "refuse" at lock',
    hash: 'f=kind.refuse,node.lock,at.8500,for.5500',
    fromMs: 14_000,
    toMs: 10_500,
    before: /^at risk/,
    after: /^corrupted/,
  },
  {
    name: 'Start of the cut between A and store',
    hash: 'f=kind.partition,between.A~store,at.15000,for.3000',
    fromMs: 15_000,
    toMs: 17_200,
    before: /^safe/,
    after: /^corrupted/,
  },
  {
    name: 'End of the cut between A and store',
    hash: 'f=kind.partition,between.A~store,at.15000,for.3000',
    fromMs: 18_000,
    toMs: 15_600,
    before: /^safe/,
    after: /^corrupted/,
  },
  {
    name: 'End of the lease of A, by its TTL',
    fromMs: 10_200,
    toMs: 18_200,
    before: /^corrupted/,
    after: /^safe/,
  },
  {
    name: 'Arrival of A>lock#1 at lock',
    fromMs: 200,
    toMs: 9300,
    before: /^corrupted/,
    after: /^safe/,
  },
  {
    name: 'A sends a write to store',
    fromMs: 16_400,
    toMs: 14_600,
    before: /^corrupted/,
    after: /^safe/,
  },
  {
    name: 'What A is made to do by hand',
    hash: 'p.pause=0&f=kind.act,client.A,at.1000,do.write,record.stock,value.again',
    fromMs: 1000,
    toMs: 12_000,
    before: /^safe/,
    after: /^corrupted/,
  },
];

test.use({ hasTouch: true });
test.setTimeout(120_000);

for (const { name, hash, fromMs, toMs, before, after } of HANDLES) {
  test(`${name}: by pointer, by keyboard and by touch`, async ({ page }) => {
    const app = new FencelinePage(page);
    await app.open(hash === undefined ? '' : `s=paused-holder&${hash}&l=1`);
    const outcome = app.outcome('naive store');
    const handles = page.getByRole('group', { name: 'Handles of naive store' }).getByRole('slider');
    const handle = page
      .getByRole('group', { name: 'Handles of naive store' })
      .getByRole('slider', { name })
      .first();
    await expect(outcome).toHaveText(before);
    await expect(handle).toHaveAttribute('aria-valuenow', String(fromMs));
    const byPx = (toMs - fromMs) * (await pxPerMs(handles));

    await drag(page, handle, byPx);
    await expect(outcome).toHaveText(after);
    await page.keyboard.press('Control+z');
    await expect(outcome).toHaveText(before);

    await keys(page, handle, toMs);
    await expect(outcome).toHaveText(after);
    await page.keyboard.press('Control+z');
    await expect(outcome).toHaveText(before);

    await touch(await page.context().newCDPSession(page), handle, byPx);
    await expect(outcome).toHaveText(after);
    await page.keyboard.press('Control+z');
    await expect(outcome).toHaveText(before);
    await expect(handle).toHaveAttribute('aria-valuenow', String(fromMs));
  });
}

/** How wide a millisecond is in the picture, by the two handles that are farthest apart. */
async function pxPerMs(handles: Locator): Promise<number> {
  const places: { readonly ms: number; readonly x: number }[] = [];
  for (const one of await handles.all()) {
    const { x } = await middle(one);
    places.push({ ms: Number(await one.getAttribute('aria-valuenow')), x });
  }
  places.sort((a, b) => a.ms - b.ms);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || first.ms === last.ms)
    throw new Error('one handle is no scale');
  return (last.x - first.x) / (last.ms - first.ms);
}

async function touch(session: CDPSession, handle: Locator, byPx: number): Promise<void> {
  const { x, y } = await middle(handle);
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number): Promise<void> => {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: x + dx, y }];
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await send('touchStart', 0);
  for (let step = 1; step <= 6; step += 1) await send('touchMove', (byPx * step) / 6);
  await send('touchEnd', 0);
}

/** Coarse steps until it is about there, then a fine one. */
async function keys(page: Page, handle: Locator, toMs: number): Promise<void> {
  await handle.focus();
  const now = async (): Promise<number> => Number(await handle.getAttribute('aria-valuenow'));
  const isLater = toMs > (await now());
  for (let presses = 0; presses < 60; presses += 1) {
    const before = await now();
    if (isLater ? before >= toMs : before <= toMs) return;
    await page.keyboard.press(isLater ? 'PageUp' : 'PageDown');
  }
  throw new Error('the keys do not bring it there');
}
