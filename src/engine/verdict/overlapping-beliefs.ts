import type { Entry } from '../trace.ts';
import { facts, type Draft } from './draft.ts';
import type { Holder } from './records.ts';

/** Overlapping beliefs: a client begins to believe that it holds the key while another believes so. */
export function overlappingBeliefs(entry: Entry, holder: Holder): Draft | null {
  const { key, client } = holder;
  if (key.believers.size < 2) return null;
  for (const other of key.believers.values()) {
    if (other === holder) continue;
    const lease = holder.leases.at(-1);
    const otherLease = other.leases.at(-1);
    return {
      kind: 'overlapping-beliefs',
      entry,
      client: client.id,
      key: key.key,
      because: [otherLease?.grant.seq, other.belief?.seq, otherLease?.endSeq, lease?.grant.seq],
      facts: facts({
        other: other.client.id,
        otherAt: other.belief?.t,
        token: entry.token ?? lease?.token,
        otherToken: otherLease?.token,
        neverGranted: lease === undefined ? true : undefined,
      }),
    };
  }
  return null;
}
