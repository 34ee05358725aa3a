import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { breakWorker } from './break-worker.ts';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

/** Small enough to be drawn while a test waits, and with cells that are corrupted, at risk and safe. */
const SMALL = '1~x,pause,0,30000,7~y,ttl,5000,20000,4~d,pauseAt,uniform,1000,3000~runs,20';
/** More than can be drawn while a test waits. */
const LARGE = '1~x,pause,0,30000,40~y,ttl,1000,30000,40~d,pauseAt,uniform,1000,3000~runs,20000';

const DRAWN = { timeout: 40_000 };

const drawn = (page: Page) => page.getByRole('button', { name: 'Drawn', exact: true });
const cell = (page: Page) => page.getByRole('gridcell');
const draw = (page: Page) => page.getByRole('button', { name: 'Draw the map' });
const asMap = (spec: string): string => `s=paused-holder&map=${encodeURIComponent(spec)}&l=1`;

test('without a question it draws what is usual, and says where the edge lies', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder');
  await expect(page.getByRole('button', { name: 'Prove it or break it' })).toBeVisible();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Safety map' }).click();
  await expect(page.getByRole('heading', { name: 'Safety map' })).toBeFocused();
  await expect(drawn(page)).toBeVisible(DRAWN);
  await expect(
    page.getByText(/^At TTL 10 s: corrupted in more than half of the runs from Pause of A/u),
  ).toBeVisible();
  await expect(page.getByText(/^Corrupted in [\d,]+ of all [\d,]+ runs\.$/u)).toBeVisible();
  await app.settledHash(/s=paused-holder&map=&l=1$/u);
});

test('by keyboard: a cell says what came of it and opens its shortest run; undo and the way back lead back', async ({
  page,
}) => {
  const app = new FencelinePage(page);
  await page.goto(`./#${asMap(SMALL)}`);
  await expect(drawn(page)).toBeVisible(DRAWN);
  await cell(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(cell(page)).toHaveAccessibleName(
    /^Pause of A 0 s, TTL 20 s: corrupted in 0 of 20 runs, 0 %, 95 % interval 0 to 16\.1 %; safe 20\.$/u,
  );
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowDown');
  await expect(cell(page)).toHaveAccessibleName(
    /^Pause of A 30 s, TTL 10 s: corrupted in [1-9]\d? of 20 runs/u,
  );
  const sentence = await cell(page).getAttribute('aria-label');
  await expect(page.getByRole('status').filter({ hasText: sentence ?? '?' })).toHaveCount(1);
  const asked = await app.settledHash(/cell/u);
  await page.keyboard.press('Enter');

  await app.ready();
  await expect(app.outcome('naive store')).toContainText('corrupted');
  await expect(app.parameter('Pause of A')).toHaveValue('30');
  const opened = await app.settledHash(/p\.pause=30000.*e\.\/seed=/u);
  expect(opened).not.toContain('map=');
  const seen = await app.moment();
  await page.keyboard.press('Control+z');
  await expect(app.parameter('Pause of A')).toHaveValue('14');
  await page.keyboard.press('Control+Shift+z');
  expect(await app.moment()).toEqual(seen);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Safety map' })).toBeVisible();
  // It is still there, not drawn again, with the cell that was left.
  await expect(drawn(page)).toBeVisible();
  await expect(cell(page)).toHaveAccessibleName(sentence ?? '?');
  expect(new URL(page.url()).hash.slice(1)).toBe(asked);
  await page.goto('about:blank');
  await app.open(opened);
  expect(await app.moment()).toEqual(seen);
});

test('a link opens the same map at the same cell for somebody else', async ({ page, openContext }) => {
  await page.goto(`./#${asMap(`${SMALL}~cell,20`)}`);
  await expect(drawn(page)).toBeVisible(DRAWN);
  const table = async (at: Page): Promise<string> => {
    await at.getByText('As a table').click();
    return at.getByRole('table').innerText();
  };
  const other = await (await openContext()).newPage();
  await other.goto(page.url());
  await expect(drawn(other)).toBeVisible(DRAWN);
  await expect(cell(other)).toHaveAccessibleName((await cell(page).getAttribute('aria-label')) ?? '?');
  expect(await table(other)).toBe(await table(page));
});

test('with a pointer: a cell under it is told, a click chooses it, another opens it', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto(`./#${asMap(SMALL)}`);
  await expect(drawn(page)).toBeVisible(DRAWN);
  const map = page.getByRole('grid');
  const bounds = await map.boundingBox();
  if (bounds === null) throw new Error('no map');
  const at = { position: { x: bounds.width - 8, y: bounds.height - 8 } };
  await map.hover(at);
  await expect(page.getByRole('region', { name: 'Pause of A 30 s, TTL 5 s' })).toContainText('corrupted');
  await map.click(at);
  await app.settledHash(/cell%2C6|cell,6/u);
  await map.click(at);
  await app.ready();
  await expect(app.parameter('TTL')).toHaveValue('5');
});

