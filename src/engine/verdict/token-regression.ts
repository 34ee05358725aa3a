import type { Entry } from '../trace.ts';
import { facts, type Draft } from './draft.ts';
import type { Lease } from './lease.ts';
import type { KeyState } from './records.ts';

/** Token regression: a grant whose token is not higher than an earlier grant's for that key. */
export class TokenRegression {
  private readonly highest = new Map<string, Lease>();

  /** Looks at a grant. */
  granted(entry: Entry, key: KeyState, lease: Lease): Draft | null {
    const { token } = lease;
    if (token === undefined) return null;
    const before = this.highest.get(key.key);
    if (before?.token === undefined || token > before.token) {
      this.highest.set(key.key, lease);
      return null;
    }
    return {
      kind: 'token-regression',
      entry,
      client: lease.client,
      key: key.key,
      because: [before.grant.seq, before.endSeq],
      facts: facts({ token, other: before.client, otherToken: before.token, otherAt: before.grant.t }),
    };
  }
}
