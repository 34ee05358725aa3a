import { describe, expect, test } from 'vitest';
import { NO_FAULTS, type TimedFault } from '../../engine/faults.ts';
import { play } from '../../engine/play.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { fromMs, ZERO } from '../../engine/time.ts';
import type { Entry } from '../../engine/trace.ts';
import { client } from '../client/client.ts';
import type { Instruction } from '../client/script.ts';
import type { FenceRaise } from '../fence-raise.ts';
import { leaseManager } from '../lock-server/lease-manager/lease-manager.ts';
import { resourceStore } from './resource-store.ts';
import { storeRules } from './stores/registry.ts';
import type { StoreKind } from './stores/rule.ts';

const second = (n: number): number => n * 1_000_000;
const ACQUIRE: Instruction = { op: 'acquire', reentrant: false, key: 'lock', ttlUs: second(10) };
const RELEASE: Instruction = { op: 'release', key: 'lock' };
const sleep = (n: number): Instruction => ({ op: 'sleep', forUs: second(n) });
const write = (value: string, more: Partial<Extract<Instruction, { op: 'write' }>> = {}): Instruction => ({
  op: 'write',
  store: 'store',
  key: 'lock',
  record: 'stock',
  value,
  add: null,
  token: 'granted',
  awaits: true,
  ...more,
});
const read: Instruction = { op: 'read', store: 'store', key: 'lock', record: 'stock' };

/** Clients by id, each with a start in seconds and a script; nothing takes time on its way. */
function entriesOf(
  kind: StoreKind,
  scripts: { readonly [id: string]: readonly [startS: number, ...script: readonly Instruction[]] },
  timedFaults: readonly TimedFault[] = [],
): readonly Entry[] {
  const clients = Object.entries(scripts).map(([id, [startS, ...script]]) =>
    client({
      id,
      lockService: 'lock',
      startUs: second(startS),
      script,
      acquire: { kind: 'once', goesOn: false },
      renewal: { kind: 'none' },
    }),
  );
  const rule = storeRules[kind];
  const raises: FenceRaise[] = rule.raisedByGrant ? [{ store: 'store', by: 'same-step' }] : [];
  return play(
    {
      components: [
        ...clients,
        leaseManager({ id: 'lock', keys: ['lock', 'other'], clock: 'wall', raises }),
        resourceStore({ id: 'store', rule, lockService: 'lock', initial: { stock: 'free' } }),
      ],
      seed: 1,
      latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
      timedFaults,
      messageFaults: [],
      budget: NO_FAULTS,
      horizon: fromMs(60_000),
    },
    ORDINARY,
  ).entries;
}

const writes = (entries: readonly Entry[]): readonly string[] =>
  entries
    .filter(({ ev }) => ev === 'write')
    .map(({ value, outcome, reason }) => [value, outcome, reason].filter(Boolean).join(' '));

/** A takes the key at 0 and writes at 12, after B took it over at 11 and before B wrote at 14. */
const TAKEOVER = {
  A: [0, ACQUIRE, sleep(12), write('a')],
  B: [11, ACQUIRE, sleep(3), write('b')],
} as const;

describe('a late write before the new holder wrote', () => {
  test.each([
    ['naive', ['a accepted', 'b accepted']],
    ['fenced', ['a accepted', 'b accepted']],
    ['strictly-fenced', ['a accepted', 'b accepted']],
    ['fenced-at-takeover', ['a rejected stale-token', 'b accepted']],
    ['authoritative', ['a rejected other-token', 'b accepted']],
  ] as const)('%s: %j', (kind, expected) => {
    expect(writes(entriesOf(kind, TAKEOVER))).toEqual(expected);
  });
});

describe('fenced at takeover', () => {
  test('rises in the step of the grant, told right after it', () => {
    const entries = entriesOf('fenced-at-takeover', TAKEOVER);
    const grant = entries.findIndex(({ ev, client }) => ev === 'grant' && client === 'B');
    expect(entries[grant + 1]).toMatchObject({
      ev: 'fence',
      actor: 'store',
      key: 'lock',
      token: 2,
      fence: 2,
      t: entries[grant]?.t,
      cause: grant,
    });
  });

  test('keeps the keys apart', () => {
    const entries = entriesOf('fenced-at-takeover', {
      A: [0, ACQUIRE, sleep(2), write('a')],
      B: [1, { ...ACQUIRE, key: 'other' }, sleep(2), write('b', { key: 'other' })],
    });
    expect(writes(entries)).toEqual(['a accepted', 'b accepted']);
  });

  test.each(['pause', 'crash'] as const)(
    'rises while the store is down by a %s: the fence is data, not a process',
    (kind) => {
      const entries = entriesOf('fenced-at-takeover', TAKEOVER, [
        { kind, node: 'store', at: fromMs(10_500) },
        { kind: kind === 'pause' ? 'resume' : 'restart', node: 'store', at: fromMs(11_500), data: 'kept' },
      ]);
      expect(entries.filter(({ ev }) => ev === 'fence').map(({ t, fence }) => [t, fence])).toEqual([
        [0, 1],
        [second(11), 2],
      ]);
      expect(writes(entries)).toEqual(['a rejected stale-token', 'b accepted']);
    },
  );

  test('never falls: an empty restart of the service raises it to nothing new', () => {
    const entries = entriesOf(
      'fenced-at-takeover',
      { A: [0, ACQUIRE, RELEASE], B: [1, ACQUIRE, RELEASE], D: [3, ACQUIRE, write('d')] },
      [{ kind: 'restart', node: 'lock', at: fromMs(2000), data: 'lost' }],
    );
    expect(entries.filter(({ ev }) => ev === 'fence').map(({ token, fence }) => [token, fence])).toEqual([
      [1, 1],
      [2, 2],
      [1, 2],
    ]);
    expect(writes(entries)).toEqual(['d rejected stale-token']);
  });
});

