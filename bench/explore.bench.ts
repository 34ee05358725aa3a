import { getAdjacencyMap } from 'xstate/graph';
import { setup } from 'xstate';

import { Space } from '../src/engine/explore/space.ts';
import { WordSearch } from '../src/engine/explore/word-search.ts';
import { REFERENCE_SIZES, referenceModel } from '../src/machines/reference/reference-model.ts';

import { handPackedSearch } from './hand-packed.ts';
import { median, type Result } from './harness.ts';
import { referenceAsOneMachine } from './reference-one-machine.ts';

export const name = 'explore';

type Size = keyof typeof REFERENCE_SIZES;

/** The reference model against a search packed by hand, and against XState's own exploration. */
export async function run(): Promise<readonly Result[]> {
  await Promise.resolve();
  return [...against('M', 21, 5), ...against('X', 7, 1), ...againstXState()];
}

/**
 * Both searches in turn, round by round, so that a slow moment of the machine weighs on both. Machines are
 * made anew and every step is computed anew in each round of the explorer.
 */
function against(size: Size, rounds: number, warmUps: number): readonly Result[] {
  const { tokens, lease } = REFERENCE_SIZES[size];
  const explorerMs: number[] = [];
  const handMs: number[] = [];
  const cpuShares: number[] = [];
  let found = 0;
  let bytes = 0;
  for (let round = -warmUps; round < rounds; round += 1) {
    const cpuStart = cpuMs();
    const start = performance.now();
    const hand = handPackedSearch(tokens, lease);
    const middle = performance.now();
    const cpuMiddle = cpuMs();
    const search = explore(size);
    const end = performance.now();
    const cpuEnd = cpuMs();
    if (hand.states !== search.found || hand.transitions !== search.transitions) {
      throw new Error(`${size}: the two searches disagree`);
    }
    found = search.found;
    bytes = search.bytes;
    if (round < 0) continue;
    handMs.push(middle - start);
    explorerMs.push(end - middle);
    cpuShares.push((cpuMiddle - cpuStart) / (cpuEnd - cpuMiddle));
  }
  const shares = handMs.map((ms, round) => ms / (explorerMs[round] ?? Infinity));
  const hand = `hand-packed search at ${size}`;
  const explorer = `explorer at ${size}`;
  return [
    rate(hand, found, handMs),
    rate(explorer, found, explorerMs),
    {
      metric: `${explorer}, share of the speed`,
      value: round4(median(shares)),
      unit: 'ratio',
      ratioTo: hand,
      rounds,
    },
    {
      metric: `${explorer}, share of the speed by processor time`,
      value: round4(median(cpuShares)),
      unit: 'ratio',
      ratioTo: hand,
      rounds,
    },
    { metric: `${explorer}, tables and steps`, value: bytes, unit: 'bytes' },
    { metric: `${explorer}, process`, value: process.memoryUsage().rss, unit: 'bytes' },
  ];
}

function againstXState(): readonly Result[] {
  const rounds = 3;
  const xstateMs: number[] = [];
  const explorerMs: number[] = [];
  const machine = referenceAsOneMachine(setup, REFERENCE_SIZES.S);
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const map = getAdjacencyMap(machine.logic, {
      events: machine.events,
      serializeState: ({ context }) => JSON.stringify(context),
      limit: Infinity,
    });
    xstateMs.push(performance.now() - start);
    found = Object.keys(map).length;
    const again = performance.now();
    const search = explore('S');
    explorerMs.push(performance.now() - again);
    if (search.found !== found) throw new Error(`getAdjacencyMap found ${String(found)} states at S`);
  }
  const times = xstateMs.map((ms, round) => ms / (explorerMs[round] ?? Infinity));
  return [
    rate('getAdjacencyMap at S', found, xstateMs),
    rate('explorer at S', found, explorerMs),
    {
      metric: 'explorer at S, times as fast',
      value: round4(median(times)),
      unit: 'ratio',
      ratioTo: 'getAdjacencyMap at S',
      rounds,
    },
  ];
}

function explore(size: Size): WordSearch {
  const model = referenceModel({ ...REFERENCE_SIZES[size], store: 'fenced', writes: 'delayed' });
  const search = new WordSearch(new Space(model));
  search.run(Infinity, 512e6);
  return search;
}

/** Processor time of the process so far; waiting for a core does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function rate(metric: string, states: number, timesMs: readonly number[]): Result {
  const value = Math.round((states / median(timesMs)) * 1000);
  return { metric, value, unit: 'states/s', rounds: timesMs.length };
}

function round4(value: number): number {
  return Number(value.toPrecision(4));
}
