import { facts, finite, type Draft } from './draft.ts';
import type { WriteStanding } from './write-standing.ts';

/** Rightful write rejected: a write whose lease was live was refused. */
export function rightfulWriteRejected(standing: WriteStanding): Draft | null {
  const { write, entry, lease } = standing;
  if (!standing.rightful || entry.outcome !== 'rejected' || lease === null) return null;
  return {
    kind: 'rightful-write-rejected',
    entry,
    client: write.client,
    key: write.key.key,
    because: [lease.grant.seq, lease.delivery?.seq],
    facts: facts({
      token: entry.token,
      store: entry.store,
      record: entry.record,
      value: entry.value,
      fence: entry.fence,
      reason: entry.reason,
      otherAt: lease.grant.t,
      expires: finite(lease.promisedBefore(entry.seq)),
    }),
  };
}
