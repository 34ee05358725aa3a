import { describe, expect, test } from 'vitest';

import { micro, type Micros } from '../engine/time.ts';
import type { Entry, Trace } from '../engine/trace.ts';
import { FINDING_KINDS, type Finding } from '../engine/verdict/types.ts';
import { describeEntry } from './describe-entry.ts';
import { describeFinding } from './describe-finding.ts';
import { en } from './en.ts';
import { formatTime, timeFormatOf, type TimeFormat } from './time.ts';

const SECONDS: TimeFormat = { unit: 's', decimals: 1 };
const s = (seconds: number): Micros => micro(seconds * 1_000_000);

function sentence(kind: Finding['kind'], facts: Finding['facts'], more: Partial<Finding> = {}): string {
  const finding: Finding = {
    kind,
    t: s(16.4),
    client: 'A',
    key: 'lock',
    entry: 9,
    causes: [9],
    facts,
    ...more,
  };
  return describeFinding(finding, en, SECONDS);
}

describe('a finding in one sentence', () => {
  const over = { token: 1, leaseEnded: s(10.2), leaseEndedBy: 'expire' } as const;
  const b = { other: 'B', otherToken: 2, grantedAgain: s(11) } as const;

  test.each<[string, string]>([
    [
      sentence('stale-write-accepted', { ...over, ...b, otherHolds: true }),
      'A wrote with token 1 at 16.4 s; its lease ended at 10.2 s and B has held the key since 11.0 s with token 2.',
    ],
    [
      sentence('stale-write-accepted', { ...over, ...b, otherHolds: false }, { key: 'orders' }),
      'A wrote with token 1 at 16.4 s; its lease ended at 10.2 s and B was granted the key orders at 11.0 s with token 2.',
    ],
    [
      sentence('stale-write-accepted', over, { unreplaced: true }),
      'A wrote with token 1 at 16.4 s; its lease ended at 10.2 s and nobody has been granted the key since.',
    ],
    [
      sentence('stale-write-accepted', { token: 0, neverGranted: true, ...b, otherHolds: true }),
      'A wrote with token 0 at 16.4 s; it was never granted the key and B has held the key since 11.0 s with token 2.',
    ],
    [
      sentence('stale-write-accepted', { neverGranted: true }, { unreplaced: true }),
      'A wrote at 16.4 s; it was never granted the key and nobody had been granted the key.',
    ],
    [
      sentence('stale-write-accepted', {
        token: 5,
        leaseEnded: s(3),
        leaseEndedBy: 'release',
        ...b,
        other: 'A',
      }),
      'A wrote with token 5 at 16.4 s; its lease was released at 3.0 s and it was granted the key again at 11.0 s with token 2.',
    ],
    [
      sentence('stale-write-rejected', { ...over, ...b, otherHolds: true, fence: 2, reason: 'stale-token' }),
      "A's write with token 1 was rejected at 16.4 s by the fence at 2; its lease ended at 10.2 s and B has held the key since 11.0 s with token 2.",
    ],
    [
      sentence('rightful-write-rejected', { token: 1, otherAt: s(11), expires: s(21), fence: 7 }),
      "A's write with token 1 was rejected at 16.4 s by the fence at 7, though it has held the key since 11.0 s, good until 21.0 s.",
    ],
    [
      sentence('rightful-write-rejected', { token: 1, otherAt: s(11), reason: 'other-token' }),
      "A's write with token 1 was rejected at 16.4 s, though it has held the key since 11.0 s; the lease on record has another token.",
    ],
    [
      sentence('overlapping-leases', {
        token: 2,
        other: 'B',
        otherToken: 1,
        expires: s(30),
        leaseEndedBy: 'forget',
      }),
      'A was granted the key with token 2 at 16.4 s; B had been promised it with token 1 until 30.0 s, but the lock service lost its record.',
    ],
    [
      sentence('overlapping-leases', { other: 'B' }),
      'A was granted the key at 16.4 s; B had been promised it without an end.',
    ],
    [
      sentence('overlapping-beliefs', { other: 'B', otherAt: s(0.4) }),
      'A believes from 16.4 s on that it holds the key; B has believed so since 0.4 s.',
    ],
    [
      sentence('lost-update', { base: 0, version: 2, other: 'B', otherAt: s(13) }),
      'A wrote at 16.4 s from version 0 when version 2 was current; it did not see the write of B at 13.0 s.',
    ],
    [
      sentence('wrong-release', { token: 2, other: 'B' }),
      "B ended A's lease with token 2 at 16.4 s; B did not own it.",
    ],
    [
      sentence('wrong-release', { other: 'A' }),
      "A request of A ended A's lease at 16.4 s; that request did not own it.",
    ],
    [sentence('wrong-release', {}), "A's lease was ended at 16.4 s by somebody who did not own it."],
    [
      sentence('token-regression', { token: 1, other: 'B', otherToken: 7, otherAt: s(0) }),
      'A was granted the key with token 1 at 16.4 s; B had been granted it with token 7 at 0.0 s.',
    ],
    [
      sentence('leaked-lease', { leak: 'no-end', gone: 'crashed', since: s(16.4) }),
      'A crashed at 16.4 s; its lease has no end.',
    ],
    [
      sentence('leaked-lease', {
        leak: 'renewed',
        gone: 'gave-up',
        since: s(12),
        other: 'B',
        expires: s(40),
      }),
      'A gave up at 12.0 s; a renewal of B at 16.4 s keeps its lease until 40.0 s.',
    ],
    [
      sentence('leaked-lease', { leak: 'past-its-end', gone: 'crashed', since: s(1), expires: s(10) }),
      'A crashed at 1.0 s; its lease, promised until 10.0 s, was still on record until 16.4 s.',
    ],
    [
      sentence('starvation', { since: s(3), otherAt: s(2), other: 'B', otherToken: 1, leak: 'no-end' }),
      'A has waited for the key from 2.0 s to the end of the trace; the lease of B with token 1 has no end, and nobody has worked since 3.0 s.',
    ],
    [
      sentence('starvation', { since: s(3), otherAt: s(2) }),
      'A has waited for the key from 2.0 s to the end of the trace; nobody has worked under it since 3.0 s.',
    ],
    [
      sentence('false-loss', { leftUs: s(5), marginUs: s(2) }),
      'A gave up at 16.4 s a lease that was good for another 5.0 s, more than its margin of 2.0 s.',
    ],
    [
      sentence('duplicate-work', { unit: 'job 7', other: 'B', otherAt: s(4) }),
      'A finished job 7 at 16.4 s; B had finished it at 4.0 s.',
    ],
  ])('%#', (got, wanted) => {
    expect(got).toBe(wanted);
  });

  test('every kind has a name, and none of them shouts', () => {
    expect(Object.keys(en.finding.name)).toEqual([...FINDING_KINDS]);
    for (const kind of FINDING_KINDS) expect(sentence(kind, {})).not.toMatch(/!|simply|undefined/);
  });
});

