import { describe, expect, test } from 'vitest';
import type { Json } from '../engine/trace.ts';
import { acquire, documentOf, RELEASE, work, write } from '../scenarios/services/standard/testing/locking.ts';
import { prepareJob } from './job.ts';

/**
 * What the standard lock remembers is finite, whatever it chooses: an exploration that knows no horizon comes
 * to its end, although loops, clocks and repetitions may go on for ever.
 */
const CHOICES = {
  plain: {},
  careful: {
    renewal: { kind: 'watchdog', until: 'deadline' },
    belief: { kind: 'until-deadline', margin: 100 },
    validity: { checkedOnReturn: true },
    request: { timeout: 200, retries: 1, pause: 50 },
  },
  careless: {
    renewal: { kind: 'watchdog', onMissing: 'takes-again', afterRelease: 'goes-on' },
    attempt: { unknown: 'retry', retry: 400 },
    release: { afterUnknown: 'retries', forgets: 'before-reply' },
    serviceDown: 'degrade',
  },
} as const;

describe.each(['lease-manager', 'epoch-lease', 'etcd', 'redis'])('at the %s', (service) => {
  test.each(Object.entries(CHOICES))('%s choices: every world is found', (_name, lock) => {
    const release = service === 'epoch-lease' ? [] : [RELEASE];
    const document = documentOf({
      service,
      store: 'fenced',
      lock,
      clients: ['A', 'B'].map((id) => ({ id, script: [acquire(3000), work(1000), write(id), ...release] })),
    });
    const job = prepareJob({
      kind: 'scenario',
      document: document as Json,
      configuration: 'only',
      values: {},
      budget: { pause: 1, crash: 0, lose: 0, late: 0 },
      keepsFaults: false,
      pausedHolder: false,
      maxStates: 60_000,
      maxBytes: 400e6,
      stopAtFirst: false,
    });
    if (!job.ok) throw new Error(JSON.stringify(job.problems));
    const { exploration } = job.value;
    while (exploration.run(2000));
    const { complete, states } = exploration.result();
    expect([complete, states > 100]).toEqual([true, true]);
  });
});
