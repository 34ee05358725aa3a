import type { Memory } from '../monitor-memory.ts';
import { placeFamily, TOKENS, versionFamily, type RankSink } from './sink.ts';

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
