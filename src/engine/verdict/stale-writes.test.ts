import { describe, expect, test } from 'vitest';

import {
  accepted,
  expire,
  findingsIn,
  grant,
  kindsIn,
  note,
  rejected,
  release,
  renew,
  traceOf,
} from './testing/trace-of.ts';

describe('stale write accepted', () => {
  test('fires when the lease is over and the key was granted again', () => {
    const trace = traceOf(grant(0, 'A', 1, 10), expire(10, 'A'), grant(11, 'B', 2, 21), accepted(16, 'A', 1));
    const [finding] = findingsIn(trace);
    expect(finding).toMatchObject({
      kind: 'stale-write-accepted',
      client: 'A',
      entry: 3,
      causes: [0, 1, 2, 3],
      facts: { other: 'B', otherToken: 2, otherHolds: true, leaseEndedBy: 'expire' },
    });
    expect(finding?.unreplaced).toBeUndefined();
  });

  test('is unreplaced when nobody was granted the key since', () => {
    const trace = traceOf(grant(0, 'A', 1, 10), accepted(12, 'A', 1));
    expect(findingsIn(trace)).toMatchObject([{ kind: 'stale-write-accepted', unreplaced: true }]);
  });

  test('does not fire while the lease is live', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), accepted(9.999, 'A', 1)))).toEqual([]);
  });

  test('fires at the very end: now == expires is over', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), accepted(10, 'A', 1)))).toEqual(['stale-write-accepted']);
  });

  test('does not fire after a release within the promise when nobody came', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), release(3, 'A'), accepted(4, 'A', 1)))).toEqual([]);
  });

  test('fires after a release when somebody came', () => {
    const trace = traceOf(grant(0, 'A', 1, 10), release(3, 'A'), grant(4, 'B', 2, 14), accepted(5, 'A', 1));
    expect(kindsIn(trace)).toEqual(['stale-write-accepted']);
  });

  test('services expire late: an end entry after the promised end is the end', () => {
    const late = traceOf(grant(0, 'A', 1, 10), accepted(11, 'A', 1), expire(12, 'A'));
    expect(kindsIn(late)).toEqual([]);
  });

  test('an end told after the key went to somebody else kept nothing alive', () => {
    const trace = traceOf(
      grant(0, 'A', 1, 10),
      grant(11, 'B', 2, 21),
      accepted(12, 'A', 1),
      release(13, 'A'),
    );
    expect(findingsIn(trace)).toMatchObject([
      { kind: 'stale-write-accepted', facts: { leaseEnded: 10_000_000, leaseEndedBy: 'expires' } },
    ]);
  });

  test('a renewal revives a lease that had expired', () => {
    const gap = traceOf(grant(0, 'A', 1, 10), expire(10, 'A'), renew(12, 'A', 20), accepted(13, 'A', 1));
    expect(kindsIn(gap)).toEqual([]);
    const within = traceOf(grant(0, 'A', 1, 10), expire(10, 'A'), accepted(11, 'A', 1), renew(12, 'A', 20));
    expect(findingsIn(within)).toMatchObject([{ kind: 'stale-write-accepted', unreplaced: true }]);
  });

  test('a renewal does not revive a lease that was released', () => {
    const trace = traceOf(
      grant(0, 'A', 1, 10),
      release(3, 'A'),
      renew(4, 'A', 14),
      grant(5, 'B', 2, 15),
      accepted(6, 'A', 1),
    );
    expect(kindsIn(trace)).toEqual(['stale-write-accepted']);
  });

  test('a renewal just past the promised end goes on with a lease that nobody ended', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), accepted(10.5, 'A', 1), renew(11, 'A', 21)))).toEqual([]);
  });

  test('a grant to a client that still holds ends its earlier lease', () => {
    const trace = traceOf(grant(0, 'A', 1, 10), grant(2, 'A', 2, 12), accepted(3, 'A', 1));
    expect(findingsIn(trace)).toMatchObject([
      { kind: 'stale-write-accepted', facts: { leaseEndedBy: 'grant', other: 'A' } },
    ]);
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), grant(2, 'A', 2, 12), accepted(3, 'A', 2)))).toEqual([]);
  });

  test('a client never granted is stale: unreplaced only where nobody had been granted the key', () => {
    expect(findingsIn(traceOf(accepted(1, 'M', 1000)))).toMatchObject([
      { kind: 'stale-write-accepted', unreplaced: true, facts: { neverGranted: true } },
    ]);
    const [finding] = findingsIn(traceOf(grant(0, 'A', 1, 10), accepted(1, 'M', 0)));
    expect(finding?.kind).toBe('stale-write-accepted');
    expect(finding?.unreplaced).toBeUndefined();
  });

  test('a write relies on the grants delivered before it was sent', () => {
    // Sent under the first lease, applied under the second: token 5 both times.
    const trace = traceOf(grant(0, 'A', 5, 30), release(3, 'A'), grant(4, 'A', 5, 34), {
      ...accepted(6, 'A', 5),
      sent: 1,
    });
    expect(kindsIn(trace)).toEqual(['token-regression', 'stale-write-accepted']);
    const sentLater = traceOf(grant(0, 'A', 5, 30), release(3, 'A'), grant(4, 'A', 6, 34), {
      ...accepted(6, 'A', 6),
      sent: 5,
    });
    expect(kindsIn(sentLater)).toEqual([]);
  });

  test('a write with a token of nobody relies on the last grant of its client', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), accepted(2, 'A', 1000)))).toEqual([]);
  });

  test('a log that begins with a renewal has a holder', () => {
    expect(kindsIn(traceOf(renew(0, 'A', 10), accepted(2, 'A', 7)))).toEqual([]);
  });

  test('a lease of which a log tells the end alone was granted before all that it tells of', () => {
    const ended = { ...release(3, 'B'), ev: 'revoke' };
    // Its end is no grant: nobody replaced A.
    expect(kindsIn(traceOf(grant(0, 'A', 1, 9), release(2, 'A'), ended, accepted(4, 'A', 1)))).toEqual([
      'wrong-release',
    ]);
    // But A replaced it.
    const [, stale] = findingsIn(traceOf(grant(0, 'A', 1, 9), ended, accepted(4, 'B', 0)));
    expect(stale).toMatchObject({ kind: 'stale-write-accepted', client: 'B', facts: { other: 'A' } });
    expect(stale?.unreplaced).toBeUndefined();
  });

  test('a grant ends what came back by its token as well', () => {
    const back = { ...renew(3, 'A', 30), token: 1 };
    const again = [grant(0, 'A', 1, 10), expire(1, 'A'), grant(2, 'A', 2, 12), back, grant(4, 'A', 3, 14)];
    expect(kindsIn(traceOf(...again, accepted(5, 'A', 1)))).toEqual(['stale-write-accepted']);
  });

  test('keys are apart', () => {
    const other = { ...grant(11, 'B', 2, 21), key: 'other' };
    const trace = traceOf(grant(0, 'A', 1, 10), other, { ...accepted(12, 'B', 2), key: 'other' });
    expect(kindsIn(trace)).toEqual([]);
  });
});

