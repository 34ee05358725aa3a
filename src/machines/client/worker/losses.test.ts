import { describe, expect, test } from 'vitest';
import { leaseManager } from '../../lock-server/lease-manager/lease-manager.ts';
import { resourceStore } from '../../resource-store/resource-store.ts';
import { naive } from '../../resource-store/stores/naive.ts';
import { fenced } from '../../resource-store/stores/fenced.ts';
import { leaseManagerModule } from '../modules/lease-manager.ts';
import { at, entriesOf, processOf, told, type Faults } from '../modules/testing/locking.ts';
import type { Instruction, WorkerPolicies } from '../script.ts';
import { script } from './testing/scripts.ts';

const lock = leaseManager({ id: 'lock', keys: ['a', 'b', 'lock'], clock: 'wall', raises: [] });
const store = resourceStore({ id: 'store', rule: naive, lockService: 'lock', initial: {} });
const fence = resourceStore({
  id: 'store',
  rule: fenced,
  lockService: 'lock',
  initial: {},
  fences: { a: 9 },
});
const watched = leaseManagerModule({ server: 'lock', renewal: { kind: 'watchdog', intervalUs: at(300) } });
const plain = leaseManagerModule({ server: 'lock', renewal: { kind: 'none' } });

/** The manager forgets every lease at 100 ms: the watchdog's renewal at 302 ms is refused, told at 304 ms. */
const forgets: Faults = { timed: [{ kind: 'restart', node: 'lock', at: at(100), data: 'lost' }] };

function run(steps: readonly Instruction[], policies: Partial<WorkerPolicies>) {
  return entriesOf([processOf('A', watched, { A: { script: steps, policies } }), lock, store], forgets);
}

const HOLD = [
  script.acquire('lock', 900),
  script.work(500),
  script.write('x', 'late'),
  script.release('lock'),
];

describe('a worker that is told of a loss', () => {
  test('stops its work', () => {
    expect(told(run(HOLD, {}), 'believe', 'write', 'release')).toEqual([
      '2 A believe true 1',
      '304 A believe false 1 renewal-refused',
    ]);
  });

  test('goes on with its script and without its belief, where its policy says so', () => {
    const entries = run(HOLD, { afterLoss: 'goes-on' });
    expect(told(entries, 'believe', 'write')).toEqual([
      '2 A believe true 1',
      '304 A believe false 1 renewal-refused',
      '503 store write A 1',
    ]);
  });

  test('starts again from the beginning', () => {
    const entries = run(HOLD, { afterLoss: 'starts-again' });
    expect(told(entries, 'believe', 'write', 'release')).toEqual([
      '2 A believe true 1',
      '304 A believe false 1 renewal-refused',
      '306 A believe true 1',
      '807 store write A 1',
      '808 A believe false 1 released',
      '809 lock release A 1',
    ]);
  });

  test('acts on it late, and writes meanwhile', () => {
    const entries = run(HOLD, { lossDelayUs: at(250) });
    expect(told(entries, 'believe', 'write', 'release', 'refuse')).toEqual([
      '2 A believe true 1',
      '303 lock refuse A lease-lost',
      '503 store write A 1',
      '504 A believe false 1 released',
      '505 lock refuse A lease-lost',
    ]);
    const short = run(HOLD, { lossDelayUs: at(50) });
    expect(told(short, 'believe', 'write')).toEqual([
      '2 A believe true 1',
      '354 A believe false 1 renewal-refused',
    ]);
  });

  test('and acquires the key again before it has acted on it has lost nothing', () => {
    const steps = [
      script.acquire('lock', 900),
      script.sleep(310),
      script.acquire('lock', 2000),
      script.work(300),
      script.write('x', 'v'),
    ];
    const entries = run(steps, { lossDelayUs: at(100) });
    expect(told(entries, 'believe', 'write')).toEqual([
      '2 A believe true 1',
      '314 A believe true 1',
      '615 store write A 1',
    ]);
  });
});

describe('a script that ends early', () => {
  const END: Instruction = { op: 'end' };
  const back = (key: string): Instruction => ({ op: 'release', key, onlyHeld: true });
  const both = [script.acquire('a', 5000), script.acquire('b', 5000)];
  const finallyBoth = [END, back('b'), back('a')];

  function ends(steps: readonly Instruction[], policies: Partial<WorkerPolicies> = {}) {
    const script = [...steps, ...finallyBoth];
    const worker = { script, policies, finallyAt: steps.length + 1 };
    return told(entriesOf([processOf('A', plain, { A: worker }), lock, fence]), 'believe', 'release', 'work');
  }

  test('because of a loss gives back what it still holds', () => {
    expect(ends([...both, script.write('x', 'v', { key: 'a' }), script.work(10, 'more')])).toEqual([
      '2 A believe true 1',
      '4 A believe true 2',
      '6 A believe false 1 write-refused',
      '6 A believe false 2 released',
      '7 lock release A 2',
    ]);
  });

  test('because of a refusal gives back all of it, the last first', () => {
    expect(ends([...both, script.acquire('a', 5000), script.work(10, 'more')])).toEqual([
      '2 A believe true 1',
      '4 A believe true 2',
      '6 A believe false 2 released',
      '7 lock release A 2',
      '8 A believe false 1 released',
      '9 lock release A 1',
    ]);
  });

  test('because a store failed, too', () => {
    const cut = [{ kind: 'partition', between: ['A', 'store'], at: at(0) }] as const;
    const policies = {
      storeRequest: { timeoutUs: at(20), retries: 0, backoffUs: 0, onUnknown: 'fail' },
    } as const;
    const steps = [script.acquire('a', 5000), script.read('x')];
    const reads = { script: [...steps, ...finallyBoth], policies, finallyAt: 3 };
    const entries = entriesOf([processOf('A', plain, { A: reads }), lock, fence], { timed: cut });
    expect(told(entries, 'believe', 'release')).toEqual([
      '2 A believe true 1',
      '22 A believe false 1 released',
      '23 lock release A 1',
    ]);
  });

  test('does none of that where it comes to its end', () => {
    expect(ends([...both, script.work(10, 'all')])).toEqual([
      '2 A believe true 1',
      '4 A believe true 2',
      '4 A work start all',
      '14 A work end all',
    ]);
  });
});
