import { describe, expect, test } from 'vitest';
import { play } from '../../engine/play.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import type { Entry } from '../../engine/trace.ts';
import { buildModel } from '../build.ts';
import { playConfiguration } from '../play-scenario.ts';
import { readScenario, resolveBody } from '../scenario.ts';
import { small } from '../testing/small.ts';
import { CATALOGUE } from './catalogue.ts';
import { builtin } from './index.ts';

/** How many rows each system has in the list of traps: S1.1 to S1.11, and so on. */
const ROWS = { S1: 11, S2: 10, S3: 12, S4: 14, S5: 32 } as const;

/** Scenarios without a configuration that ends safe or fenced, with what stands in its way. */
const NO_CURE: { readonly [id: string]: string } = {
  'manager-restarts-empty': 'The restart has forgotten a promise; no store takes that back.',
  'own-write-overtaken': 'No store knows an order within one token; the strict one refuses the second write.',
  'no-lock-on-record': 'The answer depends on whether anybody holds the lock, not on the writer.',
  'flag-outlives-lease': 'There is no token that a store could compare.',
  'outsider-counts': 'Anybody may count.',
  'token-after-the-lock': 'The token is issued apart from the lock.',
  'the-counter-is-down-too': 'Redis is down: nobody can be granted anything.',
};

const TRAPS = CATALOGUE.filter(({ system, report }) => system in ROWS && report === '');

describe('the list of traps', () => {
  const rows = Object.entries(ROWS).flatMap(([system, count]) =>
    Array.from({ length: count }, (_, index) => `${system}.${String(index + 1)}`),
  );

  test.each(rows)('%s has a scenario', (row) => {
    expect(TRAPS.filter((entry) => entry.row === row)).not.toEqual([]);
  });

  test('has every row that a scenario names', () => {
    const named = TRAPS.filter(({ row }) => row !== '');
    expect(named.filter(({ row, system }) => !rows.includes(row) || !row.startsWith(`${system}.`))).toEqual(
      [],
    );
  });

  test('has something to compare in every scenario', () => {
    expect(TRAPS.filter(({ shows }) => shows.length < 2).map(({ id }) => id)).toEqual([]);
  });

  test('has a configuration that ends safe or fenced in every scenario, unless nothing can', () => {
    const uncured = TRAPS.filter(
      ({ shows }) => !shows.some(({ outcome }) => outcome === 'safe' || outcome === 'fenced'),
    );
    expect(uncured.map(({ id }) => id).toSorted()).toEqual(Object.keys(NO_CURE).toSorted());
  });
});

function entriesOf(id: string, configuration: string): readonly Entry[] {
  const scenario = builtin(id);
  if (scenario === undefined) throw new Error(`there is no scenario "${id}"`);
  const played = playConfiguration(scenario, configuration, {});
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  return played.value.run.entries;
}

/** Entries of these kinds, each as its time in milliseconds, its kind, and whose it is. */
function told(entries: readonly Entry[], ...kinds: readonly Entry['ev'][]): readonly string[] {
  return entries
    .filter(({ ev }) => kinds.includes(ev))
    .map(({ t, ev, client }) => `${String(t / 1000)} ${ev} ${String(client)}`);
}

/** What a record held last. */
function last(entries: readonly Entry[], record: string): string | undefined {
  const writes = entries.filter(({ ev, outcome }) => ev === 'write' && outcome === 'accepted');
  return writes.findLast((entry) => entry.record === record)?.value;
}

describe('the documented results of the lock of etcd', () => {
  test('of 20 contenders never more than one is inside, and no lease is left over', () => {
    const lock = { kind: 'etcd-lock' };
    const contender = (id: string) => ({
      id,
      policies: { lock, acquire: { kind: 'block', retry: 137 } },
      script: [{ op: 'acquire', ttl: 9000 }, { op: 'work', for: 40 }, { op: 'write' }, { op: 'release' }],
    });
    const ids = Array.from({ length: 20 }, (_, index) => `C${String(index + 1)}`);
    // A document has fewer clients than that, and its clients are like one another.
    const read = readScenario(small({ service: { kind: 'etcd' }, clients: [contender('C1')] }));
    const body = read.ok ? resolveBody(read.value, 'only', {}) : read;
    if (!body.ok) throw new Error(JSON.stringify(body.problems));
    const [one] = body.value.clients;
    if (one === undefined) throw new Error('the document has no client');
    const clients = ids.map((id) => ({ ...one, id }));
    const { entries } = play(buildModel({ ...body.value, clients }).model, ORDINARY);

    const inside = new Set<string>();
    const entered: string[] = [];
    for (const { ev, client = '', held } of entries) {
      if (ev !== 'believe') continue;
      if (held !== true) inside.delete(client);
      else {
        inside.add(client);
        entered.push(client);
      }
      expect(inside.size).toBeLessThanOrEqual(1);
    }
    expect(entered.toSorted()).toEqual(ids.toSorted());
    const answers = entries.flatMap(({ ev, body: sent }) =>
      ev === 'send' ? [(sent as { readonly type: string }).type] : [],
    );
    const count = (type: string): number => answers.filter((other) => other === type).length;
    expect(count('lease.granted')).toBeGreaterThan(20);
    expect(count('lease.revoked')).toBe(count('lease.granted'));
  });

  test('after a crash it is held 1 ms before a TTL has passed since the last renewal, and free at it', () => {
    const crashed = entriesOf('held-while-renewed', 'holder-crashes');
    const renewal = crashed.findLast(({ ev, client }) => ev === 'renew' && client === 'A');
    expect(renewal).toMatchObject({ t: 30_140_000, expires: 39_140_000 });
    expect(told(crashed, 'refuse', 'expire', 'grant').slice(1)).toEqual([
      '39139 refuse B',
      '39140 expire A',
      '39140 grant C',
    ]);
  });

  test('it is held far beyond its TTL while it is renewed', () => {
    const lives = entriesOf('held-while-renewed', 'holder-lives');
    expect(told(lives, 'grant', 'expire', 'release')).toEqual(['60 grant A', '50180 release A']);
  });

  test("an old holder's unlock leaves the key of the new one alone", () => {
    const entries = entriesOf('the-loss-is-never-told', 'flag');
    expect(told(entries, 'revoke')).toEqual([]);
    const [, granted] = entries.filter(({ ev }) => ev === 'grant');
    const [released] = entries.filter(({ ev }) => ev === 'release');
    const unlocked = entries.find(
      ({ ev, client, held }) => ev === 'believe' && client === 'A' && held === false,
    );
    expect(granted?.client).toBe('B');
    expect(released?.client).toBe('B');
    expect(unlocked?.t).toBeGreaterThan(granted?.t ?? Infinity);
    expect(unlocked?.t).toBeLessThan(released?.t ?? 0);
  });
});

