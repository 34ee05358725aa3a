import { foundBit } from '../src/engine/random-runs/fold/found.ts';
import { RandomRuns } from '../src/engine/random-runs/random-runs.ts';

import { median, type Result } from './harness.ts';
import { plainEventLoop } from './plain-event-loop.ts';
import { LOADS, randomPause, randomScenario } from './random-scenario.ts';

export const name = 'random-runs';

const RUNS = 3_000;
const ROUNDS = 9;
const STALE = foundBit('stale-write-accepted');

/** Random runs with their verdict against a simulation of the same scenario written by hand. */
export async function run(): Promise<readonly Result[]> {
  await Promise.resolve();
  return [...measure('waiting'), ...measure('busy')];
}

function measure(kind: keyof typeof LOADS): readonly Result[] {
  const load = LOADS[kind];
  const plain = `${kind}: plain event loop`;
  const ourMs: number[] = [];
  const againMs: number[] = [];
  const plainMs: number[] = [];
  let events = 0;
  let equal = 0;
  let stale = 0;
  for (let round = -3; round < ROUNDS; round += 1) {
    const first = (round + 3) * RUNS;
    const ours: boolean[] = [];
    const byHand: boolean[] = [];
    const start = processorMs();
    for (let seed = first; seed < first + RUNS; seed += 1) {
      byHand.push(plainEventLoop(seed, randomPause(seed, load), load).staleWrites > 0);
    }
    const middle = processorMs();
    // Steps are learned anew in each round.
    const runs = new RandomRuns(randomScenario(load));
    for (let seed = first; seed < first + RUNS; seed += 1) {
      const one = runs.run(seed, [randomPause(seed, load)]);
      events += one.events;
      ours.push((one.found & STALE) !== 0);
    }
    const end = processorMs();
    for (let seed = first; seed < first + RUNS; seed += 1) runs.run(seed, [randomPause(seed, load)]);
    const again = processorMs() - end;
    equal += ours.filter((found, index) => found === byHand[index]).length;
    stale += ours.filter(Boolean).length;
    if (round < 0) continue;
    plainMs.push(middle - start);
    ourMs.push(end - middle);
    againMs.push(again);
  }
  const all = RUNS * (ROUNDS + 3);
  if (equal !== all) throw new Error(`only ${String(equal)} of ${String(all)} runs came out the same`);
  const share = (metric: string, ours: readonly number[]): Result => ({
    metric: `${metric}, share of the speed`,
    value: Number(median(plainMs.map((ms, round) => ms / (ours[round] ?? Infinity))).toPrecision(4)),
    unit: 'ratio',
    ratioTo: plain,
    rounds: ROUNDS,
  });
  const rate = (metric: string, ms: readonly number[]): Result => ({
    metric,
    value: Math.round((RUNS / median(ms)) * 1000),
    unit: 'runs/s of processor time',
    rounds: ROUNDS,
  });
  return [
    { metric: `${kind}: events in a run`, value: Math.round(events / all), unit: 'events' },
    { metric: `${kind}: runs with a stale write accepted`, value: stale / all, unit: 'share' },
    rate(plain, plainMs),
    rate(`${kind}: random runs, steps learned on the way`, ourMs),
    share(`${kind}: random runs, steps learned on the way`, ourMs),
    rate(`${kind}: random runs, steps known`, againMs),
    share(`${kind}: random runs, steps known`, againMs),
  ];
}

/** What this process has worked so far, compiler and collector included: waiting for a core does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
