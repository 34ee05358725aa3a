import type { Memory } from './monitor.ts';
import type { RankSink } from './ranks/read-ranks.ts';

/** The family of the places of a key's leases among its grants. */
export function placeFamily(key: string): string {
  return `place ${key}`;
}

/** The family of a record's versions; `record` as the monitor names it. */
export function versionFamily(record: string): string {
  return `version ${record}`;
}

/** The family of all tokens. */
export const TOKENS = 'token';

/** What a monitor remembers, with its numbers read. */
export function rankedMemory(memory: Memory, sink: RankSink): Memory {
  const keys = Object.entries(memory.keys).map(([name, key]): [string, Memory['keys'][string]] => {
    const family = placeFamily(name);
    return [
      name,
      {
        ...key,
        last: sink.number(family, key.last, true),
        highest: key.highest === null ? null : sink.number(TOKENS, key.highest, false),
        leases: key.leases.map((lease) => ({
          ...lease,
          place: sink.number(family, lease.place, false),
          token: lease.token === null ? null : sink.number(TOKENS, lease.token, false),
        })),
      },
    ];
  });
  const versions = Object.entries(memory.versions).map(([record, version]): [string, number] => [
    record,
    sink.number(versionFamily(record), version, true),
  ]);
  return { ...memory, keys: Object.fromEntries(keys), versions: Object.fromEntries(versions) };
}
