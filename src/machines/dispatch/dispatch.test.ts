import { describe, expect, test } from 'vitest';
import type { Component } from '../../engine/component.ts';
import type { TimedFault } from '../../engine/faults.ts';
import { fromMs } from '../../engine/time.ts';
import { at, entriesOf, sent, told } from '../client/modules/testing/locking.ts';
import { epochLease } from '../lock-server/epoch-lease/epoch-lease.ts';
import { resourceStore } from '../resource-store/resource-store.ts';
import { storeRules } from '../resource-store/stores/registry.ts';
import { dispatchNode } from './dispatch-node.ts';
import { orderBook } from './order-book.ts';

const KEY = 'dispatch';
const sink = resourceStore({ id: 'sink', rule: storeRules.naive, lockService: 'lock', initial: {} });
const node = (id: string, leaseMs: number | null = null): Component =>
  dispatchNode({
    id,
    orderBook: 'orders',
    sink: 'sink',
    key: KEY,
    tickUs: fromMs(1000),
    workUs: fromMs(500),
    election: leaseMs === null ? null : { lockService: 'lock', ttlUs: fromMs(leaseMs) },
  });
const book = (options: Partial<Parameters<typeof orderBook>[0]> = {}): Component =>
  orderBook({
    id: 'orders',
    orders: 5,
    batch: 2,
    claimTtlUs: fromMs(3000),
    runUs: fromMs(20_000),
    nodes: ['A', 'B'],
    ...options,
  });
const run = (components: readonly Component[], ...timed: readonly TimedFault[]) =>
  entriesOf([...components, sink], { timed });
const batches = (entries: ReturnType<typeof run>): readonly string[] =>
  entries.flatMap(({ ev, t, to, body }) => {
    const { type, orders } = (body ?? {}) as { readonly type?: string; readonly orders?: readonly number[] };
    return ev === 'send' && type === 'batch' ? [`${String(t / 1000)} ${to ?? ''} ${String(orders)}`] : [];
  });

describe('the order book', () => {
  test('gives each poll orders that nobody else has claimed, and closes when all are done', () => {
    const entries = run([node('A'), node('B'), book()]);
    expect(batches(entries)).toEqual(['1 A 0,1', '1 B 2,3', '1001 A 4', '1001 B ']);
    expect(sent(entries, 'A').filter((line) => line.endsWith('closed'))).toHaveLength(1);
    // Nobody polls any more, and nothing else happens until the end of the run.
    expect(entries.at(-1)?.t).toBeLessThan(fromMs(1600));
  });

  test('takes a claim back when it has run out, and says so', () => {
    const entries = run([node('A'), node('B'), book()], { kind: 'pause', node: 'A', at: at(400) });
    expect(told(entries, 'claim-over')).toEqual(['3001 orders claim-over A', '3001 orders claim-over A']);
    expect(batches(entries)).toEqual(['1 A 0,1', '1 B 2,3', '1001 B 4', '2001 B ', '3001 B 0,1']);
  });

  test('is over after a set time as well, and gives nothing from then on', () => {
    const entries = run([node('A'), node('B'), book({ orders: 50, runUs: fromMs(1500.5) })]);
    expect(batches(entries)).toEqual(['1 A 0,1', '1 B 2,3', '1001 A 4,5', '1001 B 6,7']);
    // What was given out before is still written.
    expect(entries.filter(({ ev, t }) => ev === 'write' && t > fromMs(1500.5))).toHaveLength(4);
  });

  test('without a batch size gives all that are open, to each', () => {
    const entries = run([node('A'), node('B'), book({ batch: null, claimTtlUs: null })]);
    expect(batches(entries)).toEqual(['1 A 0,1,2,3,4', '1 B 0,1,2,3,4']);
    expect(told(entries, 'write')).toHaveLength(10);
  });
});

describe('a node', () => {
  test('writes what it was given before it looks at anything else, however long it stood still', () => {
    const entries = run([node('A'), node('B'), book()], {
      kind: 'pause',
      node: 'A',
      at: at(501),
      forUs: fromMs(9000),
    });
    const after = entries.filter(({ t, actor }) => t >= fromMs(9501) && actor === 'A');
    expect(after.map(({ ev, body }) => (body === undefined ? ev : (body as { type: string }).type))).toEqual([
      'resume',
      'write',
      'deliver',
      'deliver',
      'done',
      'write',
      'deliver',
      'done',
    ]);
  });

  test('that crashes forgets its batch; restarted it polls again', () => {
    const faults: readonly TimedFault[] = [
      { kind: 'crash', node: 'A', at: at(400) },
      { kind: 'restart', node: 'A', at: at(3500), data: 'kept' },
    ];
    const entries = run([node('A'), book({ nodes: ['A'] })], ...faults);
    expect(batches(entries).slice(0, 2)).toEqual(['1 A 0,1', '3501 A 0,1']);
    expect(told(entries, 'write')[0]).toMatch(/^400[0-9]/);
  });

  test('with an election polls only while it leads, and writes with its epoch', () => {
    const lock = epochLease({ id: 'lock', keys: [KEY], raises: [] });
    const entries = run([node('A', 1500), node('B', 1500), book({ claimTtlUs: null }), lock], {
      kind: 'pause',
      node: 'A',
      at: at(400),
      forUs: fromMs(2000),
    });
    expect(told(entries, 'believe')).toEqual([
      '2 A believe true 1',
      '2002 B believe true 2',
      '3002 B believe true 2',
      // Its next tick: it was busy with its writes when the one came that it had missed.
      '3004 A believe false 1 renewal-refused',
      '4002 B believe true 2',
    ]);
    expect(
      entries.flatMap(({ ev, client, token }) => (ev === 'write' ? [`${client ?? ''}${String(token)}`] : [])),
    ).toEqual(['A1', 'A1', 'B2', 'B2', 'B2', 'B2', 'B2']);
  });
});
