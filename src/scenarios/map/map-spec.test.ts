import { describe, expect, test } from 'vitest';
import { readMeasured } from './distribution.ts';
import { readMap, readTtl, valuesOf } from './map-spec.ts';

const MAP = {
  format: 'fenceline-map',
  version: 1,
  configuration: 'naive',
  x: { target: 'pause', from: 0, to: 30_000, cells: 4 },
  y: { target: 'ttl', from: 1000, to: 30_000, cells: 3, scale: 'log' },
  draws: [{ target: '/latency', from: { kind: 'exponential', mean: 5 } }],
  runs: 10,
};

describe('a map from outside', () => {
  test('is read with what it leaves out', () => {
    expect(readMap(MAP)).toMatchObject({ ok: true, value: { seed: 1, values: {}, x: { scale: 'linear' } } });
  });

  test.each([
    [{ version: 2 }, 'version', 'must be 1; a later version needs a later Fenceline'],
    [{ runs: 0 }, 'runs', 'must be a whole number from 1 to 100000'],
    [{ x: { ...MAP.x, cells: 101 } }, 'x.cells', 'must be a whole number from 1 to 100'],
    [{ x: { ...MAP.x, target: 'a b' } }, 'x.target', 'must be the id of a parameter or a JSON pointer'],
    [{ x: { ...MAP.x, scale: 'log' } }, 'x', 'a log scale needs values above 0'],
    [{ y: MAP.x }, 'pause', '"pause" is given twice'],
    [{ colour: 1 }, 'colour', 'is not a field known here'],
    [{ draws: [{ target: 'ttl', from: { kind: 'constant', value: 1 } }] }, 'draws.0.target', 'given twice'],
    [
      { draws: [{ target: 'a', from: { kind: 'normal' } }] },
      'draws.0.from.kind',
      'must have kind "constant"',
    ],
    [
      { draws: [{ target: 'a', from: { kind: 'measured', values: [] } }] },
      'draws.0.from.values',
      'must have at least one value',
    ],
    [
      { draws: [{ target: 'a', from: { kind: 'log-normal', median: 0, spread: 1 } }] },
      'draws.0.from.median',
      'must be more than 0',
    ],
  ])('%o is a problem at %s', (change, where, what) => {
    const read = readMap({ ...MAP, ...change });
    expect(read).toMatchObject({ ok: false, problems: [{ where, what: expect.stringContaining(what) }] });
  });

  test('a question for a TTL is one too', () => {
    const { x, y: ttl, ...rest } = MAP;
    const question = { ...rest, format: 'fenceline-ttl', ttl, target: 0.01 };
    expect(readTtl(question)).toMatchObject({ ok: true });
    expect(readTtl({ ...question, target: 1 })).toMatchObject({
      ok: false,
      problems: [{ where: 'target', what: 'must lie between 0 and 1' }],
    });
    expect(readTtl({ ...question, x })).toMatchObject({ ok: false, problems: [{ where: 'x' }] });
  });

  test('a side has its cells at equal distances, or at equal ratios', () => {
    const side = { target: 'a', from: 1, to: 16, cells: 5 };
    expect(valuesOf({ ...side, scale: 'log' })).toEqual([1, 2, 4, 8, 16]);
    expect(valuesOf({ ...side, cells: 4, scale: 'linear' })).toEqual([1, 6, 11, 16]);
    expect(valuesOf({ ...side, cells: 1, scale: 'linear' })).toEqual([1]);
  });
});

describe('a pasted list of measured durations', () => {
  test('has numbers with or without a unit, and remarks', () => {
    expect(readMeasured('250, 1.5s;3m\n# from the log of Tuesday\n40us 7ms')).toEqual({
      ok: true,
      value: [250, 1500, 180_000, 0.04, 7],
    });
  });

  test.each([
    ['', 'line 1', 'has no value'],
    ['1\n2\nthree', 'line 3', '"three" is no duration'],
    ['-5', 'line 1', '"-5" is no duration'],
    ['1e9', 'line 1', 'at most 24 hours'],
  ])('%o is a problem', (text, where, what) => {
    expect(readMeasured(text)).toMatchObject({
      ok: false,
      problems: [{ where, what: expect.stringContaining(what) }],
    });
  });
});

test.each(['/__proto__/toString', '/faults/constructor/name', '//', '/a b'])('%s is no target', (target) => {
  const side = { target, from: 0, to: 1, cells: 3 };
  const read = readMap({
    format: 'fenceline-map',
    version: 1,
    configuration: 'naive',
    runs: 1,
    x: side,
    y: { ...side, target: 'ttl' },
  });
  expect(read.ok).toBe(false);
});
