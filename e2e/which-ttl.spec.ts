import type { Page } from '@playwright/test';

import '../src/scenarios/services/all-services.ts';
import { prepareSweep } from '../src/explore/map/sweep.ts';
import { ttlJob, whichTtl } from '../src/explore/map/which-ttl.ts';
import { readTtl } from '../src/scenarios/map/map-spec.ts';
import { breakWorker } from './break-worker.ts';
import { builtinDocument } from './builtin-document.ts';
import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

const DRAWN = { timeout: 50_000 };
const drawn = (page: Page) => page.getByRole('button', { name: 'Drawn', exact: true });

/** Pauses as somebody may have measured them: mostly short, a few of many seconds. */
const PAUSES = [
  ...Array.from({ length: 190 }, (_, index) => 20 + index * 3),
  ...[4, 6, 9, 12, 15, 18, 21, 24, 27, 30].map((seconds) => seconds * 1000),
];

test('a Redis lock with a watchdog: the TTL for pauses of one\u2019s own list is read off, and set', async ({
  page,
}) => {
  test.slow();
  const app = new FencelinePage(page);
  await app.open('s=watchdog-only-reentrant');
  await expect(page.getByRole('button', { name: 'Prove it or break it' })).toBeVisible();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Which TTL?' }).click();
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption('Watchdog always');

  const pause = page.getByRole('group', { name: 'Pause of P1', exact: true });
  await pause.getByRole('combobox', { name: 'Distribution' }).selectOption('Own list');
  const list = pause.getByRole('textbox', { name: 'Measured values' });
  await list.fill('250ms, 1.5s\n30s thirty\n');
  await expect(pause.getByRole('status')).toContainText('line 2: "thirty" is no duration such as 250');
  await expect(list).toHaveAttribute('aria-invalid', 'true');
  await list.fill(`# from Tuesday's log\n${PAUSES.join('\n')}`);
  await expect(pause.getByRole('status')).toContainText('200 values, 20 ms to 30 s');
  await expect(list).toHaveValue(/^# from Tuesday/u);
  const starts = page.getByRole('group', { name: 'Pause of P1: start' });
  await starts.getByRole('textbox', { name: 'From' }).fill('1');
  await starts.getByRole('textbox', { name: 'To' }).fill('40');
  await page.getByRole('textbox', { name: 'Runs for each value' }).fill('2000');
  await expect(drawn(page)).toBeVisible(DRAWN);

  const expected = inNode();
  expect(expected).not.toBeNull();
  const answer = page.getByText(/(?:^From|longest TTL tried,) .* keeps corruption under 1 in 100/u);
  await expect(answer).toContainText(
    new RegExp(`(?:^From|tried,) ${String(expected)} s,? .* A takeover then takes`, 'u'),
  );
  await expect(page.getByText('a TTL makes corruption rarer, it never rules it out')).toBeVisible();

  const link = await app.settledHash(/run=always&ttl=.*measured,20,23/u);
  await page.getByRole('button', { name: `Set the TTL of the scenario to ${String(expected)} s` }).click();
  await app.settledHash(new RegExp(`p\\.ttl=${String(Number(expected) * 1000)}&`, 'u'));
  await page.getByRole('button', { name: 'Back to the picture' }).click();
  await app.ready();
  await expect(app.parameter('TTL')).toHaveValue(String(expected));

  await page.goto('about:blank');
  await page.goto(`./#${link}`);
  await expect(answer).toContainText(`${String(expected)} s`, DRAWN);
});

/** The same question, asked without a page. */
function inNode(): number | null {
  const spec = readTtl({
    format: 'fenceline-ttl',
    version: 1,
    configuration: 'always',
    ttl: { target: 'ttl', from: 2000, to: 60_000, cells: 30 },
    target: 0.01,
    draws: [
      { target: 'pause', from: { kind: 'measured', values: PAUSES } },
      { target: '/faults/0/at', from: { kind: 'uniform', from: 1000, to: 40_000 } },
    ],
    runs: 2000,
  });
  if (!spec.ok) throw new Error(JSON.stringify(spec.problems));
  const sweep = prepareSweep(ttlJob(builtinDocument('s5/watchdog-only-reentrant'), spec.value));
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  const cells = Array.from({ length: sweep.value.cells }, (_, cell) => sweep.value.cell(cell));
  const { smallest } = whichTtl(spec.value, cells);
  return smallest === null ? null : smallest.ttlMs / 1000;
}

test('by keyboard: each TTL says what came of it, and opens its shortest corrupted run', async ({ page }) => {
  const app = new FencelinePage(page);
  const spec =
    '1~ttl,ttl,2000,20000,4~target,0.2~d,pause,exponential,6000~d,pauseAt,uniform,1000,3000~runs,200';
  await page.goto(`./#s=paused-holder&ttl=${encodeURIComponent(spec)}&l=1`);
  await expect(drawn(page)).toBeVisible(DRAWN);
  const slider = page.getByRole('slider', { name: 'TTL looked at' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^TTL 2 s: corrupted in [1-9]\d* of 200 runs, .*; takeover in [\d.]+ m?s in the median/u,
  );
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^TTL 8 s: /u);
  await app.settledHash(/point,1/u);
  await page.keyboard.press('Enter');
  await app.ready();
  await expect(app.outcome('naive store')).toContainText('corrupted');
  await expect(app.parameter('TTL')).toHaveValue('8');
  await page.goBack();
  await expect(slider).toHaveAttribute('aria-valuetext', /^TTL 8 s: /u);
});

test('too few runs, or no TTL within the range, is said in so many words', async ({ page }) => {
  const ask = (spec: string) => page.goto(`./#s=paused-holder&ttl=${encodeURIComponent(spec)}&l=1`);
  await ask('1~ttl,ttl,2000,20000,3~target,0.01~d,pause,constant,0~runs,50');
  await expect(drawn(page)).toBeVisible(DRAWN);
  await expect(
    page.getByText(
      '50 runs at each TTL are too few: to show less than 1 in 100 it takes 381, even if none of them is corrupted.',
    ),
  ).toBeVisible();
  await page.goto('about:blank');
  await ask('1~ttl,ttl,2000,6000,3~target,0.01~d,pause,uniform,14000,20000~runs,400');
  await expect(drawn(page)).toBeVisible(DRAWN);
  await expect(
    page.getByText(/^No TTL tried from 2 s to 6 s keeps corruption under 1 in 100/u),
  ).toBeVisible();
});

test('a cancel keeps what was played; a scenario without a TTL says so', async ({ page }) => {
  const spec = '1~ttl,ttl,2000,20000,40~target,0.01~d,pause,exponential,6000~runs,50000';
  await page.goto(`./#s=paused-holder&ttl=${encodeURIComponent(spec)}&l=1`);
  await page.getByRole('button', { name: 'Find the TTL' }).click();
  await expect(page.getByText(/^[1-9]\d* of 40 cells/u)).toBeVisible(DRAWN);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled after [1-9]\d* of 40 cells\.$/u)).toBeVisible();
  await expect(page.getByText('The answer stands once every TTL was played.')).toBeVisible();
  await page.goto('about:blank');
  await page.goto('./#s=sink-knows-one-key&ttl=&l=1');
  await expect(page.getByText('No parameter of this configuration is a TTL.')).toBeVisible();
});

test('a worker that breaks down ends in a message; trying again leads to the answer', async ({ page }) => {
  await breakWorker(page, 'map-worker', 4);
  const spec =
    '1~ttl,ttl,2000,20000,10~target,0.2~d,pause,exponential,3000~d,pauseAt,uniform,1000,3000~runs,100';
  await page.goto(`./#s=paused-holder&ttl=${encodeURIComponent(spec)}&l=1`);
  await expect(page.getByText('A worker broke down: out of memory')).toBeVisible(DRAWN);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/TTL tried.* keeps .* A takeover then takes/u)).toBeVisible(DRAWN);
});
