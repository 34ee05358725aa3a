import { facts, finite, type Draft } from './draft.ts';
import type { Lease } from './lease.ts';
import type { WriteStanding } from './write-standing.ts';

/** What a stale write tells, accepted or rejected. */
export function staleWrite(kind: Draft['kind'], standing: WriteStanding): Draft {
  const { write, entry, lease, over, unreplaced, recordLive } = standing;
  const again = unreplaced ? null : grantedSince(standing);
  return {
    kind,
    entry,
    client: write.client,
    key: write.key.key,
    because: [
      lease?.grant.seq,
      lease?.delivery?.seq,
      over?.seq,
      lease === null ? null : write.key.leases[lease.place + 1]?.grant.seq,
      again?.grant.seq,
    ],
    ...(lease === null ? {} : { haltsFrom: lease.grant.seq }),
    facts: facts({
      token: entry.token,
      store: entry.store,
      record: entry.record,
      value: entry.value,
      fence: entry.fence,
      reason: entry.reason,
      neverGranted: lease === null ? true : undefined,
      leaseEnded: over?.t,
      leaseEndedBy: over?.by,
      expires: lease === null ? undefined : finite(lease.promisedBefore(entry.seq)),
      other: again?.client,
      otherToken: again?.token,
      grantedAgain: again?.grant.t,
      otherHolds: again === null ? undefined : recordLive && write.record === again,
    }),
  };
}

/** Who was granted the key since: the last other client, or else the same client, which took it again. */
function grantedSince({ write, entry, lease, latest }: WriteStanding): Lease | null {
  if (latest === null || latest.client !== write.client) return latest;
  const other = lease?.run.next ?? null;
  return other !== null && other.grant.seq < entry.seq ? other : latest;
}
