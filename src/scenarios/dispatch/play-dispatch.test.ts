import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import { FINDING_KINDS } from '../../engine/verdict/types.ts';
import { DISPATCH_ENTRY } from './dispatch-entry.ts';
import { DISPATCH_MODES, dispatchModel, type DispatchMode } from './dispatch-model.ts';
import type { DispatchRun } from './dispatch-run.ts';
import {
  DISPATCH_PARAMETER_IDS,
  DISPATCH_PARAMETERS,
  dispatchSettings,
  NO_NODE,
  type DispatchValues,
} from './parameters.ts';
import { playDispatch } from './play-dispatch.ts';

const run = (mode: DispatchMode, values: DispatchValues = {}): DispatchRun =>
  playDispatch(mode, dispatchSettings(values));

/** Effects, duplicates, empty polls, failover, as in a row of the table; then how many ticks the run had. */
function row(mode: DispatchMode, values: DispatchValues = {}): readonly unknown[] {
  const { figures, ticks } = run(mode, values);
  return [figures.effects, figures.duplicates, figures.emptyPolls, figures.failover, ticks];
}

const NO_STALL = { 'stalled-node': 'none' } as const;

describe('the published table', () => {
  test('scan: all three nodes take all orders in tick 0, and the run is over before anybody stalls', () => {
    expect(row('scan')).toEqual([60, 40, 0, 0, 1]);
    expect(run('scan').figures.late).toEqual({ effects: 0, duplicates: 0, refused: 0 });
  });

  test('claim: two nodes poll for nothing until the claim of the third has run out in tick 8', () => {
    expect(row('claim')).toEqual([23, 3, 12, 0, 9]);
    expect(run('claim').figures.late).toEqual({ effects: 3, duplicates: 3, refused: 0 });
  });

  test('leader: nobody dispatches until tick 8, and what the first leader had taken is refused', () => {
    expect(row('leader')).toEqual([20, 0, 1, 7, 14]);
    expect(run('leader').figures.late).toEqual({ effects: 0, duplicates: 0, refused: 3 });
    expect(run('leader').takeover).toEqual({ node: 'N1', tick: 8 });
  });

  test('the verdicts: no lock at all twice, and a fence that did its work, as the list of scenarios says', () => {
    expect(DISPATCH_MODES.map((mode) => run(mode).verdict.outcome)).toEqual(['at-risk', 'at-risk', 'fenced']);
    expect(DISPATCH_ENTRY.shows).toEqual(
      DISPATCH_MODES.map((mode) => {
        const { outcome, findings } = run(mode).verdict;
        const kinds = new Set(findings.map(({ kind }) => kind));
        return { configuration: mode, outcome, findings: FINDING_KINDS.filter((kind) => kinds.has(kind)) };
      }),
    );
  });
});

