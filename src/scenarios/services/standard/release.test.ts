import { describe, expect, test } from 'vitest';
import {
  acquire,
  blocking,
  cut,
  pause,
  RELEASE,
  requests,
  told,
  verdictOf,
  work,
  write,
  type Setting,
} from './testing/locking.ts';

/** A stalls beyond its lease, B takes over, A releases; C waits. */
const stalled = (how: string, service = 'redis'): Setting => ({
  service,
  lock: { release: { how } },
  acquire: blocking(200),
  clients: [
    { id: 'A', script: [acquire(3000), work(1000), RELEASE] },
    { id: 'B', start: 100, script: [acquire(6000), work(3000), write('b'), RELEASE] },
    { id: 'C', start: 3500, script: [acquire(6000), work(3000), write('c'), RELEASE] },
  ],
  faults: [pause('A', 500, 4000)],
});

describe('a late release', () => {
  test.each(['redis', 'etcd', 'lease-manager'])(
    'leaves the key of another alone where it compares: %s',
    (service) => {
      expect(told(stalled('compared', service), 'revoke')).toEqual([]);
      expect(verdictOf(stalled('compared', service))).toEqual(['safe', 'overlapping-beliefs']);
    },
  );

  test.each(['redis', 'etcd'])('ends it where it does not: %s', (service) => {
    // And B, whose key is gone, does the same to C.
    const ended = told(stalled('unchecked', service), 'revoke').map((line) =>
      line.replace(/^\d+| \d+/gu, ''),
    );
    expect(ended).toEqual([' lock revoke B by A', ' lock revoke C by B']);
    expect(verdictOf(stalled('unchecked', service))).toEqual([
      'corrupted',
      'overlapping-beliefs',
      'overlapping-leases',
      'stale-write-accepted',
      'wrong-release',
    ]);
  });

  test.each(['redis', 'etcd'])('in two commands, the key may change hands between them: %s', (service) => {
    // The value is still A's as it is read; the command that follows is slow.
    const message = service === 'redis' ? 'A>lock#3' : 'A>lock#4';
    const between = (how: string): Setting => ({
      service,
      lock: { release: { how } },
      acquire: blocking(20),
      clients: [
        { id: 'A', script: [acquire(1000), work(990), RELEASE] },
        { id: 'B', start: 900, script: [acquire(5000), work(2000), RELEASE] },
      ],
      faults: [{ kind: 'delay', message, by: 100 }],
    });
    expect(verdictOf(between('two-commands'))).toEqual(['at-risk', 'wrong-release']);
    expect(verdictOf(between('compared'))).toEqual(['safe']);
  });

  test('never sent, it leaves the key to its end', () => {
    const setting: Setting = {
      lock: { release: { how: 'never' } },
      clients: [{ id: 'A', script: [acquire(3000), RELEASE] }],
    };
    expect(told(setting, 'believe', 'release', 'expire')).toEqual([
      '2 A believe true',
      '2 A believe false released',
      '3001 lock expire A',
    ]);
  });
});

/** The release is lost on its way; B waits for the key. */
const lost = (release: object, script = [acquire(5000), RELEASE]): Setting => ({
  lock: { release, request: { timeout: 100 } },
  clients: [
    { id: 'A', script },
    { id: 'B', start: 10, acquire: blocking(200), script: [acquire(5000)] },
  ],
  faults: [{ kind: 'lose', message: 'A>lock#2' }],
});

describe('a release of which nothing is known', () => {
  test('is given up, and the key stays for its time', () => {
    expect(told(lost({}), 'release', 'expire')[0]).toBe('5001 lock expire A');
  });

  test('or is tried again', () => {
    const setting = lost({ afterUnknown: 'retries', retry: 50 });
    expect(told(setting, 'release')).toEqual(['153 lock release A']);
  });

  test('can be tried again by the script, where the record is still there', () => {
    const twice = [acquire(5000), RELEASE, RELEASE];
    expect(told(lost({ forgets: 'after-reply' }, twice), 'release')).toEqual(['103 lock release A']);
    expect(told(lost({ forgets: 'never' }, twice), 'release')).toEqual(['103 lock release A']);
  });

  test('(flaw) with its record gone before the reply, a second one does nothing', () => {
    const twice = [acquire(5000), RELEASE, RELEASE];
    const setting = lost({ forgets: 'before-reply' }, twice);
    expect(told(setting, 'release')).toEqual([]);
    expect(requests(setting, 'A')).toEqual(['0 set-nx', '2 del-if']);
  });
});

describe('a second release', () => {
  const twice = (forgets: string): Setting => ({
    lock: { release: { forgets } },
    clients: [{ id: 'A', script: [acquire(5000), RELEASE, RELEASE] }],
  });

  test('presents the record again where it stays, and asks nobody where it is gone', () => {
    expect(requests(twice('never'), 'A')).toHaveLength(3);
    expect(requests(twice('after-reply'), 'A')).toHaveLength(2);
  });
});

test('bound to a request whose context has ended (flaw), a release asks nobody', () => {
  const bound = (context: string): Setting => ({
    lock: { release: { context, forgets: 'before-reply' }, context: { ends: 1000 } },
    clients: [{ id: 'A', script: [acquire(5000), work(2000), RELEASE, RELEASE] }],
  });
  expect(told(bound('request'), 'release', 'expire')).toEqual(['5001 lock expire A']);
  expect(told(bound('own'), 'release', 'expire')).toEqual(['2003 lock release A']);
});

test('cut off from the service, it fails', () => {
  const setting: Setting = {
    lock: { request: { timeout: 100 } },
    clients: [
      { id: 'A', script: [acquire(3000), work(500), RELEASE] },
      { id: 'B', start: 100, acquire: blocking(500), script: [acquire(3000), write('b')] },
    ],
    faults: [cut('A', 400, 10_000)],
  };
  expect(told(setting, 'release', 'expire')[0]).toBe('3001 lock expire A');
  expect(verdictOf(setting)).toEqual(['safe']);
});
