import { AxeBuilder } from '@axe-core/playwright';

import { expect, test } from './fixtures.ts';
import { ImportPage } from './import-page.ts';

const LINES = [
  '{"t": 0, "ev": "grant", "client": "A", "token": 1, "expires": 10000}',
  '{"t": 100, "ev": "believe", "client": "A", "held": true}',
  '{"t": 10000, "ev": "expire", "client": "A"}',
  '{"t": 11000, "ev": "grant", "client": "B", "token": 2, "expires": 21000}',
  '{"t": 12000, "ev": "write", "client": "A", "token": 1, "outcome": "accepted"}',
];
const TRACE = `${LINES.join('\n')}\n`;
const SCENARIO = 'A paused holder comes back';

test('a public report opens with its text and the stores that would have stopped it', async ({ page }) => {
  const importing = new ImportPage(page);
  await page.goto('./');
  await page.getByRole('button', { name: 'Public reports' }).click();
  await expect(importing.reports.getByRole('listitem')).toHaveCount(24);
  await importing.reports.getByRole('button', { name: /^One failed renewal/ }).click();
  await expect(importing.reports).toBeHidden();
  await expect(importing.opened).toHaveText('One failed renewal ends the watchdog for good');
  await expect(page.getByText('redisson/redisson#775')).toBeVisible();
  await expect(page.getByRole('link', { name: /redisson/ })).toHaveCount(0);
  const stores = page.getByRole('table', { name: 'Which store would have stopped it' });
  await expect(stores.getByRole('row', { name: /Fenced at takeover/ })).toHaveText(/yes.*no/);
  await expect(stores.getByRole('row', { name: /^Fenced no/ })).toBeVisible();

  await page.reload();
  await expect(importing.opened).toHaveText('One failed renewal ends the watchdog for good');
});

test('a trace of one’s own opens by file, by paste and by drop', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.start();
  await importing.choose({ name: 'mine.jsonl', content: TRACE });
  await expect(importing.opened).toHaveText('mine.jsonl');
  await expect(importing.dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Trace' }).getByRole('listitem')).toHaveCount(LINES.length);
  await expect(page.getByRole('table', { name: 'Which store would have stopped it' })).toBeVisible();

  await importing.start();
  await importing.paste(TRACE);
  await expect(importing.opened).toHaveText('Pasted text');

  await importing.visit();
  await importing.drop({ name: 'dropped.jsonl', content: TRACE });
  await expect(importing.opened).toHaveText('dropped.jsonl');
});

test('a trace that was saved opens again', async ({ page }) => {
  const importing = new ImportPage(page);
  await page.goto('./');
  const entries = page.getByRole('list', { name: 'Trace' }).getByRole('listitem');
  // Counting does not wait for the page.
  await expect(entries.first()).toBeVisible();
  const count = await entries.count();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save trace' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('paused-holder.naive.jsonl');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  await page.getByRole('button', { name: 'Open a trace' }).click();
  await importing.choose({ name: 'again.jsonl', content: Buffer.concat(chunks) });
  await expect(importing.opened).toHaveText('again.jsonl');
  await expect(entries).toHaveCount(count);
});

test('bad lines are named and the rest is open', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.start();
  const content = [...LINES.slice(0, 2), 'not json', '{"ev": "grant"}', ...LINES.slice(2)].join('\n');
  await importing.choose({ name: 'bad lines.jsonl', content });
  await expect(importing.dialog).toContainText('bad lines.jsonl is open: 5 entries.');
  await expect(importing.problems).toHaveText([/^line 3 /, /^line 4 /]);
  await expect(importing.dialog.getByRole('heading', { name: '2 problems' })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await importing.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(importing.opened).toHaveText('bad lines.jsonl');
});

const REFUSED: readonly (readonly [string, string | Buffer, string])[] = [
  ['empty.jsonl', '', 'The file is empty.'],
  ['blank.jsonl', '\n \n', 'The file is empty.'],
  ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]), 'The file is not a text file.'],
  ['diary.txt', 'Today the lock was lost.', 'The content is neither a trace'],
  ['lines.jsonl', 'not json\nneither this', 'line 1'],
];

for (const [name, content, words] of REFUSED) {
  test(`${name} is refused with the reason, and the scenario stays`, async ({ page }) => {
    const importing = new ImportPage(page);
    await importing.start();
    await importing.choose({ name, content });
    await expect(importing.dialog).toContainText(words);
    await expect(importing.failure).toContainText(`${name} was not opened. What was open stays open.`);
    await importing.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(importing.dialog).toBeHidden();
    await expect(importing.opened).toHaveText(SCENARIO);
    await page.getByRole('button', { name: 'Step forward' }).click();
  });
}

test('a file of 50 MB and a million entries are refused, and the scenario stays', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.visit();
  await importing.drop({ name: 'huge.jsonl', content: 'a'.repeat(1000), times: 50_000 });
  await expect(importing.failure).toContainText('The file has 50 MB; at most 20 MB are opened here.');
  await importing.dialog.getByRole('button', { name: 'Close' }).click();
  await importing.drop({ name: 'million.jsonl', content: '{"t":1,"ev":"x"}\n', times: 1_000_000 });
  await expect(importing.failure).toContainText('The trace has more than 200,000 entries', {
    timeout: 20_000,
  });
  await importing.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(importing.opened).toHaveText(SCENARIO);
  await page.getByRole('button', { name: 'Step forward' }).click();
});

test('a long trace is there with its list, its picture and what stores would have done', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.visit();
  const turn =
    '{"t":1,"ev":"grant","client":"A","expires":9}\n{"t":1,"ev":"write","client":"A","outcome":"accepted"}\n';
  await importing.drop({ name: 'long.jsonl', content: turn, times: 15_000 });
  await expect(importing.opened).toHaveText('long.jsonl');
  await expect(importing.dialog).toBeHidden();
  const listed = page.getByRole('list', { name: 'Trace' }).getByRole('listitem').last();
  await expect(listed).toHaveAttribute('aria-setsize', '30000');
  await expect(listed).toHaveAttribute('aria-posinset', '30000');
  await expect(listed).toContainText('A');
  const stores = page.getByRole('table', { name: 'Which store would have stopped it' });
  await expect(stores.getByRole('row')).toHaveCount(5);
});

test('reading can be given up', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.visit();
  await importing.drop({ name: 'long.jsonl', content: `${LINES[0] ?? ''}\n`, times: 199_000 });
  await importing.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(importing.dialog.getByLabel('Or paste the text')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(importing.dialog).toBeHidden();
  await expect(importing.opened).toHaveText(SCENARIO);
});

test('markup in a trace is shown as text', async ({ page }) => {
  const importing = new ImportPage(page);
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  await importing.start();
  const client = JSON.stringify(markup);
  await importing.paste(
    [
      `{"t": 0, "ev": "grant", "client": ${client}, "token": 1, "expires": 10}`,
      `{"t": 5, "ev": "note", "text": ${client}}`,
      '<script>document.title=3</script>',
    ].join('\n'),
  );
  await expect(importing.problems).toHaveText([/^line 3 /]);
  await importing.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('list', { name: 'Trace' })).toContainText(markup);
  await expect(page.locator('img, main script')).toHaveCount(0);
  await expect(page).toHaveTitle(/Fenceline/);
});

test('the dialogs have no accessibility violation', async ({ page }) => {
  const importing = new ImportPage(page);
  await importing.start();
  await expect(importing.dialog).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Public reports' }).click();
  await expect(importing.reports.getByRole('listitem')).toHaveCount(24);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