describe('other parameters, each worked out by hand', () => {
  test('nobody stalls: claims are enough, and a leader is merely slower', () => {
    expect(row('scan', NO_STALL)).toEqual([60, 40, 0, 0, 1]);
    // 9, 9, then 2 for the first node and nothing for the others.
    expect(row('claim', NO_STALL)).toEqual([20, 0, 2, 0, 3]);
    // Six batches of 3 and one of 2.
    expect(row('leader', NO_STALL)).toEqual([20, 0, 0, 0, 7]);
  });

  test('a stall after the run is none', () => {
    for (const mode of DISPATCH_MODES) {
      expect(row(mode, { 'stall-tick': 20 })).toEqual(row(mode, NO_STALL));
    }
  });

  test('a claim of 2 ticks: taken over in tick 3, empty polls in ticks 2 and 3 alone', () => {
    expect(row('claim', { 'claim-ttl': 2 })).toEqual([23, 3, 2, 0, 4]);
  });

  test('a claim that ends before the work does is none: in each tick all take the same batch', () => {
    // 9 effects in tick 0; two nodes are left from tick 1 on: 6 in ticks 1 to 5, 4 in tick 6; 3 late ones.
    expect(row('claim', { 'claim-ttl': 0 })).toEqual([46, 26, 0, 0, 7]);
  });

  test('whoever stalls, a claim made in tick 1 is over in tick 8 for whoever polls first', () => {
    expect(row('claim', { 'stalled-node': 2 })).toEqual([23, 3, 12, 0, 9]);
  });

  test('a node that does not lead stalls: nothing is lost', () => {
    expect(row('leader', { 'stalled-node': 2 })).toEqual([20, 0, 0, 0, 7]);
  });

  test('a lease of 2 ticks, the leader stalls in tick 3: takeover in tick 5, 11 orders left', () => {
    expect(row('leader', { 'lease-ttl': 2, 'stall-tick': 3 })).toEqual([20, 0, 1, 2, 9]);
  });

  test('a lease without any time: three leaders in each tick, and the sink takes the last one only', () => {
    expect(row('leader', { 'lease-ttl': 0, ...NO_STALL })).toEqual([20, 0, 14, 0, 7]);
    const { nodes, figures } = run('leader', { 'lease-ttl': 0, ...NO_STALL });
    expect(nodes.map(({ cells }) => cells[0]?.poll?.written)).toEqual([
      { effects: 0, duplicates: 0, refused: 3 },
      { effects: 0, duplicates: 0, refused: 3 },
      { effects: 3, duplicates: 0, refused: 0 },
    ]);
    expect(figures.late.refused).toBe(0);
  });

  test('batches of 1', () => {
    expect(row('claim', { batch: 1, ...NO_STALL })).toEqual([20, 0, 1, 0, 7]);
    expect(row('leader', { batch: 1, ...NO_STALL })).toEqual([20, 0, 0, 0, 20]);
    // Order 3 is claimed until tick 8; the two others do 12 orders in ticks 2 to 7, then 3 and 18, then 19.
    expect(row('claim', { batch: 1 })).toEqual([21, 1, 1, 0, 10]);
    // 1 order in tick 0, 19 in ticks 8 to 26.
    expect(row('leader', { batch: 1 })).toEqual([20, 0, 1, 7, 27]);
  });

  test('one node has nobody to do its work twice', () => {
    for (const mode of DISPATCH_MODES) {
      expect(row(mode, { nodes: 1, ...NO_STALL })).toEqual([20, 0, 0, 0, mode === 'scan' ? 1 : 7]);
    }
  });

  test('the only node stalls: nobody takes over, nothing refuses its late writes, and 14 orders stay open', () => {
    expect(row('claim', { nodes: 1 })).toEqual([6, 0, 0, 0, 2]);
    expect(row('leader', { nodes: 1 })).toEqual([6, 0, 0, null, 2]);
    expect(run('leader', { nodes: 1 }).open).toBe(14);
    expect(run('leader', { nodes: 1 }).figures.late).toEqual({ effects: 3, duplicates: 0, refused: 0 });
  });

  test('with fewer nodes than the number of the stalled one, the last one stalls', () => {
    expect(row('claim', { nodes: 2, 'stalled-node': 4 })).toEqual(
      row('claim', { nodes: 2, 'stalled-node': 1 }),
    );
  });
});

