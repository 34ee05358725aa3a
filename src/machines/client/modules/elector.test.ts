import { describe, expect, test } from 'vitest';
import type { Component } from '../../../engine/component.ts';
import { epochLease } from '../../lock-server/epoch-lease/epoch-lease.ts';
import type { Instruction } from '../script.ts';
import { electorModule } from './elector.ts';
import { acquire, at, entriesOf, processOf, RELEASE, sent, told } from './testing/locking.ts';

const service = epochLease({ id: 'lock', keys: ['lock'], raises: [] });
const TICK = acquire(1000);
const pause = (forMs: number): Instruction => ({ op: 'sleep', forUs: at(forMs) });
const elector = (id: string, script: readonly Instruction[], startMs = 0): Component =>
  processOf(id, electorModule('lock'), {
    [id]: { script, startMs, acquire: { kind: 'once', goesOn: true } },
  });

describe('a tick', () => {
  test('campaigns, and once it leads renews', () => {
    const entries = entriesOf([elector('A', [TICK, pause(400), TICK, pause(400), TICK]), service]);
    expect(sent(entries, 'lock').map((line) => line.split(' ')[1])).toEqual(['acquire', 'renew', 'renew']);
    expect(told(entries, 'grant', 'renew')).toEqual([
      '1 lock grant A 1',
      '403 lock renew A 1',
      '805 lock renew A 1',
    ]);
  });

  test('that comes too late is refused and campaigns at once, with a higher epoch', () => {
    const entries = entriesOf([elector('A', [TICK, pause(1500), TICK]), service]);
    expect(sent(entries, 'lock').map((line) => line.split(' ')[1])).toEqual(['acquire', 'renew', 'acquire']);
    expect(told(entries, 'grant')).toEqual(['1 lock grant A 1', '1505 lock grant A 2']);
  });

  test('that finds another leader is refused, and the next one tries again', () => {
    const entries = entriesOf([elector('A', [TICK]), elector('B', [TICK, pause(1200), TICK], 100), service]);
    expect(told(entries, 'grant', 'abandon')).toEqual([
      '1 lock grant A 1',
      '102 B abandon held',
      '1303 lock grant B 2',
    ]);
  });

  test('that finds that another one leads now ends its belief', () => {
    const entries = entriesOf([elector('A', [TICK, pause(1500), TICK]), elector('B', [TICK], 1200), service]);
    expect(told(entries, 'believe', 'abandon')).toEqual([
      '2 A believe true 1',
      '1202 B believe true 2',
      '1506 A believe false 1 renewal-refused',
      '1506 A abandon held',
    ]);
  });

  test('without an answer fails, and changes nothing of what it remembers', () => {
    const timed = [{ kind: 'refuse', node: 'lock', at: at(300), forUs: at(200) }] as const;
    const entries = entriesOf([elector('A', [TICK, pause(400), TICK, pause(200), TICK]), service], { timed });
    expect(told(entries, 'abandon', 'renew', 'grant')).toEqual([
      '1 lock grant A 1',
      '404 A abandon unavailable',
      '605 lock renew A 1',
    ]);
  });

  test('after a crash campaigns: what it led is forgotten, and the epoch rises', () => {
    const timed = [
      { kind: 'crash', node: 'A', at: at(300) },
      { kind: 'restart', node: 'A', at: at(400), data: 'kept' },
    ] as const;
    const entries = entriesOf([elector('A', [TICK, pause(5000)]), service], { timed });
    expect(told(entries, 'grant')).toEqual(['1 lock grant A 1', '401 lock grant A 2']);
  });
});

test('there is no release: a script that has one asks nothing of anybody', () => {
  const entries = entriesOf([elector('A', [TICK, RELEASE]), service]);
  expect(sent(entries, 'lock')).toEqual(['0 acquire']);
});
