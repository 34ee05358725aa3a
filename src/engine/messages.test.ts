import { describe, expect, test } from 'vitest';
import { apply, firstWorld } from './apply.ts';
import { choices } from './choices.ts';
import type { Component, Effect } from './component.ts';
import type { MessageFault } from './faults.ts';
import type { LinkLatency, Model } from './model.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import type { World } from './world.ts';
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

describe('a message', () => {
  const tells = (messageFaults: readonly MessageFault[], horizonMs = 6): readonly string[] =>
    told(modelOf([asker(), answerer()], { latency: latencyOf(1), messageFaults, horizon: at(horizonMs) }));
  const asker = (): Component =>
    puppet({
      id: 'A',
      start: [sends('B', 'ask'), timer('round', 3)],
      on: { round: [sends('B', 'ask')], answer: [says('answered')], error: [says('failed')] },
    });
  const answerer = (): Component =>
    puppet({ id: 'B', role: 'service', on: { ask: [says('asked'), sends('A', 'answer')] } });

  test('that is named for duplication arrives twice, and is answered twice', () => {
    expect(tells([{ kind: 'duplicate', message: 'A>B#1', byUs: at(1.5) }])).toEqual([
      '0 A duplicate',
      '1 B note asked',
      '2 A note answered',
      '2.5 B note asked',
      '3.5 A note answered',
      '4 B note asked',
      '5 A note answered',
    ]);
  });

  test('that is doubled has one name in the trace; choices tell the copies apart', () => {
    const messageFaults: readonly MessageFault[] = [{ kind: 'duplicate', message: 'A>B#1', byUs: at(0) }];
    const model = modelOf([asker(), answerer()], { latency: latencyOf(1), messageFaults, horizon: at(2) });
    const { entries, steps } = play(model, ORDINARY);
    expect(entries.filter(({ ev }) => ev === 'note').map(({ message, cause }) => [message, cause])).toEqual([
      ['A>B#1', 0],
      ['A>B#1', 0],
      ['B>A#1', 3],
      ['B>A#2', 5],
    ]);
    expect(entries[1]).toMatchObject({ ev: 'duplicate', actor: 'A', to: 'B', message: 'A>B#1', cause: 0 });
    expect(steps.map(({ choice }) => choice?.name).slice(1, 3)).toEqual([
      'deliver A>B#1',
      'deliver A>B#1 copy 2',
    ]);
  });

  test('whose answer is named for loss takes effect; its sender hears nothing, or an error', () => {
    const fault = { kind: 'lose-answer', message: 'A>B#1' } as const;
    expect(tells([fault])).toEqual([
      '1 B note asked',
      '1 A lose lost',
      '4 B note asked',
      '5 A note answered',
    ]);
    expect(tells([{ ...fault, told: true }], 3)).toEqual(['1 B note asked', '2 A note failed']);
  });

  test('that is lost may be told to its sender', () => {
    expect(tells([{ kind: 'lose', message: 'A>B#1', told: true }], 3)).toEqual([
      '0 B lose lost',
      '1 A note failed',
    ]);
  });

  test('has all the faults that name it', () => {
    const both: readonly MessageFault[] = [
      { kind: 'delay', message: 'A>B#1', byUs: at(1) },
      { kind: 'duplicate', message: 'A>B#1', byUs: at(1) },
      { kind: 'lose-answer', message: 'A>B#1' },
    ];
    expect(tells(both, 3.5)).toEqual([
      '0 A duplicate',
      '2 B note asked',
      '2 A lose lost',
      '3 B note asked',
      '3 A lose lost',
    ]);
  });
});

