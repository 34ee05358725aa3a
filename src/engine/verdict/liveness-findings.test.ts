import { describe, expect, test } from 'vitest';

import { judge } from './judge.ts';
import {
  accepted,
  believes,
  crash,
  disbelieves,
  expire,
  findingsIn,
  grant,
  kindsIn,
  note,
  release,
  renew,
  traceOf,
  wait,
  type Line,
} from './testing/trace-of.ts';

const forever: Line = { t: 0, ev: 'grant', client: 'A', token: 1 };
const ttl = grant(0, 'A', 1, 10);

describe('leaked lease', () => {
  test('fires on a lease without an end whose holder crashed', () => {
    expect(findingsIn(traceOf(forever, crash(1, 'A'), note(50)))).toMatchObject([
      { kind: 'leaked-lease', entry: 1, facts: { leak: 'no-end', gone: 'crashed' } },
    ]);
  });

  test('a crash that merely waits out its TTL is no leak', () => {
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), expire(10, 'A'), note(50)))).toEqual([]);
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), note(50)))).toEqual([]);
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), expire(10.5, 'A')), 'simulated')).toEqual([]);
  });

  test('fires on a lease that outlives its end by more than it was promised for', () => {
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), expire(25, 'A')))).toEqual(['leaked-lease']);
    const forced = traceOf(ttl, crash(1, 'A'), { t: 11, ev: 'revoke', client: 'A', by: 'operator' });
    expect(kindsIn(forced)).toEqual(['wrong-release', 'leaked-lease']);
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), note(50)), 'simulated')).toEqual(['leaked-lease']);
  });

  test('fires on a lease that renewals keep alive, whoever sends them', () => {
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), { ...renew(5, 'A', 15), by: 'B' }))).toEqual(['leaked-lease']);
    const watchdog = traceOf(
      ttl,
      believes(0, 'A'),
      disbelieves(2, 'A'),
      renew(5, 'A', 15),
      renew(9, 'A', 19),
    );
    expect(findingsIn(watchdog)).toMatchObject([
      { kind: 'leaked-lease', entry: 3, facts: { gone: 'gave-up' } },
    ]);
  });

  test('does not fire on a renewal that was on its way when the holder crashed', () => {
    const onItsWay = traceOf(
      ttl,
      { t: 3, ev: 'send', actor: 'A', message: 'A>lock#2', to: 'lock' },
      crash(3.1, 'A'),
      { ...renew(3.2, 'A', 13.2), actor: 'lock', cause: 1, message: 'A>lock#2' },
      expire(13.2, 'A'),
    );
    expect(kindsIn(onItsWay, 'simulated')).toEqual([]);
  });

  test('does not fire when the holder comes back to it, releases it, or the key goes on', () => {
    const back = traceOf(forever, believes(0, 'A'), disbelieves(1, 'A'), believes(2, 'A'), note(50));
    expect(kindsIn(back)).toEqual([]);
    expect(
      kindsIn(traceOf(forever, believes(0, 'A'), disbelieves(1, 'A'), release(1, 'A'), note(50))),
    ).toEqual([]);
    expect(kindsIn(traceOf(forever, believes(0, 'A'), note(50)))).toEqual([]);
    expect(kindsIn(traceOf(forever, crash(1, 'A'), { t: 9, ev: 'expire', client: 'A' }, note(50)))).toEqual(
      [],
    );
  });

  test('fires again when a holder that came back crashes again', () => {
    const restart: Line = { t: 2, ev: 'restart', client: 'A' };
    const back = traceOf(forever, crash(1, 'A'), restart, accepted(3, 'A', 1), crash(4, 'A'), note(50));
    expect(findingsIn(back)).toMatchObject([{ kind: 'leaked-lease', entry: 4 }]);
  });

  test('still fires when its holder acts after the lease has ended', () => {
    const restart: Line = { t: 26, ev: 'restart', client: 'A' };
    const late = traceOf(ttl, crash(1, 'A'), expire(25, 'A'), restart, believes(27, 'A'));
    expect(findingsIn(late)).toMatchObject([
      { kind: 'leaked-lease', entry: 2, facts: { leak: 'past-its-end', gone: 'crashed' } },
    ]);
  });

  test('does not fire when the key goes on after the crash, though it had gone on before as well', () => {
    const other = (t: number): Line => ({ t, ev: 'grant', client: 'B' });
    expect(kindsIn(traceOf(forever, other(1), crash(2, 'A'), other(3), note(50)))).not.toContain(
      'leaked-lease',
    );
  });

  test('fires on a lease without an end that was granted to nobody alive, or never told', () => {
    expect(kindsIn(traceOf(crash(0, 'A'), { ...forever, t: 1 }, note(50)))).toEqual(['leaked-lease']);
    const untold = traceOf(
      { ...forever, actor: 'lock' },
      { t: 0, ev: 'send', actor: 'lock', cause: 0, message: 'lock>A#1', to: 'A' },
      { t: 1, ev: 'lose', actor: 'A', cause: 1, message: 'lock>A#1' },
      note(50),
    );
    expect(findingsIn(untold, 'simulated')).toMatchObject([
      { kind: 'leaked-lease', facts: { gone: 'never-knew' } },
    ]);
  });

  test('fires on a lease without an end whose holder finished its work and did nothing more', () => {
    const work = (t: number, phase: 'start' | 'end'): Line => ({
      t,
      ev: 'work',
      client: 'A',
      unit: 'u',
      phase,
    });
    expect(kindsIn(traceOf(forever, work(1, 'start'), work(2, 'end'), note(50)))).toEqual(['leaked-lease']);
    expect(kindsIn(traceOf(forever, work(1, 'start'), note(50)))).toEqual([]);
    expect(kindsIn(traceOf(forever, work(1, 'start'), work(2, 'end'), release(3, 'A'), note(50)))).toEqual(
      [],
    );
  });
});

