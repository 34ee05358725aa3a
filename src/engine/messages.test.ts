import { describe, expect, test } from 'vitest';
import type { Component, Effect } from './component.ts';
import type { MessageFault } from './faults.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import { at, latencyOf, modelOf, puppet, says, sends, timer, told } from './testing/puppet.ts';

/** Sends `hello` to each of these every 4 ms, from 0 to 16. */
function caller(id: string, to: readonly string[]): Component {
  const calls: readonly Effect[] = to.map((other) => sends(other, 'hello'));
  const rounds = [4, 8, 12, 16].map((ms) => timer(`round${String(ms)}`, ms));
  return puppet({
    id,
    start: [...calls, ...rounds],
    on: Object.fromEntries([4, 8, 12, 16].map((ms) => [`round${String(ms)}`, calls])),
  });
}
const listener = (id: string): Component => puppet({ id, role: 'service', on: { hello: [says('heard')] } });

describe('a message', () => {
  test('that is named for loss never arrives; the others do', () => {
    const messageFaults: readonly MessageFault[] = [{ kind: 'lose', message: 'A>B#2' }];
    expect(
      told(modelOf([caller('A', ['B']), listener('B')], { latency: latencyOf(1), messageFaults })),
    ).toEqual(['1 B note heard', '4 B lose lost', '9 B note heard', '13 B note heard', '17 B note heard']);
  });

  test('that is named for delay is overtaken', () => {
    const messageFaults: readonly MessageFault[] = [{ kind: 'delay', message: 'A>B#1', byUs: at(9) }];
    const { entries } = play(
      modelOf([caller('A', ['B']), listener('B')], { latency: latencyOf(1), messageFaults }),
      ORDINARY,
    );
    const heard = entries
      .filter(({ ev }) => ev === 'note')
      .map(({ t, message }) => `${String(t / 1000)} ${message ?? ''}`);
    expect(heard).toEqual(['5 A>B#2', '9 A>B#3', '10 A>B#1', '13 A>B#4', '17 A>B#5']);
  });

  test('that nobody takes is told as delivered', () => {
    const model = modelOf([caller('A', ['B']), puppet({ id: 'B' })], { horizon: at(2) });
    expect(told(model)).toEqual(['0 B deliver A>B#1']);
  });

  test('that is taken without a word is told as delivered too, once', () => {
    const model = modelOf([caller('A', ['B']), puppet({ id: 'B', on: { hello: [] } })], { horizon: at(2) });
    expect(told(model)).toEqual(['0 B deliver A>B#1']);
  });

  test('names the entry that handles it, and its sending is the cause', () => {
    const { entries } = play(modelOf([caller('A', ['B']), listener('B')], { horizon: at(2) }), ORDINARY);
    expect(entries).toMatchObject([
      { seq: 0, ev: 'send', actor: 'A', to: 'B', message: 'A>B#1', cause: null },
      { seq: 1, ev: 'note', actor: 'B', message: 'A>B#1', cause: 0 },
    ]);
  });
});

test('a timer that means nothing any more is ignored without a word', () => {
  expect(told(modelOf([puppet({ id: 'A', start: [timer('alarm', 1)] })]))).toEqual([]);
});

