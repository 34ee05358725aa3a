import type { Entry } from '../trace.ts';
import { facts, type Draft } from './draft.ts';
import type { Holder } from './records.ts';
import type { FindingKind } from './types.ts';

/** Findings that say the lock itself did not keep its word; what they explain is no duplicate of work. */
const BROKEN_LOCK: ReadonlySet<FindingKind> = new Set([
  'overlapping-leases',
  'overlapping-beliefs',
  'stale-write-accepted',
  'wrong-release',
  'token-regression',
]);

/** Duplicate work: the same unit of work took effect twice with no lock property broken. */
export class DuplicateWork {
  private readonly done = new Map<string, Entry>();
  private readonly twice: Draft[] = [];

  /** Looks at the end of a unit of work: that is when it takes effect. */
  unitDone(entry: Entry, holder: Holder, unit: string): void {
    const first = this.done.get(unit);
    if (first === undefined) {
      this.done.set(unit, entry);
      return;
    }
    this.twice.push({
      kind: 'duplicate-work',
      entry,
      client: holder.client.id,
      key: holder.key.key,
      because: [first.seq, holder.leases.at(-1)?.grant.seq],
      facts: facts({ unit, other: first.client ?? first.actor, otherAt: first.t }),
    });
  }

  /** The duplicates that no other finding about the same key, up to then, accounts for. */
  finish(others: readonly Draft[]): readonly Draft[] {
    if (this.twice.length === 0) return [];
    const broken = new Map<string, number>();
    for (const { kind, key, entry } of others) {
      if (BROKEN_LOCK.has(kind)) broken.set(key, Math.min(broken.get(key) ?? Infinity, entry.seq));
    }
    return this.twice.filter((draft) => draft.entry.seq < (broken.get(draft.key) ?? Infinity));
  }
}
