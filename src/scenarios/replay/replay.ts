import { epochLeaseSession } from './epoch-lease.ts';
import { etcdLeaseLockerSession } from './etcd-lease-locker.ts';
import { etcdLockSession } from './etcd-lock.ts';
import { redisLockSession } from './redis-lock.ts';
import { leaseManagerSession } from './lease-manager.ts';
import type { RecordedSequence } from './recorded-operations.ts';
import type { ReplaySession } from './session.ts';

/** A place where the machines did something else than was recorded. */
export interface ReplayDifference {
  readonly sequence: string;
  /** Place of the operation in its sequence, from 0. */
  readonly operation: number;
  readonly op: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** The systems whose recordings can be replayed. A new one is one file and one line here. */
const SYSTEMS: { readonly [system: string]: (sequence: RecordedSequence) => ReplaySession } = {
  'lease-manager': leaseManagerSession,
  'epoch-lease': epochLeaseSession,
  'etcd-lease-locker': etcdLeaseLockerSession,
  'etcd-lock': etcdLockSession,
  'redis-lock': redisLockSession,
};

/** Names of the systems whose recordings can be replayed. */
export const REPLAYED_SYSTEMS: readonly string[] = Object.keys(SYSTEMS);

/** Replays one sequence and gives every difference in clock, result or error. Null for an unknown system. */
export function replaySequence(sequence: RecordedSequence): readonly ReplayDifference[] | null {
  const begin = Object.hasOwn(SYSTEMS, sequence.system) ? SYSTEMS[sequence.system] : undefined;
  if (begin === undefined) return null;
  const session = begin(sequence);
  const differences: ReplayDifference[] = [];
  sequence.ops.forEach((operation, index) => {
    const note = (expected: unknown, got: unknown): void => {
      differences.push({ sequence: sequence.id, operation: index, op: operation.op, expected, got });
    };
    const at = session.clock();
    if (at !== operation.at) note({ at: operation.at }, { at });
    const expected =
      operation.error === undefined ? { result: operation.result ?? {} } : { error: operation.error };
    const got = session.perform(operation);
    if (canonical(expected) !== canonical(got)) note(expected, got);
  });
  return differences;
}

/** JSON with the fields of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_field, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