const at = (ev: Entry['ev'], more: Partial<Entry> = {}): Entry => ({
  seq: 0,
  t: s(1),
  ev,
  actor: 'lock',
  cause: null,
  ...more,
});
const of = (entry: Entry, trace: Trace = [entry]) => describeEntry(entry, trace, en, SECONDS);

describe('an entry in one sentence', () => {
  test.each<[string, Entry]>([
    [
      'A was granted the key with token 1 until 10.0 s.',
      at('grant', { client: 'A', token: 1, expires: s(10) }),
    ],
    ['A was granted the key, without an end.', at('grant', { client: 'A' })],
    ["A's lease was extended to 20.0 s.", at('renew', { client: 'A', expires: s(20) })],
    ["B extended A's lease to 20.0 s.", at('renew', { client: 'A', by: 'B', expires: s(20) })],
    ["A's lease with token 1 ran out.", at('expire', { client: 'A', token: 1 })],
    ['A released the key.', at('release', { client: 'A' })],
    ["B ended A's lease without owning it.", at('revoke', { client: 'A', by: 'B' })],
    ["A request of A ended A's lease without owning it.", at('revoke', { client: 'A', by: 'A' })],
    ["B took over A's lease while it was live.", at('steal', { client: 'A', by: 'B' })],
    ["The lock service lost its record of A's lease.", at('forget', { client: 'A' })],
    [
      "A's lease lives again until 9.0 s: the service's clock went back.",
      at('revive', { client: 'A', expires: s(9) }),
    ],
    ['A believes that it holds the key with token 1.', at('believe', { client: 'A', held: true, token: 1 })],
    [
      'A no longer believes that it holds the key: its renewal was refused.',
      at('believe', { client: 'A', held: false, reason: 'renewal-refused' }),
    ],
    [
      "The store accepted A's write of v1 with token 1.",
      at('write', { client: 'A', token: 1, value: 'v1', outcome: 'accepted', store: 'store' }),
    ],
    [
      "The store accepted A's addition, now 110, with token 2.",
      at('write', { client: 'A', op: 'add', token: 2, value: '110', outcome: 'accepted' }),
    ],
    [
      'cache keeps the record as A read it: x.',
      at('fill', { client: 'A', store: 'cache', value: 'x', base: 2 }),
    ],
    ['A cleared the record in cache.', at('clear', { client: 'A', store: 'cache' })],
    [
      "The store rejected A's delete: it changed 0 rows.",
      at('write', { client: 'A', op: 'delete', value: '', outcome: 'rejected', reason: 'no-rows' }),
    ],
    [
      "The store checked A's append of x with token 2: it passes.",
      at('check', { client: 'A', op: 'append', token: 2, value: 'x', store: 'store' }),
    ],
    [
      "s2 rejected A's write with token 1: its token is lower than the fence, which stands at 2.",
      at('write', {
        client: 'A',
        token: 1,
        outcome: 'rejected',
        store: 's2',
        reason: 'stale-token',
        fence: 2,
      }),
    ],
    ['A read the record of the store, version 3: v2.', at('read', { client: 'A', value: 'v2', base: 3 })],
    ['B waits for the key.', at('wait', { client: 'B' })],
    ['B gave up waiting for the key.', at('abandon', { client: 'B' })],
    ['A started job 7.', at('work', { client: 'A', unit: 'job 7', phase: 'start' })],
    ['A finished job 7.', at('work', { client: 'A', unit: 'job 7', phase: 'end' })],
    ['A is paused.', at('pause', { client: 'A' })],
    ['A goes on.', at('resume', { client: 'A' })],
    ['The lock service crashed.', at('crash')],
    ['A was restarted.', at('restart', { client: 'A' })],
    ['failover starts', at('note', { text: 'failover starts' })],
    ['The link between the lock service and A was cut.', at('note', { op: 'cut', by: 'A' })],
    [
      'A sent a request for the key to the lock service.',
      at('send', { actor: 'A', to: 'lock', body: { type: 'acquire' } }),
    ],
    ['A sent a message to the lock service.', at('send', { actor: 'A', to: 'lock', body: null })],
    [
      "The lock service refused B's request for the key: A holds it with token 1.",
      refused('held', { by: 'A', token: 1 }),
    ],
    [
      "The lock service refused B's renewal: it has no live lease with that token.",
      refused('lease-lost', { op: 'renew' }),
    ],
    ['The fence of the store for the key rose to 2.', at('fence', { actor: 'store', token: 2, fence: 2 })],
    ['The clock of the lock service was set back by 3.0 s.', at('clock', { byUs: s(-3) })],
    [
      'The clock of the lock service runs at 50 % of true speed.',
      at('clock', { actor: 'lock', ratePpm: 500_000 }),
    ],
    [
      'The clock of A was set ahead by 2.0 s and runs at 0 % of true speed.',
      at('clock', { actor: 'A', byUs: s(2), ratePpm: 0 }),
    ],
    [
      'The lock service refuses every request from now on.',
      at('fault', { actor: 'lock', op: 'refuse', phase: 'start' }),
    ],
    ['The store answers requests again.', at('fault', { actor: 'store', op: 'refuse', phase: 'end' })],
    [
      'The store is slow from now on: it looks at everything 1.0 s late.',
      at('fault', { actor: 'store', op: 'slow', byUs: s(1), phase: 'start' }),
    ],
    ['The store is no longer slow.', at('fault', { actor: 'store', op: 'slow', byUs: s(1), phase: 'end' })],
    ['Redis: evict.', at('fault', { actor: 'redis', op: 'evict' })],
    ['etcd: quorum lost is over.', at('fault', { actor: 'etcd', op: 'quorum-lost', phase: 'end' })],
    [
      'What A sends to the store no longer arrives.',
      at('note', { actor: 'store', op: 'cut', by: 'A', reason: 'one-way' }),
    ],
    [
      'What A sends to the store arrives again.',
      at('note', { actor: 'store', op: 'heal', by: 'A', reason: 'one-way' }),
    ],
    ['A: heartbeat.', at('heartbeat', { client: 'A' })],
  ])('%s', (wanted, entry) => {
    expect(of(entry)).toBe(wanted);
  });

  function refused(reason: string, more: Partial<Entry>): Entry {
    return at('refuse', { op: 'acquire', client: 'B', reason, ...more });
  }

  test('a message that arrived or was lost is told by what was sent', () => {
    const send = at('send', { actor: 'lock', to: 'A', body: { type: 'granted' }, message: 'lock>A#1' });
    const lose = { ...at('lose', { actor: 'A', cause: 0, reason: 'partition' }), seq: 1 };
    const deliver = { ...at('deliver', { actor: 'A', cause: 0 }), seq: 2 };
    const trace = [send, lose, deliver];
    expect(of(lose, trace)).toBe('A did not get the grant from the lock service: the link is cut.');
    expect(of(deliver, trace)).toBe('A received the grant from the lock service.');
    const copy = { ...at('duplicate', { actor: 'lock', to: 'A', cause: 0 }), seq: 3 };
    expect(of(copy, [...trace, copy])).toBe(
      'A second copy of the grant from the lock service is on its way to A.',
    );
  });

  test('keys and records are named where there are several', () => {
    const one = at('wait', { client: 'A', key: 'orders' });
    const other = { ...at('wait', { client: 'A', key: 'stock' }), seq: 1 };
    expect(of(one)).toBe('A waits for the key.');
    expect(of(one, [one, other])).toBe('A waits for the key orders.');
  });
});