describe('authoritative', () => {
  test('asks and rules in one step', () => {
    const entries = entriesOf('authoritative', { A: [0, ACQUIRE, write('a')] });
    const ruling = entries.findIndex(({ ev }) => ev === 'write');
    expect(entries[ruling]).toMatchObject({ message: 'A>store#1', outcome: 'accepted' });
    expect(entries[ruling - 1]).toMatchObject({ ev: 'send', to: 'store' });
    expect(entries.filter(({ actor, ev }) => actor === 'lock' && ev !== 'send').map(({ ev }) => ev)).toEqual([
      'grant',
      'expire',
    ]);
  });

  test('refuses at the instant of the end, and once released', () => {
    expect(writes(entriesOf('authoritative', { A: [0, ACQUIRE, sleep(9.999999), write('a')] }))).toEqual([
      'a accepted',
    ]);
    expect(writes(entriesOf('authoritative', { A: [0, ACQUIRE, sleep(10), write('a')] }))).toEqual([
      'a rejected lease-not-live',
    ]);
    expect(writes(entriesOf('authoritative', { A: [0, ACQUIRE, RELEASE, write('a')] }))).toEqual([
      'a rejected lease-not-live',
    ]);
  });

  test('refuses what was never granted', () => {
    expect(writes(entriesOf('authoritative', { A: [0, write('a', { token: 1000 })] }))).toEqual([
      'a rejected lease-not-live',
    ]);
    expect(writes(entriesOf('authoritative', { A: [0, ACQUIRE, write('a', { token: 'none' })] }))).toEqual([
      'a rejected other-token',
    ]);
  });

  // The record and the record's end are data that lie where the store's do; a process that is down answers
  // nobody, but it does not make a live lease less live, nor a lease that is over live.
  test.each(['pause', 'crash'] as const)(
    'reads the record of a service that is down by a %s, and its end is its end',
    (kind) => {
      const down: TimedFault = { kind, node: 'lock', at: fromMs(1000) };
      expect(writes(entriesOf('authoritative', { A: [0, ACQUIRE, sleep(5), write('a')] }, [down]))).toEqual([
        'a accepted',
      ]);
      expect(writes(entriesOf('authoritative', { A: [0, ACQUIRE, sleep(10), write('a')] }, [down]))).toEqual([
        'a rejected lease-not-live',
      ]);
    },
  );
});

describe('a store', () => {
  test('counts versions by record and tells what a write was computed from', () => {
    const entries = entriesOf('naive', { A: [0, ACQUIRE, read, write('x'), write('y'), read] });
    expect(
      entries
        .filter(({ ev }) => ev === 'read' || ev === 'write')
        .map(({ ev, base, value }) => [ev, base, value]),
    ).toEqual([
      ['read', 0, 'free'],
      ['write', 0, 'x'],
      ['write', 1, 'y'],
      ['read', 2, 'y'],
    ]);
  });

  test('counts no version for a write that it refused', () => {
    const entries = entriesOf('strictly-fenced', { A: [0, ACQUIRE, write('x'), write('y')], B: [1, read] });
    expect(writes(entries)).toEqual(['x accepted', 'y rejected token-not-higher']);
    expect(entries.find(({ ev }) => ev === 'read')).toMatchObject({ base: 1, value: 'x' });
  });

  test('loses records and fences in an empty restart, and keeps them in another', () => {
    const scripts = { A: [0, ACQUIRE, write('x'), RELEASE], B: [2, read] } as const;
    const restart = { kind: 'restart', node: 'store', at: fromMs(1000) } as const;
    const valueAfter = (data: 'kept' | 'lost'): string | undefined =>
      entriesOf('fenced', scripts, [{ ...restart, data }]).find(({ ev }) => ev === 'read')?.value;
    expect([valueAfter('kept'), valueAfter('lost')]).toEqual(['x', 'free']);
  });
});
