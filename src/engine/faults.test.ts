import { describe, expect, test } from 'vitest';
import type { TimedFault } from './faults.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import { at, modelOf, puppet, says, sends } from './testing/puppet.ts';

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
