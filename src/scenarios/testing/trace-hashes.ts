import type { FaultBudget } from '../../engine/faults.ts';
import { play } from '../../engine/play.ts';
import { buildModel } from '../build.ts';
import { builtins } from '../builtin/index.ts';
import { randomSchedule } from '../random-schedule.ts';
import { resolveBody } from '../scenario.ts';

const BUDGET: FaultBudget = { pause: 2, crash: 1, lose: 1, late: 3 };
const STEPS = 50;

/**
 * Plays the built-in scenarios in turn over as many random schedules as asked for, one a seed, and gives a
 * hash of each trace: what is compared between Node and the browser.
 */
export function traceHashes(count: number): readonly string[] {
  const all = builtins().flatMap((scenario) => scenario.configurations.map(({ id }) => ({ scenario, id })));
  return Array.from({ length: count }, (_, seed) => {
    const one = all[seed % all.length];
    const body = one === undefined ? undefined : resolveBody(one.scenario, one.id, {});
    if (body === undefined || !body.ok) throw new Error(`there is no scenario for seed ${String(seed)}`);
    const { model } = buildModel(body.value, BUDGET);
    return hashOf(JSON.stringify(play(model, randomSchedule(model, seed, STEPS)).entries));
  });
}

/** FNV-1a over the text's code units, 32 bits in hexadecimal, with the length before it. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${String(text.length)}-${hash.toString(16)}`;
}
