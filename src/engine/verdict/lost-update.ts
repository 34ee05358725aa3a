import type { Entry } from '../trace.ts';
import { facts, type Draft } from './draft.ts';
import { DEFAULT_RECORD, DEFAULT_STORE, type WriteRecord } from './records.ts';

/**
 * Lost update: an accepted write was computed from a version of its record that was no longer current. A
 * record's version starts at 0 and grows by one with each accepted write.
 */
export class LostUpdate {
  /** The accepted writes of each record; the write at index i made version i + 1. */
  private readonly accepted = new Map<string, Map<string, Entry[]>>();

  /** Looks at a write. */
  written({ entry, key, client }: WriteRecord): Draft | null {
    if (entry.outcome !== 'accepted') return null;
    const store = entry.store ?? DEFAULT_STORE;
    const record = entry.record ?? DEFAULT_RECORD;
    const versions = this.versionsOf(store, record);
    const version = versions.length;
    const lost = entry.base === undefined ? undefined : versions[entry.base];
    const last = versions.at(-1);
    versions.push(entry);
    if (lost === undefined || last === undefined) return null;
    return {
      kind: 'lost-update',
      entry,
      client,
      key: key.key,
      because: [lost.seq, last.seq],
      facts: facts({
        other: last.client ?? last.actor,
        otherAt: last.t,
        token: entry.token,
        otherToken: last.token,
        store: entry.store,
        record: entry.record,
        value: entry.value,
        base: entry.base,
        version,
      }),
    };
  }

  private versionsOf(store: string, record: string): Entry[] {
    let records = this.accepted.get(store);
    if (records === undefined) this.accepted.set(store, (records = new Map()));
    let versions = records.get(record);
    if (versions === undefined) records.set(record, (versions = []));
    return versions;
  }
}
