import { describe, expect, test } from 'vitest';
import { LONGEST_ASKED, mapOfText, textOfMap, textOfTtl, ttlOfText, type MapAsk } from './ask.ts';
import { isTooLong, withoutLost } from './kept-lists.ts';

const MAP: MapAsk = {
  x: { target: '/faults/0/for', from: 0, to: 30_000.5, cells: 20, scale: 'linear' },
  y: { target: 'ttl', from: 1000, to: 30_000, cells: 15, scale: 'log' },
  draws: [
    { target: 'pauseAt', from: { kind: 'uniform', from: 500, to: 2500 } },
    { target: 'a', from: { kind: 'constant', value: 0.25 } },
    { target: 'b', from: { kind: 'exponential', mean: 5000, atMost: 9000 } },
    { target: 'c', from: { kind: 'log-normal', median: 5000, spread: 1.5, atLeast: 7 } },
    { target: 'd', from: { kind: 'measured', values: [1, 2.5, 3000] } },
  ],
  runs: 50,
  seed: 3,
  show: 'blocked',
  cell: 299,
};

describe('a map in a link', () => {
  test('comes back as it was', () => {
    expect(textOfMap(MAP)).toBe(
      '1~x,/faults/0/for,0,30000.5,20~y,ttl,1000,30000,15,log~d,pauseAt,uniform,500,2500~d,a,constant,0.25' +
        '~d,b,exponential,5000,,9000~d,c,log-normal,5000,1.5,7~d,d,measured,1,2.5,3000~runs,50~seed,3~show,blocked~cell,299',
    );
    expect(mapOfText(textOfMap(MAP), 'naive')).toEqual({ ok: true, value: MAP });
  });

  test.each([
    ['2~x', 'version', 'must be 1'],
    ['1~z,1', 'z', 'is not a part known here'],
    ['1~runs,1~runs,2', 'runs', 'is given twice'],
    ['1~x,a,0,1,5~y,b,0,1,5~runs,0', 'runs', 'must be a whole number from 1'],
    ['1~x,a,0,one,5~y,b,0,1,5~runs,1', 'x.to', 'must be a number'],
    ['1~x,a,0,1,5~y,b,0,1,5~runs,1~cell,25', 'cell', 'must be a whole number from 0 to 24'],
    ['1~x,a,0,1,5~y,b,0,1,5~runs,1~show,well', 'show', 'must be one of corrupted'],
    ['1~x,a,0,1,5~y,b,0,1,5~runs,1~d,c,measured,kept99', 'draws.0.from.values.0', 'must be a number'],
  ])('%s is a problem', (text, where, what) => {
    expect(mapOfText(text, 'naive')).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([{ where, what: expect.stringContaining(what) }]),
    });
  });

  test('a list that is too long for it is kept by the page, and only its name is written', () => {
    const values = Array.from({ length: 3000 }, (_, index) => 1000 + index);
    const ask: MapAsk = { ...MAP, draws: [{ target: 'd', from: { kind: 'measured', values } }] };
    const text = textOfMap(ask);
    expect(text.length).toBeLessThan(LONGEST_ASKED);
    expect([isTooLong(text), isTooLong(textOfMap(MAP))]).toEqual([true, false]);
    expect(mapOfText(text, 'naive')).toEqual({ ok: true, value: ask });
    expect(textOfMap(ask)).toBe(text);
    expect(withoutLost(text)).toEqual({ text, lost: [] });
  });

  test('a list that another page kept is dropped alone; its name never stands for another list', () => {
    const values = Array.from({ length: 3000 }, (_, index) => 7000 + index);
    const kept = textOfMap({ ...MAP, draws: [{ target: 'd', from: { kind: 'measured', values } }] });
    const text = '1~x,a,0,1,5~y,b,0,1,5~d,c,measured,kept1x2~d,e,constant,3~runs,7';
    expect(withoutLost(text)).toEqual({
      text: '1~x,a,0,1,5~y,b,0,1,5~d,e,constant,3~runs,7',
      lost: ['c'],
    });
    expect(textOfMap(MAP)).not.toContain('kept');
    // So many others are kept since that it is forgotten.
    for (let more = 0; more < 24; more += 1) {
      const others = values.map((value) => value + more + 1);
      textOfMap({ ...MAP, draws: [{ target: 'd', from: { kind: 'measured', values: others } }] });
    }
    expect(withoutLost(kept).lost).toEqual(['d']);
  });
});

test('a question for a TTL comes back too', () => {
  const { y: ttl, draws, runs, seed } = MAP;
  const ask = { ttl, target: 0.001, draws, runs, seed, point: 14 };
  expect(ttlOfText(textOfTtl(ask), 'naive')).toEqual({ ok: true, value: ask });
  expect(ttlOfText('1~ttl,ttl,1,2,3~target,2~runs,1', 'naive')).toMatchObject({ ok: false });
});
