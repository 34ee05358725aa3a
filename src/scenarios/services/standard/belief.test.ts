import { describe, expect, test } from 'vitest';
import {
  acquire,
  blocking,
  cut,
  pause,
  RELEASE,
  run,
  told,
  verdictOf,
  work,
  write,
  type Setting,
} from './testing/locking.ts';

const UNTIL_DEADLINE = { kind: 'until-deadline', margin: 200 };

/** A is cut off from the service while it works under a renewed lease; B takes over. */
const cutOff = (lock: object): Setting => ({
  lock: { renewal: { kind: 'watchdog' }, ...lock },
  acquire: blocking(500),
  clients: [
    { id: 'A', script: [acquire(3000), work(9000), write('a')] },
    { id: 'B', start: 500, script: [acquire(3000), work(2000), write('b'), RELEASE] },
  ],
  faults: [cut('A', 1500, 20_000)],
});

describe('a holder that is cut off from the service', () => {
  test('believes until it is told, which nobody can', () => {
    expect(verdictOf(cutOff({}))).toEqual(['corrupted', 'overlapping-beliefs', 'stale-write-accepted']);
  });

  test('or stops by its own reckoning, before its lease is over', () => {
    const setting = cutOff({ belief: UNTIL_DEADLINE });
    expect(verdictOf(setting)).toEqual(['safe']);
    // The last renewal was asked for at 1002: three seconds less the margin later it stops.
    expect(told(setting, 'believe', 'expire').slice(1, 3)).toEqual([
      '3802 A believe false deadline',
      '4003 lock expire A',
    ]);
  });

  test('goes on where the link comes back in time', () => {
    const setting = cutOff({ belief: UNTIL_DEADLINE });
    const healed = { ...setting, faults: [cut('A', 1500, 1000)] };
    expect(told(healed, 'believe').filter((line) => line.includes(' A '))).toEqual(['2 A believe true']);
  });

  test('takes no loss for a false one, whatever a call took', () => {
    const slow = [1, 40, 90].map((latency) => ({ ...cutOff({ belief: UNTIL_DEADLINE }), latency }));
    expect(slow.map(verdictOf)).toEqual([['safe'], ['safe'], ['safe']]);
  });
});

describe('a paused holder', () => {
  const paused = (step: object): Setting => {
    const setting = cutOff({ belief: UNTIL_DEADLINE });
    const [A, B] = setting.clients;
    if (A === undefined || B === undefined) throw new Error('two clients');
    const clients = [{ ...A, script: [acquire(3000), step, write('a')] }, B];
    return { ...setting, clients, faults: [pause('A', 8000, 6000)] };
  };

  test('writes before it looks at its clock, if that was what it was about to do', () => {
    const setting = paused({ op: 'sleep', for: 9000 });
    expect(verdictOf(setting)).toEqual(['corrupted', 'overlapping-beliefs', 'stale-write-accepted']);
    expect(told(setting, 'write', 'believe').slice(-2)).toEqual([
      '14000 A believe false deadline',
      '14001 store write A accepted',
    ]);
  });

  test('stops where there is time to look', () => {
    expect(verdictOf(paused(work(9000)))).toEqual(['safe', 'overlapping-beliefs']);
  });
});

/** A's grant travels for longer than its lease lasts. */
const slowAnswer = (lock: object): Setting => ({
  lock,
  acquire: blocking(500),
  clients: [
    { id: 'A', script: [acquire(2000), work(1000), write('a'), RELEASE] },
    { id: 'B', start: 2500, script: [acquire(5000), work(2000), write('b'), RELEASE] },
  ],
  faults: [{ kind: 'delay', message: 'lock>A#1', by: 3000 }],
});

