import { expect, test } from 'vitest';
import { FIRST } from '../scenarios/builtin/first.ts';
import { NO_EDITS } from '../scenarios/edits.ts';
import { prepareJob, type ExploreJob } from './job.ts';

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

test('a job looks at the properties that it names, with changes by hand put in; unknown names are refused', () => {
  const job = {
    kind: 'scenario',
    document: FIRST.document,
    configuration: 'naive',
    maxStates: null,
    maxBytes: 1e8,
    stopAtFirst: true,
    values: {},
    edits: { set: { '/links/2/latency': 9000 }, removed: [], added: [] },
    only: ['no-stale-write'],
    budget: { pause: 0, crash: 0, lose: 0, late: 0 },
    keepsFaults: false,
    pausedHolder: false,
  } as const;
  const explored = (asked: ExploreJob) => {
    const prepared = prepareJob(asked);
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
    while (prepared.value.exploration.run(1000));
    return prepared.value.report();
  };
  // A link that slow makes the write stale without any fault.
  expect(explored(job)).toMatchObject({
    properties: [{ name: 'no-stale-write', status: 'fails' }],
    counterexample: { property: 'no-stale-write' },
    others: [],
  });
  expect(explored({ ...job, edits: NO_EDITS })).toMatchObject({ complete: true, counterexample: null });
  expect(prepareJob({ ...job, only: ['no-such'] })).toEqual({
    ok: false,
    problems: [{ where: 'only', what: 'there is no property "no-such"' }],
  });
});
