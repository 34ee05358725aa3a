import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeLanes, makeRun } from './dev/make-run.ts';
import { badNetwork, pausedHolder, synthetic, twoKeys, watchdog, wrongRelease } from './dev/sketches.ts';
import { layoutRun } from './layout.ts';
import type { ClientLane, LanePicture, RunPicture, ServiceLane, StoreLane } from './picture.ts';

const SECOND = 1_000_000;

function client(picture: RunPicture, id: string): ClientLane {
  const lane = picture.lanes.find((lane) => lane.lane.id === id);
  if (lane?.role !== 'client') throw new Error(`no client ${id}`);
  return lane;
}

function first<R extends LanePicture['role']>(
  picture: RunPicture,
  role: R,
): Extract<LanePicture, { role: R }> {
  const lane = picture.lanes.find((lane) => lane.role === role);
  if (lane === undefined) throw new Error(`no ${role}`);
  return lane as Extract<LanePicture, { role: R }>;
}

function spans(segments: readonly { start: number; end: number }[]): number[][] {
  return segments.map(({ start, end }) => [start / SECOND, end / SECOND]);
}

describe('a paused holder', () => {
  const naive = layoutRun(pausedHolder(false));
  const fenced = layoutRun(pausedHolder(true));

  test('believes from the delivery of its grant until it learns, or to the end of the trace', () => {
    expect(spans(client(naive, 'A').beliefs)).toEqual([[0.4, 17.4]]);
    expect(client(naive, 'A').beliefs[0]?.endSeq).toBeNull();
    expect(spans(client(fenced, 'A').beliefs)).toEqual([[0.4, 17.4]]);
    expect(client(fenced, 'A').beliefs[0]?.endSeq).not.toBeNull();
  });

  test('is a zombie from the end of its lease, dangerous from the next grant on', () => {
    const { zombies } = client(naive, 'A');
    expect(spans(zombies)).toEqual([
      [10.2, 11],
      [11, 17.4],
    ]);
    expect(zombies.map(({ danger, other }) => ({ danger, other }))).toEqual([
      { danger: false, other: null },
      { danger: true, other: 1 },
    ]);
    expect(client(naive, 'B').zombies).toEqual([]);
  });

  test('has its lease in the record below its belief, and its pause below that', () => {
    expect(spans(client(naive, 'A').leases)).toEqual([[0.2, 10.2]]);
    expect(spans(client(naive, 'A').stops)).toEqual([[2, 16]]);
    expect(client(naive, 'A').hasBand).toBe(true);
    expect(client(naive, 'B').hasBand).toBe(false);
  });

  test('shows both leases at the service, the second as promised beyond the trace', () => {
    const [row, ...more] = first(naive, 'service').rows;
    expect(more).toEqual([]);
    expect(row?.leases.map(({ token, endedBy }) => ({ token, endedBy }))).toEqual([
      { token: 1, endedBy: 'expire' },
      { token: 2, endedBy: 'promise' },
    ]);
    expect(naive.until).toBeGreaterThan(naive.end);
  });

  test('corrupts the naive store and leaves the fenced one alone', () => {
    expect(first(naive, 'store').rows[0]?.values.map(({ value, severity }) => [value, severity])).toEqual([
      ['reserved-by-b', null],
      ['reserved-by-a', 'corrupted'],
    ]);
    expect(first(fenced, 'store').rows[0]?.values.map(({ value }) => value)).toEqual(['reserved-by-b']);
    expect(first(fenced, 'store').fences[0]?.steps.map(({ fence }) => fence)).toEqual([2]);
    expect(shapes(first(naive, 'store'))).toContain('corrupting');
    expect(shapes(first(fenced, 'store'))).toContain('fenced');
    expect(naive.outcomeAt).toBe(17 * SECOND);
  });
});