describe('times', () => {
  const traceAt = (...times: readonly number[]): Trace =>
    times.map((t, seq) => ({ ...at('note'), seq, t: micro(t) }));

  test('have one unit and precision a trace, as exact as it needs', () => {
    expect(timeFormatOf(traceAt(0, 10_000_000))).toEqual({ unit: 's', decimals: 1 });
    expect(timeFormatOf(traceAt(0, 10_050_000))).toEqual({ unit: 's', decimals: 2 });
    expect(timeFormatOf(traceAt(0, 10_050_001))).toEqual({ unit: 's', decimals: 3 });
    expect(timeFormatOf(traceAt(0, 200_000))).toEqual({ unit: 'ms', decimals: 0 });
    expect(timeFormatOf(traceAt(0, 200_500))).toEqual({ unit: 'ms', decimals: 1 });
    expect(timeFormatOf(traceAt(0, 700))).toEqual({ unit: 'us', decimals: 0 });
    expect(timeFormatOf([])).toEqual({ unit: 'us', decimals: 0 });
  });

  test('are written with their unit', () => {
    expect(formatTime(s(16.4), SECONDS, en.time)).toBe('16.4 s');
    expect(formatTime(micro(250), { unit: 'us', decimals: 0 }, en.time)).toBe('250 µs');
  });
});

