import { describe, expect, test } from 'vitest';
import type { TimedFault } from './faults.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import { at, latencyOf, modelOf, puppet, says, sends, timer, told } from './testing/puppet.ts';

/** What a model of one service tells, with the kind of fault and its part. */
function faultsTold(timedFaults: readonly TimedFault[]): readonly string[] {
  const service = puppet({
    id: 'lock',
    role: 'service',
    on: { failover: [says('no replica'), sends('B', 'hello')], 'quorum.lost': [], 'quorum.back': [] },
  });
  const model = modelOf([service, puppet({ id: 'B' })], { timedFaults });
  return play(model, ORDINARY).entries.map(({ t, actor, ev, op, phase, text, cause }) =>
    [t / 1000, actor, ev, op, phase, text, cause === null ? undefined : `<${String(cause)}`]
      .filter((part) => part !== undefined)
      .join(' '),
  );
}

describe('a fault that a component alone knows', () => {
  const failover = { kind: 'own', node: 'lock', name: 'failover', strikes: { type: 'failover' } } as const;

  test('hands over its event at its time; its entry is the cause of what follows', () => {
    expect(faultsTold([{ ...failover, at: at(5) }])).toEqual([
      '5 lock fault failover',
      '5 lock note no replica <0',
      '5 lock send <1',
      '5 B deliver <2',
    ]);
  });

  test('strikes a component that is paused or has crashed, too', () => {
    const crash = { kind: 'crash', node: 'lock', at: at(2) } as const;
    expect(faultsTold([crash, { ...failover, at: at(5) }])).toEqual(
      expect.arrayContaining(['2 lock crash', '5 lock fault failover', '5 lock note no replica <1']),
    );
  });

  test('that lasts is told when it starts and when it ends', () => {
    const lost: TimedFault = {
      kind: 'own',
      node: 'lock',
      name: 'quorum-lost',
      at: at(3),
      strikes: { type: 'quorum.lost' },
      ends: { type: 'quorum.back' },
      forUs: at(4),
    };
    expect(faultsTold([lost])).toEqual(['3 lock fault quorum-lost start', '7 lock fault quorum-lost end']);
    const { forUs: _forUs, ...endless } = lost;
    expect(faultsTold([endless])).toEqual(['3 lock fault quorum-lost start']);
  });

  test('that the component does not take changes nothing and is not told', () => {
    expect(faultsTold([{ ...failover, at: at(5), strikes: { type: 'unheard-of' } }])).toEqual([]);
  });
});

/** Asks a service every 4 ms from 0 to 16, by a message that takes 1 ms, and notes what it is answered. */
function asking(timedFaults: readonly TimedFault[]): readonly string[] {
  const rounds = [4, 8, 12, 16].map((ms) => `round${String(ms)}`);
  const A = puppet({
    id: 'A',
    start: [sends('S', 'ask'), ...rounds.map((id) => timer(id, Number(id.slice('round'.length))))],
    on: {
      ...Object.fromEntries(rounds.map((id) => [id, [sends('S', 'ask')]])),
      answer: [says('answered')],
      error: [says('unavailable')],
    },
  });
  const S = puppet({
    id: 'S',
    role: 'service',
    start: [{ type: 'deadline', id: 'lease', afterUs: 9000, clock: 'wall' }],
    on: { ask: [says('asked'), sends('A', 'answer')], 'deadline.passed': [says('over')] },
  });
  return told(modelOf([A, S], { latency: latencyOf(1), timedFaults })).filter(
    (line) => !line.includes('asked'),
  );
}

describe('a component that refuses', () => {
  const refuse = { kind: 'refuse', node: 'S', at: at(3), forUs: at(8) } as const;

  test('answers every message by an error while it does; its deadlines pass', () => {
    expect(asking([refuse])).toEqual([
      '2 A note answered',
      '3 S fault',
      '5 S deliver A>S#2',
      '6 A note unavailable',
      '9 S note over',
      '9 S deliver A>S#3',
      '10 A note unavailable',
      '11 S fault',
      '14 A note answered',
      '18 A note answered',
    ]);
  });

  test('does so until the last of several faults ends, and is told once', () => {
    const longer = { ...refuse, at: at(7), forUs: at(8) } as const;
    const lines = asking([refuse, longer]);
    expect(lines.filter((line) => line.endsWith('fault'))).toEqual(['3 S fault', '15 S fault']);
    expect(lines.filter((line) => line.endsWith('unavailable'))).toHaveLength(3);
  });

  test('answers no error by an error: two that refuse each other end', () => {
    const talker = (id: string, to: string) =>
      puppet({ id, start: [timer('talk', 2)], on: { talk: [sends(to, 'ask')] } });
    const timedFaults = ['S', 'T'].map((node) => ({ kind: 'refuse', node, at: at(1) }) as const);
    const model = modelOf([talker('S', 'T'), talker('T', 'S')], { timedFaults });
    expect(told(model)).toEqual([
      '1 S fault',
      '1 T fault',
      '2 T deliver S>T#1',
      '2 S deliver T>S#1',
      '2 S deliver T>S#2',
      '2 T deliver S>T#2',
    ]);
  });
});

describe('a component that is slow', () => {
  const slow = { kind: 'slow', node: 'S', at: at(3), byUs: at(2), forUs: at(8) } as const;

  test('looks at each message that much later; its deadlines pass in time', () => {
    expect(asking([slow])).toEqual([
      '2 A note answered',
      '3 S fault',
      '8 A note answered',
      '9 S note over',
      '11 S fault',
      '12 A note answered',
      '14 A note answered',
      '18 A note answered',
    ]);
  });

  test('by several faults is slow by their sum', () => {
    expect(asking([slow, { ...slow, at: at(4), byUs: at(5), forUs: at(2) }]).slice(0, 6)).toEqual([
      '2 A note answered',
      '3 S fault',
      '4 S fault',
      '6 S fault',
      '9 S note over',
      '11 S fault',
    ]);
  });

  test('is late with its timers, whose rhythm stays, and with its next instruction', () => {
    const A = puppet({
      id: 'A',
      start: [
        { type: 'timer', id: 'beat', afterUs: 4000, event: { type: 'beat' }, everyUs: 4000 },
        { type: 'next', afterUs: 5000, busy: true },
      ],
      on: { beat: [says('beat')], run: [says('ran')] },
    });
    const timedFaults = [{ ...slow, node: 'A' }];
    expect(told(modelOf([A], { timedFaults, horizon: at(17) }))).toEqual([
      '3 A fault',
      '6 A note beat',
      '7 A note ran',
      '10 A note beat',
      '11 A fault',
      '12 A note beat',
      '16 A note beat',
    ]);
  });

  test('keeps what it was slow to look at through a pause', () => {
    const pause = { kind: 'pause', node: 'S', at: at(6), forUs: at(20) } as const;
    expect(asking([slow, pause]).filter((line) => line.endsWith('answered'))).toEqual([
      '2 A note answered',
      ...['27', '27', '27', '27'].map((t) => `${t} A note answered`),
    ]);
  });
});
