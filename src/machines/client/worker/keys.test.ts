import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../engine/trace.ts';
import { leaseManager } from '../../lock-server/lease-manager/lease-manager.ts';
import { naive } from '../../resource-store/stores/naive.ts';
import { resourceStore } from '../../resource-store/resource-store.ts';
import { leaseManagerModule } from '../modules/lease-manager.ts';
import { at, blocking, entriesOf, processOf, told } from '../modules/testing/locking.ts';
import { script } from './testing/scripts.ts';

const lock = leaseManager({ id: 'lock', keys: ['a', 'b'], clock: 'wall', raises: [] });
const store = resourceStore({ id: 'store', rule: naive, lockService: 'lock', initial: {} });
const plain = leaseManagerModule({ server: 'lock', renewal: { kind: 'none' } });
const watched = leaseManagerModule({
  server: 'lock',
  renewal: { kind: 'watchdog', intervalUs: at(300) },
});

/** What workers came to believe, each line with the key. */
function beliefs(entries: readonly Entry[]): readonly string[] {
  return entries
    .filter(({ ev }) => ev === 'believe')
    .map(({ t, actor, key, held, reason }) =>
      [t / 1000, actor, key, held, reason].filter((part) => part !== undefined).join(' '),
    );
}

function writes(entries: readonly Entry[]): readonly string[] {
  return entries
    .filter(({ ev }) => ev === 'write')
    .map(({ client, key, record, token, base }) =>
      [client, key, record, token, base].filter((part) => part !== undefined).join(' '),
    );
}

describe('a worker with two keys', () => {
  test('believes in each for itself: a release ends one belief, a crash both', () => {
    const one = [script.acquire('a', 5000), script.acquire('b', 5000), script.release('a'), script.work(500)];
    expect(beliefs(entriesOf([processOf('A', plain, { A: { script: one } }), lock]))).toEqual([
      '2 A a true',
      '4 A b true',
      '4 A a false released',
    ]);
    const both = [script.acquire('a', 5000), script.acquire('b', 5000), script.work(500)];
    const timed = [{ kind: 'crash', node: 'A', at: at(100) }] as const;
    expect(beliefs(entriesOf([processOf('A', plain, { A: { script: both } }), lock], { timed }))).toEqual([
      '2 A a true',
      '4 A b true',
      '100 A a false crashed',
      '100 A b false crashed',
    ]);
  });

  test('presents with each write the token of the key that the write relies on', () => {
    const steps = [
      script.acquire('a', 5000),
      script.acquire('b', 5000),
      script.write('x', 'v', { key: 'a' }),
      script.write('x', 'v', { key: 'b' }),
      script.write('x', 'v', { key: 'c' }),
    ];
    const entries = entriesOf([processOf('A', plain, { A: { script: steps } }), lock, store]);
    // One counter for all keys; of a key that it never held it has no token.
    expect(writes(entries)).toEqual(['A a x 1', 'A b x 2 1', 'A c x 2']);
  });

  test('goes on with the other key when a renewal of one is refused', () => {
    const steps = [
      script.acquire('a', 5),
      script.acquire('b', 5000),
      script.sleep(20),
      script.renew('a', 5000),
      script.write('x', 'v', { key: 'b' }),
    ];
    const entries = entriesOf([processOf('A', plain, { A: { script: steps } }), lock, store]);
    expect(beliefs(entries)).toEqual(['2 A a true', '4 A b true', '26 A a false renewal-refused']);
    expect(writes(entries)).toEqual(['A b x 2']);
  });

  test('works under the key that it acquired last', () => {
    const steps = [
      script.acquire('a', 5000),
      script.acquire('b', 5000),
      script.work(10, 'inner'),
      script.release('b'),
      script.work(10, 'outer'),
    ];
    const entries = entriesOf([processOf('A', plain, { A: { script: steps } }), lock]);
    expect(
      entries.filter(({ ev }) => ev === 'work').map(({ key, unit, phase }) => `${key} ${unit} ${phase}`),
    ).toEqual(['b inner start', 'b inner end', 'a outer start', 'a outer end']);
  });
});

describe('records of two stores', () => {
  test('are known apart although they have one name', () => {
    const other = resourceStore({ id: 'other', rule: naive, lockService: 'lock', initial: {} });
    const steps = [
      script.write('x', 'v'),
      script.write('x', 'v'),
      script.write('x', 'v', { store: 'other' }),
      script.write('x', 'v'),
    ];
    const entries = entriesOf([processOf('A', plain, { A: { script: steps } }), lock, store, other]);
    expect(
      entries.filter(({ ev }) => ev === 'write').map(({ store: of, base }) => `${of} ${String(base)}`),
    ).toEqual(['store undefined', 'store 1', 'other undefined', 'store 2']);
  });
});

describe('a loss that the module is told of', () => {
  const timed = [{ kind: 'restart', node: 'lock', at: at(100), data: 'lost' }] as const;
  const hold = (key: string) => ({ script: [script.acquire(key, 900), script.work(5000)] });

  test('reaches only the workers that hold the key', () => {
    const process = processOf('P', watched, { g1: hold('a'), g2: hold('b'), g3: { script: [] } });
    // The manager forgets both, and each learns it by the renewal of its own key.
    const entries = entriesOf([process, lock], { timed: [{ ...timed[0], at: at(310) }] });
    expect(beliefs(entries)).toEqual([
      '2 g1 a true',
      '2 g2 b true',
      '604 g1 a false renewal-refused',
      '604 g2 b false renewal-refused',
    ]);
    const late = processOf('P', watched, { g1: hold('a'), g2: { ...hold('b'), startMs: 150 } });
    expect(beliefs(entriesOf([late, lock], { timed }))).toEqual([
      '2 g1 a true',
      '152 g2 b true',
      '304 g1 a false renewal-refused',
    ]);
  });

  test('reaches every worker that believes in the key', () => {
    const process = processOf('P', watched, {
      g1: { script: [script.acquire('a', 900), script.work(5000)] },
      g2: { script: [script.sleep(200), script.acquire('a', 900), script.work(5000)] },
    });
    // Twice, so that both grants are forgotten.
    const entries = entriesOf([process, lock], { timed: [...timed, { ...timed[0], at: at(250) }] });
    expect(beliefs(entries)).toEqual([
      '2 g1 a true',
      '202 g2 a true',
      '504 g1 a false renewal-refused',
      '504 g2 a false renewal-refused',
    ]);
  });

  test('of one key ends the wait for another, and the answer that still comes means nothing', () => {
    const process = processOf('A', watched, {
      A: {
        script: [script.acquire('a', 900), script.acquire('b', 900), script.work(5000)],
        acquire: blocking(40, null),
      },
    });
    const holder = processOf('B', watched, { B: { script: [script.acquire('b', 400), script.work(5000)] } });
    const entries = entriesOf([holder, process, lock], {
      timed,
      message: [{ kind: 'delay', message: 'lock>A#5', byUs: at(400) }],
    });
    expect(told(entries, 'believe', 'wait', 'abandon')).toEqual([
      '2 B believe true 1',
      '2 A believe true 2',
      '4 A wait',
      '304 A believe false 2 renewal-refused',
      '304 A abandon lease-lost',
    ]);
    expect(told(entries, 'grant').at(-1)).toBe('129 lock grant A 1');
    expect(told(entries, 'deliver').findLast((line) => line.includes(' A '))).toBe('530 A deliver');
  });
});