describe('messages of other services', () => {
  const sent = (seq: number, from: string, to: string, body: Entry['body'], cause: number | null): Entry => ({
    seq,
    t: s(seq),
    ev: 'send',
    actor: from,
    to,
    message: `${from}>${to}#${String(seq)}`,
    cause,
    body: body ?? null,
  });
  const said = (request: Entry['body'], reply: Entry['body'], service = 'redis'): readonly string[] => {
    const trace: Trace = [
      sent(0, 'P1', service, request, null),
      { seq: 1, t: s(1), ev: 'deliver', actor: service, cause: 0 },
      sent(2, service, 'P1', reply, 1),
    ];
    return [trace[0], trace[2]].flatMap((entry) =>
      entry === undefined ? [] : [describeEntry(entry, trace, en, SECONDS)],
    );
  };

  test('an answer is told by what was asked', () => {
    expect(said({ type: 'set-nx' }, { type: 'set', ok: true })).toEqual([
      'P1 sent a request for the key to Redis.',
      'Redis sent the grant to P1.',
    ]);
    expect(said({ type: 'set-nx' }, { type: 'set', ok: false })[1]).toBe('Redis sent a refusal to P1.');
    expect(said({ type: 'del-if' }, { type: 'count', value: 0 })).toEqual([
      'P1 sent a compare-and-delete of the key to Redis.',
      'Redis sent the answer "not deleted" to P1.',
    ]);
    expect(said({ type: 'incr' }, { type: 'count', value: 2 })[1]).toBe('Redis sent the count 2 to P1.');
    expect(said({ type: 'put-if-absent' }, { type: 'txn', succeeded: true }, 'etcd')[1]).toBe(
      'etcd sent the grant to P1.',
    );
    expect(said({ type: 'get' }, { type: 'value', found: false, value: '' })[1]).toBe(
      'Redis sent the answer "no such key" to P1.',
    );
  });

  test('a value of a store stays a value', () => {
    expect(said({ type: 'read' }, { type: 'value', record: 'stock', value: 'x' }, 'store')[1]).toBe(
      'The store sent the value to P1.',
    );
  });
});
