import { expect, test } from 'vitest';
import type { InstructionDocument } from '../client-extras/instructions.ts';
import { scriptFigures } from './script-figures.ts';

const WAYS = { service: 10, toStore: () => 100 };
const acquire = { op: 'acquire', key: 'lock', ttl: 5000, reentrant: false } as const;
const work = { op: 'work', for: 1000 } as const;
const sleep = { op: 'sleep', for: 300 } as const;
const fence = { op: 'fence', key: 'lock' } as const;
const read = { op: 'read', key: 'lock', record: 'record' } as const;
const write = {
  op: 'write',
  key: 'lock',
  record: 'record',
  value: '',
  token: 'granted',
  awaits: true,
} as const;
const release = { op: 'release', key: 'lock' } as const;

const figures = (...script: readonly object[]) =>
  scriptFigures(script as readonly InstructionDocument[], '/clients/0', WAYS);

test('work alone stands at one place; what comes after the last write is none of it', () => {
  expect(figures(acquire, work, write, sleep, release)).toMatchObject({
    work: 1000,
    slept: 0,
    gaps: [],
    places: { ttl: ['/clients/0/script/0/ttl'], work: ['/clients/0/script/1/for'] },
  });
  expect(figures(acquire, write, work, release)).toMatchObject({ work: 0 });
  expect(figures(acquire, write, work, release)?.places.work).toBeUndefined();
  expect(figures(work)).toBeNull();
});

test('requests that are awaited take two ways each, and no one place says the sum', () => {
  const found = figures(acquire, fence, read, work, write, { ...write, awaits: false }, write, release);
  expect(found).toMatchObject({ work: 20 + 200 + 1000 + 200, slept: 0, gaps: [] });
  expect(found?.places.work).toBeUndefined();
});

test('a loop counts with each of its rounds, up to the last write of the last one', () => {
  const loop = { op: 'repeat', times: 4, do: [work, { ...write, awaits: false }, sleep] };
  expect(figures(acquire, loop, release)).toMatchObject({ work: 4 * 1000 + 3 * 300, slept: 900, gaps: [] });
  expect(figures(acquire, { ...loop, times: 1 }, release)?.places.work).toEqual([
    '/clients/0/script/1/do/0/for',
  ]);
  const nested = { op: 'repeat', times: 3, do: [loop] };
  expect(figures(acquire, nested, release)).toMatchObject({ work: 12 * 1000 + 11 * 300, slept: 11 * 300 });
});

test('a loop without end, a time of the run or another lock before the last write has no bound', () => {
  const endless = { op: 'repeat', do: [work, write] };
  expect(figures(acquire, endless)).toMatchObject({ work: 1000, gaps: ['rounds'] });
  expect(figures(acquire, write, { op: 'repeat', do: [sleep] })).toMatchObject({ work: 0, gaps: [] });
  expect(figures(acquire, { op: 'wait-until', at: 9000 }, write)).toMatchObject({ gaps: ['instant'] });
  expect(figures(acquire, { ...acquire, key: 'other' }, write)).toMatchObject({ gaps: ['acquire'] });
});

test('a loop that acquires and releases in each round holds for one round', () => {
  const loop = { op: 'repeat', do: [acquire, work, write, release, sleep] };
  expect(figures(loop)).toMatchObject({ work: 1000, gaps: [] });
});