describe('starvation', () => {
  test('fires when the holder crashed and its lease has no end', () => {
    expect(kindsIn(traceOf(forever, crash(1, 'A'), wait(2, 'B')))).toEqual(['leaked-lease', 'starvation']);
  });

  test('fires when the lease is past its promised end and nobody works', () => {
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), wait(2, 'B'), note(50)))).toEqual(['starvation']);
    expect(kindsIn(traceOf(ttl, wait(2, 'B'), release(3, 'A'), note(50)))).toEqual(['starvation']);
  });

  test('does not fire while a live client works, or the lease has time left', () => {
    expect(kindsIn(traceOf(forever, believes(0, 'A'), wait(2, 'B'), note(50)))).toEqual([]);
    expect(kindsIn(traceOf(forever, wait(2, 'B'), note(50)))).toEqual([]);
    expect(kindsIn(traceOf(ttl, crash(1, 'A'), wait(2, 'B'), note(9)))).toEqual([]);
  });

  test('does not fire when nothing has happened since the key became free', () => {
    expect(kindsIn(traceOf(ttl, wait(2, 'B'), release(3, 'A')))).toEqual([]);
  });

  test.each<[string, Line]>([
    ['a grant', grant(20, 'B', 2, 90)],
    ['belief', believes(20, 'B')],
    ['giving up', { t: 20, ev: 'abandon', client: 'B' }],
    ['a crash', crash(20, 'B')],
  ])('%s ends the wait', (_name, end) => {
    expect(kindsIn(traceOf(ttl, wait(2, 'B'), expire(10, 'A'), end, note(50)))).toEqual([]);
  });

  test('a simulation states its horizon', () => {
    const trace = traceOf(ttl, wait(2, 'B'), release(3, 'A'));
    const horizon = 60_000_000 as Parameters<typeof judge>[1]['horizon'] & number;
    expect(judge(trace, { origin: 'simulated', horizon }).liveness).toEqual(['starvation']);
  });
});

describe('false loss', () => {
  const held: Line = { ...believes(0, 'A'), margin: 2 };
  const lost = (t: number, reason?: string): Line => ({
    ...disbelieves(t, 'A'),
    ...(reason === undefined ? {} : { reason }),
  });

  test('fires when the lease was good by more than the margin', () => {
    expect(findingsIn(traceOf(ttl, held, lost(5)))).toMatchObject([
      { kind: 'false-loss', facts: { leftUs: 5_000_000, marginUs: 2_000_000 } },
    ]);
    expect(kindsIn(traceOf(ttl, held, lost(5, 'renewal-refused')))).toEqual(['false-loss']);
  });

  test('does not fire within the margin, after the lease, or without a declared margin', () => {
    expect(kindsIn(traceOf(ttl, held, lost(8)))).toEqual([]);
    expect(kindsIn(traceOf(ttl, held, expire(5, 'A'), lost(6)))).toEqual([]);
    expect(kindsIn(traceOf(ttl, believes(0, 'A'), lost(5)))).toEqual([]);
  });

  test('does not fire when the holder is done with it or crashed', () => {
    expect(kindsIn(traceOf(ttl, held, lost(5), release(5.1, 'A')))).toEqual([]);
    expect(kindsIn(traceOf(ttl, held, lost(5, 'released')))).toEqual([]);
    expect(kindsIn(traceOf(ttl, held, crash(5, 'A'), lost(5, 'crashed')))).toEqual([]);
  });
});

describe('duplicate work', () => {
  const done = (t: number, client: string, unit = 'job 7'): Line => ({
    t,
    ev: 'work',
    client,
    unit,
    phase: 'end',
  });

  test('fires when one unit took effect twice under good locks', () => {
    const trace = traceOf(ttl, done(1, 'A'), release(2, 'A'), grant(3, 'B', 2, 13), done(4, 'B'));
    expect(findingsIn(trace)).toMatchObject([
      { kind: 'duplicate-work', facts: { unit: 'job 7', other: 'A' } },
    ]);
  });

  test('does not fire on two units, or on one that was started twice and ended once', () => {
    expect(kindsIn(traceOf(ttl, done(1, 'A'), done(2, 'A', 'job 8')))).toEqual([]);
    const started: Line = { t: 1, ev: 'work', client: 'A', unit: 'job 7', phase: 'start' };
    expect(kindsIn(traceOf(ttl, started, { ...started, t: 2 }, done(3, 'A')))).toEqual([]);
  });

  test('does not fire where a broken lock property accounts for it', () => {
    const trace = traceOf(
      ttl,
      expire(10, 'A'),
      grant(11, 'B', 2, 21),
      done(12, 'B'),
      accepted(13, 'A', 1),
      done(14, 'A'),
    );
    expect(kindsIn(trace)).toEqual(['stale-write-accepted']);
  });
});

test('liveness lists the kinds that were found', () => {
  const { liveness, outcome } = judge(traceOf(forever, crash(1, 'A'), wait(2, 'B')), { origin: 'recorded' });
  expect(liveness).toEqual(['leaked-lease', 'starvation']);
  expect(outcome).toBe('blocked');
});
