import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const acquire = { op: 'acquire', ttl: 10_000 };

/** A owns for a while and writes late; B waits for the key. */
function run(
  expiryBy: string | undefined,
  faults: readonly Fields[],
  stores: readonly Fields[] = [{ kind: 'fenced' }],
) {
  const waits = { lock: { kind: 'standard' }, acquire: { kind: 'block', retry: 500 } };
  const service = { kind: 'epoch-lease', ...(expiryBy === undefined ? {} : { expiryBy }) };
  const clients = [
    { id: 'A', policies: waits, script: [acquire, { op: 'work', for: 4000 }, { op: 'write', value: 'a' }] },
    { id: 'B', start: 400, policies: waits, script: [acquire, { op: 'write', value: 'b' }] },
  ];
  return shown(small({ service, stores, clients, faults }));
}

describe('a term whose end is a date', () => {
  const ahead = (node: string, by: number): Fields => ({ kind: 'clock', node, at: 0, by });
  const holders = (of: ReturnType<typeof run>) =>
    of.told('forget', 'grant').map((line) => line.split(' ').slice(2).join(' '));

  test('judged by a challenger that is ahead is lost while it is live, and its owner is fenced off', () => {
    const judged = run('challenger-clock', [ahead('B', 20_000)]);
    expect(holders(judged)).toEqual(['grant A 1', 'forget A 1', 'grant B 2']);
    expect(judged).toMatchObject({
      outcome: 'at-risk',
      findings: ['overlapping-beliefs', 'overlapping-leases', 'stale-write-rejected'],
    });
  });

  test('written by an owner that is behind ends early, by the service’s own clock', () => {
    const written = run('writer-clock', [ahead('A', -9500)]);
    expect(written.told('expire')[0]).toBe('500 lock expire A 1');
    expect(holders(written)).toEqual(['grant A 1', 'grant B 2']);
  });

  test('is the service’s own where nothing else is said: clocks of clients do not matter', () => {
    for (const expiryBy of [undefined, 'server']) {
      const plain = run(expiryBy, [ahead('A', -9500), ahead('B', 20_000)]);
      expect(holders(plain)).toEqual(['grant A 1', 'grant B 2']);
      expect(plain.told('expire')[0]).toBe('10001 lock expire A 1');
      expect(plain).toMatchObject({ outcome: 'safe', findings: ['overlapping-beliefs'] });
    }
  });

  test('is judged by a store that looks, by the service’s clock', () => {
    const service = { kind: 'epoch-lease', expiryBy: 'challenger-clock' };
    const late = { op: 'write', value: 'late' };
    const script = [acquire, { op: 'work', for: 4000 }, { op: 'write' }, { op: 'work', for: 7000 }, late];
    const clients = [{ id: 'A', policies: { lock: { kind: 'standard' } }, script }];
    const looked = shown(small({ service, clients, stores: [{ kind: 'authoritative' }] }));
    expect(looked.told('write').map((line) => line.split(' ')[4])).toEqual(['accepted', 'rejected']);
  });

  test('by a clock that nobody knows is a problem', () => {
    const service = { kind: 'epoch-lease', expiryBy: 'sundial' };
    expect(problemsOf(small({ service, clients: [{ id: 'A', script: [] }] }))).toEqual([
      'service.expiryBy: must be "server", "writer-clock" or "challenger-clock"',
    ]);
  });
});
