import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { median, ratio, timesMs } from '../harness.ts';

import { pan, press, slide } from './in-page.ts';
import { withPage } from './page.ts';

export const name = 'step-and-scrub';

const SIZES = [2000, 10_000, 100_000];
const ROUNDS = 3;

/** Recorded traces: how long one takes to open, and what a step and a scrub cost then. */
export async function run(): Promise<readonly Result[]> {
  const results: Result[] = [];
  const scrubs: (readonly number[])[] = [];
  for (const size of SIZES) {
    const opens: number[] = [];
    const steps: number[] = [];
    const scrub: number[] = [];
    const pans: number[] = [];
    let longestTaskMs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await withPage(async (page) => {
        opens.push(await openTrace(page, size));
        const span = size * 100;
        const times = Array.from({ length: 120 }, (_, index) => (index * 7919 * 100) % span);
        const scrubbed = await slide(page, 'Time', times);
        const stepped = await press(page, 'Step forward', 80);
        for (let zoom = 0; zoom < 4; zoom += 1) await page.keyboard.press('w');
        const panned = await pan(page, 80);
        await page.keyboard.press('0');
        pans.push(...panned.timesMs);
        scrub.push(...scrubbed.timesMs);
        steps.push(...stepped.timesMs);
        longestTaskMs = Math.max(longestTaskMs, scrubbed.longestTaskMs, stepped.longestTaskMs);
      });
    }
    scrubs.push(scrub);
    results.push(
      {
        metric: `open ${String(size)} entries`,
        value: Math.round(median(opens)),
        unit: 'ms',
        rounds: ROUNDS,
      },
      ...timesMs(`step at ${String(size)} entries`, steps),
      ...timesMs(`scrub at ${String(size)} entries`, scrub),
      ...timesMs(`pan at ${String(size)} entries`, pans),
      {
        metric: `most of the thread in one change at ${String(size)} entries`,
        value: longestTaskMs,
        unit: 'ms',
      },
    );
  }
  const [small, , large] = scrubs;
  if (small !== undefined && large !== undefined) {
    results.push(ratio('scrub at 100000 entries', large, 'scrub at 2000 entries', small));
  }
  return results;
}

/** From the drop of the file to its picture and its list, in milliseconds. */
async function openTrace(page: Page, size: number): Promise<number> {
  await page.goto('./');
  await page.getByRole('button', { name: 'Open a trace' }).waitFor();
  await expect(page.getByRole('status', { name: /^Outcome, / }).first()).toBeVisible();
  return page.evaluate(
    ({ text, wanted }) =>
      new Promise<number>((resolve) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'long.jsonl'));
        const startMs = performance.now();
        const look = (): void => {
          const listed = document.querySelector('[aria-label="Trace"] [aria-setsize]');
          const isListed = listed?.getAttribute('aria-setsize') === wanted;
          const drawn = document.querySelectorAll('.tl-panel').length === 1;
          if (isListed && drawn) resolve(performance.now() - startMs);
          else requestAnimationFrame(look);
        };
        for (const type of ['dragover', 'drop']) {
          window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
        requestAnimationFrame(look);
      }),
    { text: traceOf(size), wanted: String(size) },
  );
}

/** Grants, renewals and writes of four clients in turn, ten entries a second. */
function traceOf(size: number): string {
  const lines: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const turn = Math.floor(index / 10);
    const client = `worker-${String(turn % 4)}`;
    const t = index * 100;
    const token = turn + 1;
    const place = index % 10;
    if (place === 0) lines.push(JSON.stringify({ t, ev: 'grant', client, token, expires: t + 2000 }));
    else if (place === 9) lines.push(JSON.stringify({ t, ev: 'release', client, token }));
    else if (place % 3 === 0)
      lines.push(JSON.stringify({ t, ev: 'renew', client, token, expires: t + 2000 }));
    else
      lines.push(
        JSON.stringify({ t, ev: 'write', client, token, outcome: 'accepted', value: `v${String(index)}` }),
      );
  }
  return lines.join('\n');
}
