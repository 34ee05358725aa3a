import { expect } from '@playwright/test';

import type { Result } from '../harness.ts';
import { timesMs } from '../harness.ts';

import { withPage } from './page.ts';

export const name = 'outcome-strips';

const ROUNDS = 20;

/**
 * From a changed parameter to the whole strips of the others, by the clock: values of a run of 216 entries, played in
 * workers. The first strip has 49 values, for its range has no more steps; the second, which is played after it, 100. The
 * wait before strips are asked for is part of it.
 */
export async function run(): Promise<readonly Result[]> {
  const [first, both] = await withPage(async (page) => {
    await page.goto('./#s=many-acquirers&c=naive&l=1');
    await expect(page.locator('.strip .strip-run').first()).toBeVisible({ timeout: 60_000 });
    return page.evaluate(async (rounds) => {
      const found: [number[], number[]] = [[], []];
      const fields = [...document.querySelectorAll<HTMLInputElement>('.ranged input[type="range"]')];
      const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const strip = (index: number): Element | null =>
        document.querySelectorAll('.ranged')[index]?.querySelector('.strip') ?? null;
      const isDone = (index: number): boolean =>
        strip(index)?.classList.contains('stale') === false &&
        (strip(index)?.querySelector('.strip-band')?.hasAttribute('title') ?? false);
      const settled = async (index: number): Promise<void> => {
        while (!isDone(index)) await new Promise(requestAnimationFrame);
      };
      const [moved] = fields;
      if (moved === undefined) return found;
      await settled(1);
      await settled(2);
      for (let round = 0; round < rounds + 3; round += 1) {
        const next = Number(moved.min) + ((round * 37) % 20) * Number(moved.step) + Number(moved.step);
        const from = performance.now();
        // oxlint-disable-next-line typescript/unbound-method -- it is given its field here
        Reflect.apply(own?.set ?? (() => undefined), moved, [String(next)]);
        moved.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
        for (const [index, waits] of found.entries()) {
          await settled(index + 1);
          if (round >= 3) waits.push(performance.now() - from);
        }
      }
      return found;
    }, ROUNDS);
  });
  return [
    ...timesMs('changed parameter to the whole strip of another, 49 values of 216 entries', first),
    ...timesMs('changed parameter to the strips of two others, 149 values of 216 entries', both),
  ];
}
