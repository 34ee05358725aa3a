import { describe, expect, test } from 'vitest';
import { judge } from '../../../engine/verdict/judge.ts';
import { leaseManager } from '../../lock-server/lease-manager/lease-manager.ts';
import { resourceStore } from '../../resource-store/resource-store.ts';
import { compareAndSet } from '../../resource-store/stores/compare-and-set.ts';
import { fenced } from '../../resource-store/stores/fenced.ts';
import { leaseManagerModule } from '../modules/lease-manager.ts';
import { at, entriesOf, processOf, sent, told, type Faults } from '../modules/testing/locking.ts';
import type { Instruction, StoreRequestPolicy } from '../script.ts';
import { script } from './testing/scripts.ts';

const lock = leaseManager({ id: 'lock', keys: ['lock'], clock: 'wall', raises: [] });
const store = resourceStore({ id: 'store', rule: fenced, lockService: 'lock', initial: { x: '0' } });
const leases = leaseManagerModule({ server: 'lock', renewal: { kind: 'none' } });
const add = (difference: number): Instruction => script.write('x', '', { add: difference });
const WORK = [script.acquire('lock', 5000), add(50), script.release('lock')];
const AGAIN: StoreRequestPolicy = {
  timeoutUs: at(10),
  retries: 2,
  backoffUs: at(5),
  onUnknown: 'retry',
};

function run(steps: readonly Instruction[], storeRequest: StoreRequestPolicy, faults: Faults = {}) {
  const process = processOf('A', leases, { A: { script: steps, policies: { storeRequest } } });
  return entriesOf([process, lock, store], faults);
}

describe('the answer of a store', () => {
  test('is taken for the request that it belongs to, and for no other', () => {
    // The answer to the first life's read reaches the second, whose own read is under way.
    const steps = [script.read('x'), script.write('x', 'v')];
    const entries = run(steps, null, {
      timed: [
        { kind: 'crash', node: 'A', at: at(2) },
        { kind: 'restart', node: 'A', at: at(3), data: 'kept' },
      ],
      message: [
        { kind: 'delay', message: 'store>A#1', byUs: at(2) },
        { kind: 'delay', message: 'store>A#2', byUs: at(6) },
      ],
    });
    expect(told(entries, 'read', 'deliver', 'write')).toEqual([
      '1 store read A',
      '4 A deliver',
      '4 store read A',
      '11 A deliver',
      '12 store write A',
      '13 A deliver',
    ]);
  });

  test('that comes twice is taken once', () => {
    const steps = [script.read('x'), script.read('x'), script.write('x', 'v')];
    const entries = run(steps, null, {
      message: [
        { kind: 'duplicate', message: 'store>A#1', byUs: at(1) },
        { kind: 'delay', message: 'store>A#2', byUs: at(5) },
      ],
    });
    // The second copy comes while the second read is under way.
    expect(told(entries, 'deliver', 'write')).toEqual([
      '2 A deliver',
      '3 A deliver',
      '9 A deliver',
      '10 store write A',
      '11 A deliver',
    ]);
  });

  test('to a write that nobody waits for means nothing to the next one', () => {
    const steps = [
      script.write('x', 'hasty', { awaits: false }),
      script.write('x', 'v'),
      script.work(1, 'w'),
    ];
    const entries = run(steps, null, { message: [{ kind: 'delay', message: 'A>store#2', byUs: at(5) }] });
    expect(told(entries, 'write', 'work').slice(0, 3)).toEqual([
      '1 store write A',
      '6 store write A',
      '7 A work start w',
    ]);
  });

  test('that never comes is waited for for ever', () => {
    const lost = [{ kind: 'lose', message: 'store>A#1' }] as const;
    const entries = run(WORK, null, { message: lost });
    expect(told(entries, 'write', 'lose', 'release')).toEqual(['3 store write A 1', '3 A lose lost']);
  });
});

describe('a request to a store that is not answered in time', () => {
  const replyLost = { message: [{ kind: 'lose', message: 'store>A#1' }] } as const;
  const requestLost = { message: [{ kind: 'lose', message: 'A>store#1' }] } as const;

  test('is sent again after a while', () => {
    expect(sent(run(WORK, AGAIN, requestLost), 'store')).toEqual(['2 write', '17 write']);
  });

  test('takes effect twice if only its answer was lost', () => {
    const entries = run(WORK, AGAIN, replyLost);
    expect(told(entries, 'write')).toEqual(['3 store write A 1', '18 store write A 1']);
    expect(entries.filter(({ ev }) => ev === 'release')).toHaveLength(1);
  });

  test('is answered late: the answer to the first request is not taken for that to the second', () => {
    const late = [
      { kind: 'delay', message: 'store>A#1', byUs: at(15) },
      { kind: 'delay', message: 'store>A#2', byUs: at(4) },
    ] as const;
    const entries = run(WORK, AGAIN, { message: late });
    expect(told(entries, 'write', 'deliver')).toEqual([
      '3 store write A 1',
      '18 store write A 1',
      '19 A deliver',
      '23 A deliver',
      '25 A deliver',
    ]);
  });

  test('ends the script after so many retries, with what it holds', () => {
    const cut = [{ kind: 'partition', between: ['A', 'store'], at: at(0) }] as const;
    const entries = run(WORK, AGAIN, { timed: cut });
    expect(sent(entries, 'store')).toEqual(['2 write', '17 write', '32 write']);
    expect(told(entries, 'believe', 'release')).toEqual(['2 A believe true 1']);
  });

  test('fails at once where an unknown write is a failure; a read is asked again', () => {
    const fail: StoreRequestPolicy = { ...AGAIN, onUnknown: 'fail' };
    const entries = run(WORK, fail, requestLost);
    expect(sent(entries, 'store')).toEqual(['2 write']);
    expect(told(entries, 'release')).toEqual([]);
    expect(sent(run([script.read('x'), add(1)], fail, requestLost), 'store')).toEqual([
      '0 read',
      '15 read',
      '17 write',
    ]);
  });

  test('is taken for done by a flaw, whether it was or not', () => {
    const done: StoreRequestPolicy = { ...AGAIN, onUnknown: 'taken-for-done' };
    const entries = run(WORK, done, requestLost);
    expect(told(entries, 'write')).toEqual([]);
    expect(told(entries, 'release')).toEqual(['13 lock release A 1']);
  });
});

test('an absolute write that was applied and is sent again was computed from a version that is gone', () => {
  const steps = [script.acquire('lock', 5000), script.read('x'), script.write('x', '50')];
  const entries = run(steps, AGAIN, { message: [{ kind: 'lose', message: 'store>A#2' }] });
  expect(
    judge(entries, { origin: 'simulated', horizon: at(60_000) }).findings.map(({ kind }) => kind),
  ).toEqual(['lost-update']);
});

test('the refusal of another version than was read ends the work, and says nothing of the key', () => {
  const versioned = resourceStore({
    id: 'store',
    rule: compareAndSet,
    lockService: 'lock',
    initial: { x: '0' },
  });
  const steps = [script.acquire('lock', 5000), script.write('x', 'v'), script.release('lock')];
  const process = processOf('A', leases, { A: { script: steps, policies: { storeRequest: null } } });
  const entries = entriesOf([process, lock, versioned], {});
  expect(entries.filter(({ ev }) => ev === 'write')).toMatchObject([
    { outcome: 'rejected', reason: 'nothing-read' },
  ]);
  expect(entries.filter(({ ev }) => ev === 'believe')).toMatchObject([{ held: true }]);
  expect(entries.some(({ ev }) => ev === 'release')).toBe(false);
});