test('it tells how far it is; a cancel keeps what was drawn, and it goes on from there', async ({ page }) => {
  await page.goto(`./#${asMap(LARGE)}`);
  // So many runs are not begun without being asked for.
  await expect(page.getByText('32,000,000 runs: press the button to begin.')).toBeVisible();
  await draw(page).click();
  await expect(page.getByText(/^[1-9]\d* of 1,600 cells, [\d,]+ runs a second$/u)).toBeVisible(DRAWN);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled after [1-9][\d,]* of 1,600 cells\.$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('progressbar')).not.toHaveJSProperty('value', 0);
});

test('a worker that breaks down ends in a message; trying again draws the rest', async ({ page }) => {
  await breakWorker(page, 'map-worker', 4);
  await page.goto(`./#${asMap(SMALL)}`);
  await expect(page.getByText('A worker broke down: out of memory')).toBeVisible(DRAWN);
  await expect(page.getByText(/^[1-9]\d* cells? stood before that and still do\.$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(drawn(page)).toBeVisible(DRAWN);
});

test('what is asked for is in the link; what cannot be drawn is told', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto(`./#${asMap(SMALL)}`);
  const across = page.getByRole('group', { name: 'Across' });
  await across.getByRole('combobox', { name: 'What varies' }).selectOption('Write delay of A');
  await across.getByRole('textbox', { name: 'Values' }).fill('3');
  await app.settledHash(/x,writeDelay,0,10000,3~/u);
  await expect(drawn(page)).toBeVisible(DRAWN);
  await page.goto('about:blank');
  await page.goto(`./#${asMap('1~x,pause,0,99000,7~y,ttl,5000,20000,4~runs,5')}`);
  await expect(page.getByText('parameter pause: must be a number from 0 to 30000 ms')).toBeVisible(DRAWN);
  await page.goto('about:blank');
  await page.goto(`./#${asMap('1~x,pause,0,30000,0~y,ttl,5000,20000,4~runs,5')}`);
  await expect(app.messages).toContainText('x.cells must be a whole number from 1 to 100');
  await expect(across.getByRole('textbox', { name: 'Values' })).toHaveValue('16');
});

test('a saved map holds what was asked and what came of it, and asks the same again', async ({ page }) => {
  const app = new FencelinePage(page);
  await page.goto(`./#${asMap(SMALL)}`);
  await expect(drawn(page)).toBeVisible(DRAWN);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('paused-holder-map.json');
  const file = await download.path();
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { format: string; results: unknown[] };
  expect([saved.format, saved.results.length]).toEqual(['fenceline-map', 28]);

  await page.goto('about:blank');
  await page.goto('./#s=paused-holder&map=&l=1');
  const choose = page.locator('input[type=file][accept^=".json"]');
  await choose.setInputFiles(file);
  await app.settledHash(/runs,20/u);
  await expect(drawn(page)).toBeVisible(DRAWN);
  await choose.setInputFiles({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"a":1}'),
  });
  await expect(app.messages).toContainText('The file cannot be read');
});