test('a record that was deleted says so, and a check is a mark of its own', () => {
  const run = makeRun('Deletes', makeLanes(['A'], ['lock'], ['store']), [
    { t: 0, ev: 'grant', actor: 'lock', client: 'A', token: 1, expires: 10 },
    {
      t: 1,
      ev: 'write',
      actor: 'store',
      client: 'A',
      token: 1,
      record: 'r',
      value: 'x',
      outcome: 'accepted',
    },
    { t: 2, ev: 'check', actor: 'store', client: 'A', token: 1, record: 'r', op: 'delete' },
    {
      t: 3,
      ev: 'write',
      actor: 'store',
      client: 'A',
      record: 'r',
      op: 'delete',
      value: '',
      outcome: 'accepted',
    },
  ]);
  const store = first(layoutRun(run), 'store');
  expect(store.rows[0]?.values.map(({ value, deletes }) => [value, deletes])).toEqual([
    ['x', false],
    ['', true],
  ]);
  expect(shapes(store)).toEqual(['accepted', 'read', 'accepted']);
});

test('a cache that was cleared holds nothing until it is filled again', () => {
  const run = makeRun('Cached', makeLanes(['A'], ['lock'], ['cache']), [
    { t: 1, ev: 'fill', actor: 'cache', client: 'A', record: 'r', value: 'x', base: 0 },
    { t: 2, ev: 'clear', actor: 'cache', client: 'A', record: 'r' },
    { t: 4, ev: 'fill', actor: 'cache', client: 'A', record: 'r', value: 'y', base: 1 },
    { t: 5, ev: 'read', actor: 'cache', client: 'A', record: 'r', value: 'y', base: 1 },
  ]);
  const [row] = first(layoutRun(run), 'store').rows;
  expect(row?.values.map(({ start, end, value }) => [start / SECOND, value, end < 4 * SECOND])).toEqual([
    [1, 'x', true],
    [4, 'y', false],
  ]);
});

describe('messages', () => {
  const picture = layoutRun(badNetwork());

  test('go from when they were sent to when they were handled, and may cross', () => {
    const writes = picture.messages.filter(
      ({ to, client }) => picture.lanes[to]?.role === 'store' && client === 0,
    );
    expect(spans(writes)).toEqual([
      [1.5, 3.6],
      [1.9, 2.3],
      [6.3, 6.9],
    ]);
  });

  test('end where they were lost, stay open where nobody knows, and are two lines when handled twice', () => {
    expect(spans(picture.messages.filter(({ fate }) => fate === 'lost'))).toEqual([[2.6, 3.1]]);
    expect(spans(picture.messages.filter(({ fate }) => fate === 'unknown'))).toEqual([[7.9, 9]]);
    expect(picture.messages.filter(({ start }) => start === 3.3 * SECOND)).toHaveLength(2);
  });

  test('of recorded writes run from their `sent`', () => {
    const { messages } = layoutRun(wrongRelease());
    expect(spans(messages)).toEqual([
      [4.8, 5],
      [5.1, 5.4],
    ]);
  });
});

describe('leases', () => {
  test('that a broken promise still overlaps are drawn in two rows', () => {
    const { rows } = first(layoutRun(wrongRelease()), 'service') satisfies ServiceLane;
    expect(rows.map((row) => row.leases.map(({ clientId }) => clientId))).toEqual([['A', 'B'], ['C']]);
    expect(rows[0]?.leases[1]).toMatchObject({ endedBy: 'revoke', by: 'A' });
  });

  test('are lengthened by renewals and end when the service says so, even late', () => {
    const [lease] = first(layoutRun(watchdog()), 'service').rows[0]?.leases ?? [];
    expect(lease?.renewals).toHaveLength(8);
    expect(lease?.end).toBe(37.264 * SECOND);
  });

  test('without an end entry end at their promise, without a promise never', () => {
    const run = makeRun('Log', makeLanes(['A', 'B'], ['lock'], ['store']), [
      { t: 0, ev: 'grant', actor: 'lock', client: 'A', expires: 3 },
      { t: 5, ev: 'grant', actor: 'lock', client: 'B' },
      { t: 9, ev: 'note', actor: 'lock' },
    ]);
    const leases = first(layoutRun(run), 'service').rows[0]?.leases ?? [];
    expect(leases.map(({ end, endedBy }) => [end, endedBy])).toEqual([
      [3 * SECOND, 'promise'],
      [Infinity, 'open'],
    ]);
  });

  test('that had run out and live again are a second bar', () => {
    const run = makeRun('Log', makeLanes(['A'], ['lock'], ['store']), [
      { t: 0, ev: 'grant', actor: 'lock', client: 'A', token: 4, expires: 3 },
      { t: 0, ev: 'believe', actor: 'A', client: 'A', held: true },
      { t: 3, ev: 'expire', actor: 'lock', client: 'A' },
      { t: 5, ev: 'renew', actor: 'lock', client: 'A', expires: 8 },
      { t: 7, ev: 'note', actor: 'lock' },
    ]);
    const picture = layoutRun(run);
    expect(first(picture, 'service').rows[0]?.leases.map(({ token }) => token)).toEqual([4, 4]);
    expect(spans(client(picture, 'A').zombies)).toEqual([[3, 5]]);
  });
});

