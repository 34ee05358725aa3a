import { describe, expect, test } from 'vitest';
import '../../scenarios/services/all-services.ts';
import { playScenario } from '../../scenarios/play-scenario.ts';
import { readScenario } from '../../scenarios/scenario.ts';
import { small } from '../../scenarios/testing/small.ts';
import { layoutRun } from './layout.ts';
import type { RunPicture } from './picture.ts';

const script = [{ op: 'acquire', ttl: 10_000 }, { op: 'work', for: 3000 }, { op: 'release' }];

function pictureOf(parts: { readonly [field: string]: unknown }): RunPicture {
  const read = readScenario(small({ clients: [{ id: 'A', script }], ...parts }));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const played = playScenario(read.value, {});
  const run = played.ok ? played.value[0]?.run : undefined;
  if (run === undefined) throw new Error('the document has a configuration');
  return layoutRun(run);
}

/** What each service lane shows of leases: whose, from when to when in milliseconds, and how they ended. */
function rowsOf(picture: RunPicture): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    picture.lanes.flatMap((lane) =>
      lane.role === 'service'
        ? [
            [
              lane.lane.id,
              lane.rows.flatMap(({ leases }) =>
                leases.map(
                  ({ clientId, start, end, endedBy }) =>
                    `${clientId} ${String(start / 1000)}-${String(end / 1000)} ${endedBy}`,
                ),
              ),
            ],
          ]
        : [],
    ),
  );
}

describe('a service of several nodes', () => {
  test('shows in each lane the copy of that node, and the lease with the client that has it', () => {
    const restart = { kind: 'restart', node: 'redlock-2', at: 1000, data: 'lost' };
    const picture = pictureOf({ service: { kind: 'redlock', nodes: 3 }, faults: [restart] });
    expect(rowsOf(picture)).toEqual({
      'redlock-1': ['A 1-3003 release'],
      'redlock-2': ['A 1-1000 forget'],
      'redlock-3': ['A 1-3003 release'],
    });
    const [client] = picture.lanes;
    expect(client?.role === 'client' && client.leases.map(({ start, endedBy }) => [start, endedBy])).toEqual([
      [2000, 'release'],
    ]);
  });

  test('shows a lease where it was granted, and to its end, wherever that came', () => {
    const faults = [
      { kind: 'crash', node: 'redis', at: 1000 },
      { kind: 'failover', node: 'redis-replica', at: 2000 },
    ];
    const picture = pictureOf({ service: { kind: 'redis', replica: {} }, faults });
    expect(rowsOf(picture)).toEqual({ redis: ['A 1-3003 release'], 'redis-replica': [] });
  });

  test('that has no node at all shows the lease with its client', () => {
    const picture = pictureOf({ service: { kind: 'in-process' } });
    expect(picture.lanes.map(({ role }) => role)).toEqual(['client', 'store']);
    const [client] = picture.lanes;
    expect(client?.role === 'client' && client.leases).toHaveLength(1);
  });
});