describe('a grant that is over as it is handled', () => {
  test('is believed where nobody looks', () => {
    expect(verdictOf(slowAnswer({}))).toEqual(['corrupted', 'overlapping-beliefs', 'stale-write-accepted']);
  });

  test('is believed where its time counts from the reply', () => {
    const lock = { belief: UNTIL_DEADLINE, validity: { from: 'reply', checkedOnReturn: true } };
    expect(verdictOf(slowAnswer(lock))).toContain('stale-write-accepted');
  });

  test('is not taken where its time counts from the request, but given back', () => {
    const setting = slowAnswer({ validity: { from: 'request', checkedOnReturn: true } });
    expect(verdictOf(setting)).toEqual(['safe']);
    expect(told(setting, 'believe', 'wait').slice(0, 2)).toEqual(['2502 B believe true', '3004 A wait']);
  });

  test('is a refusal to who does not wait for the key', () => {
    const { acquire: _waits, ...setting } = slowAnswer({ validity: { checkedOnReturn: true } });
    expect(told(setting, 'abandon')).toEqual(['3004 A abandon over-on-return']);
  });

  test('is left at once by who looks at its clock afterwards', () => {
    const setting = slowAnswer({ belief: UNTIL_DEADLINE });
    expect(told(setting, 'believe').filter((line) => line.includes(' A '))).toEqual([
      '3002 A believe true',
      '3002 A believe false deadline',
    ]);
  });

  test('a pause over the answer counts as well', () => {
    const { faults: _faults, ...setting } = slowAnswer({ validity: { checkedOnReturn: true } });
    expect(verdictOf({ ...setting, faults: [pause('A', 0.5, 4000)] })).toEqual(['safe']);
    const unchecked = { ...setting, lock: {}, faults: [pause('A', 0.5, 4000)] };
    expect(verdictOf(unchecked)).toContain('stale-write-accepted');
  });
});

describe('a lease that is won at a later attempt', () => {
  const retried = (from: string): Setting => ({
    lock: { belief: { kind: 'until-deadline', margin: 0 }, validity: { from } },
    clients: [
      { id: 'B', script: [acquire(1100), work(1100)] },
      { id: 'A', start: 5, acquire: blocking(200), script: [acquire(1000), work(500), write('a'), RELEASE] },
    ],
  });

  test('is good for its TTL, counted from that attempt', () => {
    expect(verdictOf(retried('request'))).toEqual(['safe']);
  });

  test('counted from the first one, it is given up while it is good', () => {
    const setting = retried('first-attempt');
    expect(verdictOf(setting)).toEqual(['at-risk', 'false-loss']);
    expect(told(setting, 'believe').slice(-2)).toEqual([
      '1219 A believe true',
      '1219 A believe false deadline',
    ]);
  });

  test('counted from the first one, it is good where that was the only one', () => {
    const [, waiting] = retried('first-attempt').clients;
    const alone = { ...retried('first-attempt'), clients: waiting === undefined ? [] : [waiting] };
    expect(verdictOf(alone)).toEqual(['safe']);
  });
});

test('a declared margin holds the time that the call took', () => {
  const setting = { ...cutOff({ belief: UNTIL_DEADLINE }), latency: 40 };
  const ends = run(setting).run.entries.find(({ ev, held }) => ev === 'believe' && held === false);
  expect(ends?.marginUs).toBe(280_000);
});

describe('a holder that asks whether it still holds', () => {
  /** The answer says yes, and takes longer than the lease lasts. */
  const slowYes = (checkedOnReturn: boolean): Setting => ({
    lock: { validity: { checkedOnReturn } },
    clients: [
      { id: 'A', script: [acquire(2000), { op: 'check' }, write('a')] },
      { id: 'B', start: 2500, script: [acquire(9000), work(3000), write('b'), RELEASE] },
    ],
    faults: [{ kind: 'delay', message: 'lock>A#2', by: 4000 }],
  });

  test('writes under a lease that is over, where it believes an old answer', () => {
    expect(verdictOf(slowYes(false))).toContain('stale-write-accepted');
  });

  test('does not, where it looks at its own reckoning as the answer comes', () => {
    expect(told(slowYes(true), 'write')).toEqual(['5503 store write B accepted']);
  });
});