test('several keys and records have rows of their own', () => {
  const picture = layoutRun(twoKeys());
  expect(picture.namesKeys).toBe(true);
  expect(first(picture, 'service').rows.map(({ key }) => key)).toEqual(['orders', 'stock']);
  expect(first(picture, 'store').rows.map(({ record }) => record)).toEqual(['order 7', 'order 8']);
  expect(client(picture, 'worker-blue').slices).toBe(2);
});

test('a crash ends belief, and a restart ends the crash', () => {
  const c = client(layoutRun(wrongRelease()), 'C');
  expect(spans(c.beliefs)).toEqual([[4.7, 6.6]]);
  expect(spans(c.stops)).toEqual([[6.6, 8.2]]);
});

test('every entry is exactly one mark, whatever the entries are', () => {
  const kinds = [
    'grant',
    'renew',
    'expire',
    'revoke',
    'believe',
    'write',
    'read',
    'wait',
    'send',
    'lose',
    'duplicate',
    'pause',
    'resume',
    'crash',
    'restart',
    'clock',
    'fault',
    'note',
    'strange',
  ];
  const entry = fc.record({
    t: fc.integer({ min: 0, max: 50 }),
    ev: fc.constantFrom(...kinds),
    actor: fc.constantFrom('A', 'B', 'lock', 'store', 'nobody'),
    client: fc.constantFrom('A', 'B', 'ghost'),
    key: fc.constantFrom('lock', 'k2', 'k3'),
    record: fc.constantFrom('r1', 'r2'),
    held: fc.boolean(),
    to: fc.constantFrom('A', 'lock', 'store', 'nobody'),
    message: fc.constantFrom('m1', 'm2', 'm3'),
    outcome: fc.constantFrom('accepted' as const, 'rejected' as const),
    expires: fc.integer({ min: 0, max: 80 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const run = makeRun('Any', makeLanes(['A', 'B'], ['lock'], ['store']), entries);
      const picture = layoutRun(run);
      const seqs = picture.lanes.flatMap(({ marks }) => [...marks.seq]).toSorted((a, b) => a - b);
      expect(seqs).toEqual(run.entries.map(({ seq }) => seq));
      for (const { marks } of picture.lanes) {
        expect([...marks.t]).toEqual([...marks.t].toSorted((a, b) => a - b));
      }
    }),
  );
});

test('an empty trace is an empty picture', () => {
  const picture = layoutRun(makeRun('Empty', makeLanes(['A'], ['lock'], ['store']), []));
  expect(picture.until).toBeGreaterThan(picture.start);
  expect(picture.messages).toEqual([]);
});

test('a log of 10,000 entries keeps its clients apart', () => {
  const picture = layoutRun(synthetic(10_000));
  expect(picture.lanes.reduce((sum, { marks }) => sum + marks.seq.length, 0)).toBe(10_000);
  expect(picture.findings.length).toBeGreaterThan(10);
});

function shapes(lane: StoreLane): readonly string[] {
  return lane.marks.shape;
}