describe('the picture', () => {
  test('the leader: it leads, stalls with a batch, keeps its lease for six ticks more, then another leads', () => {
    const [first, second, third] = run('leader').nodes;
    const none = { effects: 0, duplicates: 0, refused: 0 };
    expect(first?.cells.slice(0, 3)).toEqual([
      {
        leads: true,
        stall: null,
        holds: null,
        poll: { taken: 3, written: { ...none, effects: 3 }, late: none },
      },
      {
        leads: true,
        stall: 'begins',
        holds: null,
        poll: { taken: 3, written: none, late: { ...none, refused: 3 } },
      },
      { leads: false, stall: 'goes-on', holds: 'lease', poll: null },
    ]);
    expect(first?.cells.map(({ holds }) => holds).lastIndexOf('lease')).toBe(7);
    expect(second?.cells.map(({ leads }) => leads).indexOf(true)).toBe(8);
    expect(second?.cells[13]?.poll?.taken).toBe(2);
    expect(third?.cells.every(({ poll, leads }) => poll === null && !leads)).toBe(true);
    expect(first?.late.refused).toBe(3);
  });

  test('the claim: it is in the way for six ticks, in which the others poll for nothing', () => {
    const [first, second, third] = run('claim').nodes;
    expect(first?.cells.flatMap(({ holds }, tick) => (holds === 'claim' ? [tick] : []))).toEqual([
      2, 3, 4, 5, 6, 7,
    ]);
    expect(second?.cells.map(({ poll }) => poll?.taken)).toEqual([3, 3, 2, 0, 0, 0, 0, 0, 3]);
    expect(third?.cells.map(({ poll }) => poll?.taken)).toEqual([3, 3, 0, 0, 0, 0, 0, 0, 0]);
  });
});

const settings = fc
  .record(
    Object.fromEntries(
      DISPATCH_PARAMETER_IDS.map((id) => {
        const { min, max } = DISPATCH_PARAMETERS[id];
        return [id, fc.integer({ min, max: Math.min(max, 12) })];
      }),
    ) as Record<(typeof DISPATCH_PARAMETER_IDS)[number], fc.Arbitrary<number>>,
  )
  .map(dispatchSettings);

describe('whatever the parameters', () => {
  test('every order of a completed run took effect once beside the duplicates', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DISPATCH_MODES), settings, (mode, chosen) => {
        const { figures, open } = playDispatch(mode, chosen);
        expect(figures.effects - figures.duplicates).toBe(chosen.orders - open);
        // Only where the only node stalls can an order stay open.
        if (open > 0) expect([chosen.nodes, chosen['stalled-node']]).toEqual([1, 0]);
      }),
      { numRuns: 60 },
    );
  });

  test('what was taken was written, once each', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DISPATCH_MODES), settings, (mode, chosen) => {
        for (const { cells } of playDispatch(mode, chosen).nodes) {
          for (const { poll } of cells) {
            if (poll === null) continue;
            const { taken, written, late } = poll;
            expect(written.effects + written.refused + late.effects + late.refused).toBe(taken);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a leader duplicates nothing, and a takeover takes as long as the lease', () => {
    fc.assert(
      fc.property(settings, (chosen) => {
        const { figures, takeover, nodes } = playDispatch('leader', chosen);
        expect(figures.duplicates).toBe(0);
        if (takeover !== null && chosen['lease-ttl'] > 0) expect(figures.failover).toBe(chosen['lease-ttl']);
        if (takeover === null && nodes.length > 1) expect(figures.failover).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('claims that outlast the work duplicate a batch at most, and only if a node stalls', () => {
    fc.assert(
      fc.property(settings, (chosen) => {
        const { duplicates } = playDispatch('claim', {
          ...chosen,
          'claim-ttl': chosen['claim-ttl'] + 1,
        }).figures;
        expect(duplicates).toBeLessThanOrEqual(chosen['stalled-node'] === NO_NODE ? 0 : chosen.batch);
      }),
      { numRuns: 60 },
    );
  });

  test('the same settings give the same run', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DISPATCH_MODES), settings, (mode, chosen) => {
        expect(playDispatch(mode, chosen)).toEqual(playDispatch(mode, chosen));
      }),
      { numRuns: 20 },
    );
  });
});

test('it is the sink that makes refusals of duplicates: a naive one takes the late batch', () => {
  const chosen = dispatchSettings({});
  const model = dispatchModel('leader', chosen);
  const naive = resourceStore({ id: 'sink', rule: storeRules.naive, lockService: 'lock', initial: {} });
  const components = model.components.map((component) => (component.id === 'sink' ? naive : component));
  const { figures, verdict } = playDispatch('leader', chosen, { ...model, components });
  expect(figures).toMatchObject({ effects: 23, duplicates: 3, late: { duplicates: 3, refused: 0 } });
  expect(verdict.outcome).toBe('corrupted');
});
