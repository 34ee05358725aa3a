import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { FencelinePage } from './page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a copied link shows somebody else the same moment', async ({ page, openContext }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.parameter('Pause of A').fill('12.5');
  await page.getByRole('checkbox', { name: /Authoritative store/ }).check();
  await page.getByRole('button', { name: 'Select lane A' }).first().click();
  await app.nextFinding.click();
  await app.stepBack.click();
  await app.copyLink.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#s=paused-holder&p\.pause=12500&c=naive,fenced,authoritative&at=\d+&lane=A&l=1$/);

  const other = new FencelinePage(await (await openContext()).newPage());
  await other.page.goto(link);
  expect(await other.moment()).toEqual(await app.moment());
  await expect(other.parameter('Pause of A')).toHaveValue('12.5');
  await expect(other.messages).toBeEmpty();
});

test('the link of a preset is its name', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=write-before-new-holder');
  await expect(app.outcome('fenced store')).toHaveText('corrupted');
  await app.copyLink.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).hash).toBe('#s=write-before-new-holder');
});

test('reload, back and forward restore exactly', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  await app.stepForward.click();
  await app.stepForward.click();
  await app.settledHash(/at=18/);
  const first = await app.moment();
  await page.reload();
  expect(await app.moment()).toEqual(first);

  await app.scenario('A zombie writes before the new holder').click();
  await expect(app.outcome('store fenced at takeover')).toHaveText('fenced');
  await app.stepBack.click();
  await app.settledHash(/s=write-before-new-holder&at=/);
  const second = await app.moment();
  await page.goBack();
  await expect(app.outcome('naive store')).toHaveText('corrupted');
  expect(await app.moment()).toEqual(first);
  await page.goForward();
  await expect(app.outcome('store fenced at takeover')).toHaveText('fenced');
  expect(await app.moment()).toEqual(second);
});

test('scrubbing does not fill the history', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open();
  const before = await page.evaluate(() => history.length);
  for (const time of ['1000', '5000', '9000', '12500']) {
    await app.time.fill(time);
    await app.settledHash(new RegExp(`at=\\d+&t=${time}&`));
  }
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test("a trace of one's own travels in the link", async ({ page, openContext }) => {
  const lines = [
    { t: 0, ev: 'grant', client: 'worker-1', token: 1, expires: 10_000 },
    { t: 12_000, ev: 'grant', client: 'worker-2', token: 2, expires: 22_000 },
    { t: 13_000, ev: 'write', client: 'worker-2', token: 2, outcome: 'accepted' },
    { t: 15_000, ev: 'write', client: 'worker-1', token: 1, outcome: 'accepted' },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const payload = await packInPage(page, text);
  const app = new FencelinePage(page);
  await app.open(`trace=${payload}&l=1`);
  await expect(page.getByRole('status', { name: /^Outcome, / })).toHaveText(['corrupted']);
  await expect(app.trace.getByRole('listitem')).toHaveCount(4);
  await app.copyLink.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = new FencelinePage(await (await openContext()).newPage());
  await other.page.goto(link);
  expect(await other.moment()).toEqual(await app.moment());
});

const BROKEN: readonly (readonly [name: string, hash: string, message: RegExp])[] = [
  ['an unknown scenario', 's=no-such', /There is no scenario "no-such"/],
  ['an unknown report', 'r=C999', /There is no report "C999"/],
  ['script as a scenario', 's=<img src=x onerror=alert(1)>', /"s" must be a name/],
  ['a newer version', 's=paused-holder&x=1&l=7', /The link has version 7; this page knows version 1/],
  ['an unknown field', 's=paused-holder&what=1', /"what" is not known here/],
  ['an unknown parameter', 's=paused-holder&p.nope=1', /parameter nope is not a parameter/],
  [
    'a parameter out of range',
    's=paused-holder&p.pause=99999999',
    /parameter pause must be a number from 0 to 30000/,
  ],
  ['a parameter that is no number', 's=paused-holder&p.pause=%3Cb%3E', /"p\.pause" must be a parameter name/],
  ['an unknown configuration', 's=paused-holder&c=naive,nope', /there is no configuration "nope"/],
  ['an unknown lane', 's=paused-holder&lane=Z', /there is no lane "Z"/],
  ['an entry beyond the end', 's=paused-holder&at=999', /entry 999 is beyond the last one; this run has 29/],
  ['a bad view', 's=paused-holder&v=banana', /"v" must be two times in milliseconds/],
  ['a view elsewhere', 's=paused-holder&v=900000-900001', /the view lies outside of the run/],
  ['a cut escape', 's=paused-holder&lane=%E0%A4%A', /"lane" is not readable text/],
  ['a packed trace that was cut', 'trace=BcExCoBADEX', /cannot be (read|unpacked)/],
  ['a packed trace that is nonsense', 'trace=____', /cannot be unpacked/],
  ['a file that is not in the link', 'file=incident.jsonl', /"incident\.jsonl" is too long for a link/],
  ['a link that is far too long', `trace=${'A'.repeat(20_001)}`, /at most 20,000 are read/],
];

for (const [name, hash, message] of BROKEN) {
  test(`a broken link says so and shows what is left: ${name}`, async ({ page }) => {
    const app = new FencelinePage(page);
    await app.open(hash);
    await expect(app.messages).toContainText(message);
    await expect(app.outcome('naive store')).toHaveText('corrupted');
  });
}

test('a broken link leaves open what is open', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=write-before-new-holder');
  await app.stepBack.click();
  const before = await app.moment();
  const hash = await app.settledHash(/at=/);
  await page.evaluate(() => {
    location.hash = '#s=no-such';
  });
  await expect(app.messages).toContainText('There is no scenario "no-such". What was open stays open.');
  expect(await app.moment()).toEqual(before);
  await app.settledHash(new RegExp(`^#${hash}$`));
});

test('a scenario that never ends is cut, and the page says so and works on', async ({ page }) => {
  const endless = {
    format: 'fenceline-scenario',
    version: 1,
    id: 'endless',
    horizon: 86_400_000,
    configurations: [{ id: 'naive', set: {} }],
    service: { kind: 'lease-manager' },
    stores: [{ kind: 'naive' }],
    clients: [
      { id: 'A', script: [{ op: 'acquire', ttl: 86_400_000 }] },
      {
        id: 'B',
        policies: { acquire: { kind: 'block', retry: 0.001 } },
        script: [{ op: 'acquire', ttl: 1000 }],
      },
    ],
  };
  const app = new FencelinePage(page);
  await app.open(`doc=${await packInPage(page, JSON.stringify(endless))}&l=1`);
  await expect(app.messages).toContainText(/cut after 10,000 steps, at [\d.]+ ms/);
  const time = await app.time.getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  await expect(app.time).not.toHaveAttribute('aria-valuetext', time ?? '');
});

test('a message can be closed, and what is good in a bad link still loads', async ({ page }) => {
  const app = new FencelinePage(page);
  await app.open('s=paused-holder&p.pause=5000&at=zero&v=1');
  await expect(app.outcome('naive store')).toHaveText('safe');
  await expect(app.messages.getByRole('paragraph')).toHaveCount(2);
  await app.messages.getByRole('button', { name: 'Close this message' }).first().click();
  await expect(app.messages.getByRole('paragraph')).toHaveCount(1);
});

async function packInPage(page: Page, text: string): Promise<string> {
  await page.goto('./');
  return page.evaluate(async (content) => {
    const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/u, '');
  }, text);
}