describe('the documented results of the lock in Redis', () => {
  test('a fence of 5 stalls, 6 writes, 5 is refused with 0 rows', () => {
    const writes = entriesOf('fence-five-stalls', 'conditional-update').filter(({ ev }) => ev === 'write');
    expect(writes.map(({ token, outcome, reason }) => [token, outcome, reason])).toEqual([
      ...[1, 2, 3, 4, 6].map((token) => [token, 'accepted', undefined]),
      [5, 'rejected', 'no-rows'],
    ]);
  });

  test('with a TTL of 3 and work of 10 the watchdog renews each second, and no rival gets in', () => {
    const entries = entriesOf('renewed-each-second', 'always');
    const renewals = entries.filter(({ ev, client }) => ev === 'renew' && client === 'P1').map(({ t }) => t);
    expect(renewals).toHaveLength(10);
    expect(renewals.slice(1).map((t, index) => t - (renewals[index] ?? 0))).toEqual(
      Array.from({ length: 9 }, () => 1_000_000),
    );
    expect(told(entries, 'grant', 'release').slice(0, 2)).toEqual(['100 grant P1', '10500 release P1']);
  });

  test('deleting with the wrong token does nothing', () => {
    const compared = entriesOf('deleted-with-the-wrong-token', 'compared');
    expect(told(compared, 'revoke', 'release').slice(0, 1)).toEqual(['8500 release P1']);
    expect(told(entriesOf('deleted-with-the-wrong-token', 'unchecked'), 'revoke')).toEqual([
      '2100 revoke P1',
    ]);
  });
});

describe('rows that show a value or a wait', () => {
  test.each([
    ['two-keys-one-number', 'before-absolute', '120'],
    ['two-keys-one-number', 'before-difference', '170'],
    ['two-keys-one-number', 'after-absolute', '170'],
    ['two-keys-one-number', 'after-difference', '220'],
    ['one-key-one-number', 'first-absolute', '170'],
    ['one-key-one-number', 'first-difference', '170'],
    ['one-key-one-number', 'second-absolute', '170'],
    ['one-key-one-number', 'second-difference', '170'],
  ])('S5.15: %s, %s: %s is used', (id, configuration, used) => {
    expect(last(entriesOf(id, configuration), 'used')).toBe(used);
  });

  test('S3.3: the value that stays is the one that was checked first', () => {
    expect(last(entriesOf('check-passed-just-before', 'two-steps'), 'stock')).toBe('by-a');
    expect(last(entriesOf('check-passed-just-before', 'one-step'), 'stock')).toBe('by-b');
  });

  test('S5.32: the later reader is told the old price, or the new one', () => {
    const read = (configuration: string) =>
      entriesOf('filled-after-the-clearing', configuration).findLast(
        ({ ev, client }) => (ev === 'read' || ev === 'fill') && client === 'R2',
      )?.value;
    expect(read('no-lock')).toBe('old');
    expect(read('under-the-lock')).toBe('new');
  });

  /** The longest that anybody waited, from its request to its belief, in milliseconds. */
  const longest = (id: string, configuration: string): number => {
    const asked = new Map<string, number>();
    const waits: number[] = [];
    for (const { ev, client = '', t, held } of entriesOf(id, configuration)) {
      if (ev === 'wait') asked.set(client, t);
      if (ev === 'believe' && held === true) waits.push(t - (asked.get(client) ?? t));
    }
    return Math.max(...waits) / 1000;
  };

  test.each([
    ['one-hot-counter', 'one-counter', 'two-segments', 7000, 3000],
    ['retry-or-queue', 'retry', 'queue', 9900, 6000],
    ['one-key-for-everybody', 'global-key', 'key-per-user', 7000, 3000],
    ['slow-call-inside', 'inside', 'before', 6900, 1300],
  ])('S5.22: %s: who waits longest waits less with %3$s than with %2$s', (id, flawed, mended, more, less) => {
    expect(longest(id, flawed)).toBeGreaterThan(more);
    expect(longest(id, mended)).toBeLessThan(less);
  });
});