describe('delivery in traces with messages', () => {
  const delivered = (held: number) =>
    traceOf(
      { ...grant(0, 'A', 1, 10), actor: 'lock' },
      { t: 0, ev: 'send', actor: 'lock', cause: 0, message: 'lock>A#1', to: 'A' },
      { t: 1, ev: 'believe', client: 'A', held: true, cause: 1, message: 'lock>A#1' },
      release(3, 'A'),
      { ...grant(4, 'A', 2, 14), actor: 'lock' },
      { t: 4, ev: 'send', actor: 'lock', cause: 4, message: 'lock>A#2', to: 'A' },
      { t: 5, ev: 'send', actor: 'A', message: 'A>store#1', to: 'store' },
      { t: held, ev: 'believe', client: 'A', held: true, cause: 5, message: 'lock>A#2' },
      { ...accepted(7, 'A', 2), actor: 'store', cause: 6, message: 'A>store#1' },
    );

  test('a grant counts from when its message was handled', () => {
    // The write was sent at 5, the grant with its token handled at 6: it relies on the first lease.
    expect(kindsIn(delivered(6), 'simulated')).toEqual(['stale-write-accepted']);
  });

  test('a grant whose message was lost leaves its client with what it had', () => {
    const trace = traceOf(
      { ...grant(0, 'A', 1, 10), actor: 'lock' },
      { t: 0, ev: 'send', actor: 'lock', cause: 0, message: 'lock>A#1', to: 'A' },
      { t: 0, ev: 'lose', actor: 'A', cause: 1, message: 'lock>A#1' },
      { ...accepted(2, 'A', 0), actor: 'store' },
    );
    // It was granted the key, though it does not know: no write of a client never granted.
    expect(kindsIn(trace, 'simulated')).toEqual([]);
  });
});

describe('stale write rejected', () => {
  test('fires when the store refuses it', () => {
    const trace = traceOf(grant(0, 'A', 1, 10), expire(10, 'A'), grant(11, 'B', 2, 21), rejected(16, 'A', 1));
    expect(kindsIn(trace)).toEqual(['stale-write-rejected']);
  });

  test('does not fire on a rejected write whose lease ended early and whose key is free', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), release(3, 'A'), rejected(4, 'A', 1), note(5)))).toEqual([]);
  });
});

describe('rightful write rejected', () => {
  test('fires when the lease is live', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), rejected(5, 'A', 1)))).toEqual(['rightful-write-rejected']);
  });

  test('does not fire when it is over', () => {
    expect(kindsIn(traceOf(grant(0, 'A', 1, 10), rejected(10, 'A', 1)))).toEqual(['stale-write-rejected']);
  });
});

describe('a grant that its client tells of by itself', () => {
  const told = (actor: string) =>
    traceOf(
      { ...grant(0, 'A', 1, 10), actor },
      { t: 1, ev: 'send', actor: 'A', to: 'B', message: 'A>B#1', cause: 0 },
      accepted(2, 'A', 1),
    );

  const refused = traceOf(note(0), note(1), rejected(2, 'A', 1)).slice(2);

  test('has reached it, whatever it sends next', () => {
    expect(kindsIn(told('A'))).toEqual([]);
    expect(kindsIn([...told('A').slice(0, 2), ...refused])).toEqual(['rightful-write-rejected']);
  });

  test('is not one that a service sends to it', () => {
    expect(kindsIn([...told('lock').slice(0, 2), ...refused])).toEqual([]);
  });
});