describe('a link', () => {
  /** Sends 200 messages to B, one a millisecond, and one to C with each. */
  const sender = (): Component => {
    const rounds = Array.from({ length: 200 }, (_, round) => timer(`round${String(round)}`, round));
    const effects = [sends('B', 'hello'), sends('C', 'hello')];
    const on = Object.fromEntries(rounds.map((_, round) => [`round${String(round)}`, effects]));
    return puppet({ id: 'A', start: rounds, on });
  };
  const heard = (how: Partial<LinkLatency>, rest: Partial<Model> = {}): readonly string[] => {
    const latency = (_: string, to: string): LinkLatency => ({
      baseUs: at(1),
      jitterUs: at(0),
      ...(to === 'B' ? how : {}),
    });
    const model = modelOf([sender(), listener('B'), listener('C')], { latency, ...rest });
    return play(model, ORDINARY)
      .entries.filter(({ ev, actor }) => ev === 'note' && actor === 'B')
      .map(({ message }) => message ?? '');
  };

  test('loses messages by chance, the same ones with the same seed', () => {
    const arrived = heard({ loss: 0.3 });
    expect(arrived.length).toBeGreaterThan(110);
    expect(arrived.length).toBeLessThan(170);
    expect(heard({ loss: 0.3 })).toEqual(arrived);
    expect(heard({ loss: 0.3 }, { seed: 2 })).not.toEqual(arrived);
    expect(heard({ loss: 1 })).toEqual([]);
    expect(heard({ loss: 0 })).toHaveLength(200);
  });

  test('loses what it loses whatever else happens: neither jitter nor other faults change the draw', () => {
    const arrived = heard({ loss: 0.3 });
    const messageFaults: readonly MessageFault[] = [{ kind: 'delay', message: 'A>B#5', byUs: at(500) }];
    const others = heard({ loss: 0.3, jitterUs: at(4), duplicate: 0.2 }, { messageFaults });
    expect(new Set(others)).toEqual(new Set(arrived));
    // What is lost at a lower chance is lost at a higher one.
    expect(heard({ loss: 0.5 }).every((message) => arrived.includes(message))).toBe(true);
  });

  test('doubles messages by chance', () => {
    const arrived = heard({ duplicate: 0.2 });
    expect(new Set(arrived).size).toBe(200);
    expect(arrived.length).toBeGreaterThan(220);
    expect(arrived.length).toBeLessThan(260);
    expect(heard({ duplicate: 1 })).toHaveLength(400);
  });

  test('with jitter lets messages overtake each other, unless it keeps their order', () => {
    const inOrder = Array.from({ length: 200 }, (_, number) => `A>B#${String(number + 1)}`);
    expect(heard({ jitterUs: at(5) })).not.toEqual(inOrder);
    expect(heard({ jitterUs: at(5), keepsOrder: true })).toEqual(inOrder);
  });

  test('that keeps the order holds back what comes behind a late one, through a pause and slowness too', () => {
    const messageFaults: readonly MessageFault[] = [{ kind: 'delay', message: 'A>B#3', byUs: at(20) }];
    const timedFaults = [
      { kind: 'pause', node: 'B', at: at(60), forUs: at(30) },
      { kind: 'slow', node: 'B', at: at(120), byUs: at(7), forUs: at(30) },
    ] as const;
    const arrived = heard({ keepsOrder: true, jitterUs: at(3) }, { messageFaults, timedFaults });
    expect(arrived).toEqual(Array.from({ length: 200 }, (_, number) => `A>B#${String(number + 1)}`));
  });

  test('that keeps the order leaves no choice of it', () => {
    const latency = (): LinkLatency => ({ baseUs: at(1), jitterUs: at(0), keepsOrder: true });
    const A = puppet({ id: 'A', start: [sends('B', 'hello'), sends('B', 'hello')] });
    const model = modelOf([A, listener('B')], { latency, budget: { pause: 0, crash: 0, lose: 0, late: 9 } });
    const { world } = firstWorld(model);
    expect(choices(model, world).map(({ name }) => name)).toEqual(['deliver A>B#1']);
  });
});

test('a message that may be doubled by choice is there twice, and each can be late', () => {
  const budget = { pause: 0, crash: 0, lose: 0, late: 0, duplicate: 1 };
  const A = puppet({ id: 'A', start: [sends('B', 'hello')] });
  const model = modelOf([A, listener('B')], { latency: latencyOf(1), budget });
  const names = (world: World): readonly string[] => choices(model, world).map(({ name }) => name);
  const { world } = firstWorld(model);
  expect(names(world)).toEqual(['deliver A>B#1', 'duplicate A>B#1']);
  const doubled = choices(model, world)[1];
  if (doubled === undefined) throw new Error('it can be doubled');
  const after = apply(model, world, doubled);
  expect(after?.entries).toMatchObject([{ ev: 'duplicate', t: 1000, actor: 'A', to: 'B', message: 'A>B#1' }]);
  expect(names(after?.world ?? world)).toEqual(['deliver A>B#1', 'deliver A>B#1 copy 2']);
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