describe('a partition', () => {
  const cut = { kind: 'partition', between: ['A', 'B'], at: at(3), forUs: at(7) } as const;

  test('loses what is sent over its link while it lasts, and nothing else', () => {
    const model = modelOf([caller('A', ['B', 'C']), listener('B'), listener('C')], {
      latency: latencyOf(1),
      timedFaults: [cut],
    });
    const lines = told(model);
    expect(lines.filter((line) => line.includes(' B '))).toEqual([
      '1 B note heard',
      '4 B lose partition',
      '8 B lose partition',
      '13 B note heard',
      '17 B note heard',
    ]);
    expect(lines.filter((line) => line.includes(' C '))).toHaveLength(5);
    expect(lines.filter((line) => line.includes(' A '))).toEqual([
      '3 A note partition',
      '10 A note partition healed',
    ]);
  });

  test('works in both directions', () => {
    const model = modelOf([caller('B', ['A']), listener('A')], { latency: latencyOf(1), timedFaults: [cut] });
    expect(told(model).filter((line) => line.includes('lose'))).toEqual([
      '4 A lose partition',
      '8 A lose partition',
    ]);
  });

  test('without an end does not heal', () => {
    const { forUs: _forUs, ...forever } = cut;
    const model = modelOf([caller('A', ['B']), listener('B')], { timedFaults: [forever] });
    expect(told(model).filter((line) => line.includes('lose'))).toHaveLength(4);
  });

  test('in one direction lets the other one through', () => {
    const { kind: _kind, ...rest } = cut;
    const oneWay = { ...rest, kind: 'partition', oneWay: true } as const;
    const pair = [
      puppet({
        id: 'A',
        start: [timer('round', 4)],
        on: { round: [sends('B', 'hello')], hello: [says('heard')] },
      }),
      puppet({
        id: 'B',
        start: [timer('round', 5)],
        on: { round: [sends('A', 'hello')], hello: [says('heard')] },
      }),
    ];
    expect(told(modelOf(pair, { timedFaults: [oneWay] }))).toEqual([
      '3 B note partition one-way',
      '4 B lose partition',
      '5 A note heard',
      '10 B note partition healed one-way',
    ]);
  });

  test('that is told of answers what is sent by an error', () => {
    const A = puppet({
      id: 'A',
      start: [timer('round', 4)],
      on: { round: [sends('B', 'hello')], error: [says('unavailable')] },
    });
    const model = modelOf([A, listener('B')], {
      latency: latencyOf(1),
      timedFaults: [{ ...cut, told: true }],
    });
    expect(told(model)).toEqual([
      '3 A note partition',
      '4 B lose refused',
      '5 A note unavailable',
      '10 A note partition healed',
    ]);
  });

  test('ends for itself where several cut one link', () => {
    const model = modelOf([caller('A', ['B']), listener('B')], {
      latency: latencyOf(1),
      timedFaults: [cut, { ...cut, at: at(7) }],
    });
    expect(told(model).filter((line) => line.includes(' B '))).toEqual([
      '1 B note heard',
      '4 B lose partition',
      '8 B lose partition',
      '12 B lose partition',
      '17 B note heard',
    ]);
  });

  test('lets a message through that was on its way', () => {
    const model = modelOf([caller('A', ['B']), listener('B')], {
      latency: latencyOf(3.5),
      timedFaults: [cut],
      horizon: at(5),
    });
    expect(told(model)).toEqual(['3 A note partition', '3.5 B note heard', '4 B lose partition']);
  });
});

describe('jitter', () => {
  const arrivals = (
    seed: number,
    messageFaults: readonly MessageFault[] = [],
  ): readonly (readonly [string, number])[] =>
    play(
      modelOf([caller('A', ['B', 'C']), listener('B'), listener('C')], {
        seed,
        latency: latencyOf(1, 2),
        messageFaults,
      }),
      ORDINARY,
    )
      .entries.filter(({ ev }) => ev === 'note')
      .map(({ message, t }) => [message ?? '', t] as const);

  test('is drawn from seed and name alone', () => {
    expect(arrivals(7)).toEqual(arrivals(7));
    expect(arrivals(7)).not.toEqual(arrivals(8));
  });

  test('stays the same for a message whatever happens to another', () => {
    const without = new Map(arrivals(7, [{ kind: 'lose', message: 'A>B#1' }]));
    for (const [message, t] of arrivals(7)) if (message !== 'A>B#1') expect(without.get(message)).toBe(t);
    expect(without.has('A>B#1')).toBe(false);
  });

  test('adds at most what the link says', () => {
    const model = modelOf([caller('A', ['B']), listener('B')], { latency: latencyOf(1, 2) });
    const { entries } = play(model, ORDINARY);
    for (const entry of entries) {
      if (entry.ev !== 'note') continue;
      const wait = entry.t - (entries[entry.cause ?? -1]?.t ?? 0);
      expect(wait).toBeGreaterThanOrEqual(1000);
      expect(wait).toBeLessThanOrEqual(3000);
    }
  });
});
