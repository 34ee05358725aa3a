import { describe, expect, test } from 'vitest';
import type { FaultBudget } from '../engine/faults.ts';
import type { Json } from '../engine/trace.ts';
import { small } from '../scenarios/testing/small.ts';
import { prepareJob } from './job.ts';

type Fields = { readonly [field: string]: unknown };

const NONE: FaultBudget = { pause: 0, crash: 0, lose: 0, late: 0 };

/** Explores two clients of a lease manager with a naive store; the first has these policies and instructions. */
function explored(budget: Partial<FaultBudget>, policies: Fields, steps: readonly Fields[]) {
  const acquire = { op: 'acquire', ttl: 300 };
  const document = small({
    service: { kind: 'lease-manager' },
    clients: [
      { id: 'A', policies, script: [acquire, ...steps, { op: 'release' }] },
      {
        id: 'B',
        start: 10,
        policies: { acquire: { kind: 'block', retry: 200 } },
        script: [acquire, { op: 'write', value: 'b' }, { op: 'release' }],
      },
    ],
  });
  const prepared = prepareJob({
    kind: 'scenario',
    document: document as { readonly [field: string]: Json },
    configuration: 'only',
    values: {},
    budget: { ...NONE, ...budget },
    keepsFaults: false,
    pausedHolder: false,
    maxStates: 200_000,
    maxBytes: 512e6,
    stopAtFirst: false,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  while (prepared.value.exploration.run(10_000));
  const { complete, properties } = prepared.value.report();
  const status = properties.find(({ name }) => name === 'no-stale-write')?.status;
  return { complete, status };
}

const WRITES = [
  { op: 'work', for: 50 },
  { op: 'write', value: 'a' },
];

describe('what clients do beside the common things is explored to its end', () => {
  test('requests that are sent again', () => {
    const policies = { storeRequest: { timeout: 20, retries: 1, backoff: 5, onUnknown: 'retry' } };
    expect(explored({ lose: 1 }, policies, WRITES)).toMatchObject({ complete: true, status: 'holds' });
  });

  test('loops, computed values and instants', () => {
    const loop = [
      { op: 'repeat', times: 2, do: [{ op: 'read' }, { op: 'write', value: { read: 'record', plus: 1 } }] },
      { op: 'wait-until', at: 100 },
    ];
    expect(explored({ crash: 1 }, {}, loop)).toMatchObject({ complete: true });
  });

  test('losses that are acted on late, or not minded', () => {
    const renewal = { kind: 'watchdog', interval: 100 };
    const waits = [{ op: 'sleep', for: 700 }, ...WRITES];
    const late = { renewal, onLoss: { kind: 'late', delay: 50 } };
    expect(explored({ pause: 1 }, late, waits)).toMatchObject({ complete: true });
    const goesOn = { renewal, afterLoss: 'goes-on' };
    expect(explored({ pause: 1 }, goesOn, waits)).toMatchObject({ complete: true, status: 'fails' });
  });

  test('a check before the write leaves the moment between the two', () => {
    const asks = { beforeWrite: 'asks-service' };
    expect(explored({}, asks, WRITES)).toMatchObject({ complete: true, status: 'holds' });
    expect(explored({ pause: 1 }, asks, WRITES)).toMatchObject({ complete: true, status: 'fails' });
  });
});
