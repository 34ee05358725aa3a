import { describe, expect, test } from 'vitest';
import { acquire, problemsOf, RELEASE, type Setting } from './testing/locking.ts';

const at = (
  service: string,
  lock: object,
  script: readonly object[] = [acquire(1000)],
): readonly string[] => {
  const setting: Setting = { service, lock, clients: [{ id: 'A', script }] };
  return problemsOf(setting);
};
const IN_LOCK = 'clients.0.policies.lock';

describe('a choice that a service cannot do is told with what it can', () => {
  test.each([
    [
      'lease-manager',
      { token: 'creation-revision' },
      `${IN_LOCK}.token: "creation-revision" cannot be had at "lease-manager"; it must be one of grant, none, random`,
    ],
    [
      'redis',
      { token: 'creation-revision' },
      `${IN_LOCK}.token: "creation-revision" cannot be had at "redis"; it must be one of none, counter, grant, random`,
    ],
    [
      'etcd',
      { renewal: { kind: 'watchdog', how: 'two-commands' } },
      `${IN_LOCK}.renewal.how: "two-commands" cannot be had at "etcd"; it must be one of compared`,
    ],
    [
      'lease-manager',
      { release: { how: 'unchecked' } },
      `${IN_LOCK}.release.how: "unchecked" cannot be had at "lease-manager"; it must be one of compared, never`,
    ],
    [
      'epoch-lease',
      { release: { how: 'compared' } },
      `${IN_LOCK}.release.how: "compared" cannot be had at "epoch-lease"; it must be one of never`,
    ],
    [
      'etcd',
      { attempt: { how: 'two-steps' } },
      `${IN_LOCK}.attempt.how: "two-steps" cannot be had at "etcd"; it must be one of one-step`,
    ],
    [
      'redis',
      { release: { context: 'request' } },
      `${IN_LOCK}.release.context: "request" needs "context" or an end-context, which say when it ends`,
    ],
  ] as const)('%s, %o', (service, lock, told) => {
    expect(at(service, lock)).toEqual([told]);
  });

  test('what is bound to a context is told apart where a script of the process ends that', () => {
    const bound = { release: { context: 'request' } };
    expect(at('redis', bound, [acquire(1000), { op: 'end-context' }])).toEqual([]);
    const mates: Setting = {
      lock: bound,
      clients: [
        { id: 'A', process: 'P', script: [acquire(1000)] },
        { id: 'B', process: 'P', script: [acquire(1000), { op: 'end-context' }] },
      ],
    };
    expect(problemsOf(mates)).toEqual([]);
  });

  test('what it can do is none', () => {
    expect(at('redis', { token: 'counter', release: { how: 'two-commands' } })).toEqual([]);
    expect(at('epoch-lease', {})).toEqual([]);
  });
});

describe('names and numbers', () => {
  test.each([
    [
      { belief: { kind: 'for-ever' } },
      `${IN_LOCK}.belief.kind: must have kind "until-told" or "until-deadline"`,
    ],
    [
      { token: 'mine' },
      `${IN_LOCK}.token: must be "grant", "creation-revision", "stored-value", "counter", "random" or "none"`,
    ],
    [{ request: { timeout: 10, retries: 20 } }, `${IN_LOCK}.request.retries: must be from 0 to 16`],
    [{ patience: 1 }, `${IN_LOCK}.patience: is not a field known here`],
  ] as const)('%o', (lock, told) => {
    const [problem] = at('redis', lock);
    expect(problem).toBe(told);
  });
});

describe('a script', () => {
  test('asks for nothing that the service does not have', () => {
    expect(at('epoch-lease', {}, [acquire(1000), RELEASE])).toEqual([
      'clients.0.script.1.op: "standard" has no release; it has acquire, renew, fence, check',
    ]);
    expect(at('in-process', {}, [acquire(1000), { op: 'fence' }])).toEqual([
      'clients.0.script.1.op: "standard" has no fence; it has acquire, release, check',
    ]);
  });

  test('acquires again only where that is counted', () => {
    const script = [acquire(1000, { reentrant: true })];
    expect(at('redis', { reentrancy: 'count' }, script)).toEqual([]);
    expect(at('redis', {}, script)).toEqual(['clients.0.script.0.reentrant: "standard" is not re-entrant']);
  });

  test('waits in a queue only where there is one', () => {
    const queued: Setting = { clients: [{ id: 'A', acquire: { kind: 'queue' }, script: [acquire(1000)] }] };
    expect(problemsOf(queued)).toEqual([
      'clients.0.policies.acquire.kind: "standard" has no queue at "redis"; it must be once or block',
    ]);
  });
});
