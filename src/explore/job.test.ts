import { expect, test } from 'vitest';
import { prepareJob } from './job.ts';

test('links that keep the order of messages are refused: the search would let them overtake each other', () => {
  const document = {
    format: 'fenceline-scenario',
    version: 1,
    id: 'ordered',
    horizon: 1000,
    configurations: [{ id: 'only', set: {} }],
    service: { kind: 'lease-manager' },
    stores: [{ kind: 'naive' }],
    links: [{ between: ['A', 'lock'], latency: 1, fifo: true }],
    clients: [{ id: 'A', script: [{ op: 'acquire', ttl: 100 }] }],
  };
  const job = {
    kind: 'scenario',
    configuration: 'only',
    maxStates: null,
    maxBytes: 1e8,
    stopAtFirst: true,
    values: {},
    budget: { pause: 0, crash: 0, lose: 0, late: 0 },
    keepsFaults: false,
    pausedHolder: false,
  } as const;
  const problems = [{ where: 'links', what: 'one that keeps the order of messages cannot be explored' }];
  expect(prepareJob({ ...job, document })).toEqual({ ok: false, problems });
  const links = [{ between: ['A', 'lock'], latency: 1 }];
  expect(prepareJob({ ...job, document: { ...document, links } })).toMatchObject({ ok: true });
});
