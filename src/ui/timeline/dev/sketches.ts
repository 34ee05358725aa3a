import type { Run } from '../../../scenarios/run.ts';
import type { Sketch } from './make-run.ts';
import { makeLanes, makeRun } from './make-run.ts';

/** A paused holder that comes back and writes, against one store. */
export function pausedHolder(fenced: boolean): Run {
  const late: Sketch[] = fenced
    ? [
        {
          t: 17,
          ev: 'write',
          actor: 'store',
          client: 'A',
          token: 1,
          value: 'reserved-by-a',
          outcome: 'rejected',
          reason: 'stale-token',
          message: 'A>store#1',
          sent: 16.4,
          fence: 2,
        },
        { t: 17, ev: 'send', actor: 'store', to: 'A', message: 'store>A#1' },
        { t: 17.4, ev: 'believe', actor: 'A', client: 'A', held: false, message: 'store>A#1' },
      ]
    : [
        {
          t: 17,
          ev: 'write',
          actor: 'store',
          client: 'A',
          token: 1,
          value: 'reserved-by-a',
          outcome: 'accepted',
          message: 'A>store#1',
          sent: 16.4,
        },
        { t: 17, ev: 'send', actor: 'store', to: 'A', message: 'store>A#1' },
        { t: 17.4, ev: 'deliver', actor: 'A', message: 'store>A#1' },
      ];
  return makeRun(fenced ? 'Fenced store' : 'Naive store', makeLanes(['A', 'B'], ['lock'], ['store']), [
    { t: 0, ev: 'send', actor: 'A', to: 'lock', message: 'A>lock#1' },
    { t: 0.2, ev: 'grant', actor: 'lock', client: 'A', token: 1, expires: 10.2, message: 'A>lock#1' },
    { t: 0.2, ev: 'send', actor: 'lock', to: 'A', message: 'lock>A#1' },
    { t: 0.4, ev: 'believe', actor: 'A', client: 'A', held: true, message: 'lock>A#1' },
    { t: 2, ev: 'pause', actor: 'A', client: 'A' },
    { t: 10.2, ev: 'expire', actor: 'lock', client: 'A' },
    { t: 10.7, ev: 'send', actor: 'B', to: 'lock', message: 'B>lock#1' },
    { t: 11, ev: 'grant', actor: 'lock', client: 'B', token: 2, expires: 21, message: 'B>lock#1' },
    { t: 11, ev: 'send', actor: 'lock', to: 'B', message: 'lock>B#1' },
    { t: 11.4, ev: 'believe', actor: 'B', client: 'B', held: true, message: 'lock>B#1' },
    { t: 13, ev: 'send', actor: 'B', to: 'store', message: 'B>store#1' },
    {
      t: 13.4,
      ev: 'write',
      actor: 'store',
      client: 'B',
      token: 2,
      value: 'reserved-by-b',
      outcome: 'accepted',
      message: 'B>store#1',
      sent: 13,
      ...(fenced ? { fence: 2 } : {}),
    },
    { t: 13.4, ev: 'send', actor: 'store', to: 'B', message: 'store>B#1' },
    { t: 13.8, ev: 'deliver', actor: 'B', message: 'store>B#1' },
    { t: 16, ev: 'resume', actor: 'A', client: 'A' },
    { t: 16.4, ev: 'send', actor: 'A', to: 'store', message: 'A>store#1' },
    ...late,
  ]);
}

/** Three clients; one ends a lease that is no longer its own, a third takes the key beside the second. */
export function wrongRelease(): Run {
  return makeRun('Delete without a check', makeLanes(['A', 'B', 'C'], ['redis'], ['store']), [
    { t: 0, ev: 'wait', actor: 'C', client: 'C' },
    { t: 0.1, ev: 'grant', actor: 'redis', client: 'A', token: 7, expires: 3.1 },
    { t: 0.3, ev: 'believe', actor: 'A', client: 'A', held: true },
    { t: 0.5, ev: 'work', actor: 'A', client: 'A', unit: 'invoice 12', phase: 'start' },
    { t: 3.1, ev: 'expire', actor: 'redis', client: 'A' },
    { t: 3.4, ev: 'grant', actor: 'redis', client: 'B', token: 8, expires: 6.4 },
    { t: 3.6, ev: 'believe', actor: 'B', client: 'B', held: true },
    { t: 3.8, ev: 'read', actor: 'store', client: 'B', store: 'store', value: 'open' },
    { t: 4, ev: 'work', actor: 'A', client: 'A', unit: 'invoice 12', phase: 'end' },
    { t: 4.2, ev: 'revoke', actor: 'redis', client: 'B', by: 'A' },
    { t: 4.3, ev: 'believe', actor: 'A', client: 'A', held: false },
    { t: 4.5, ev: 'grant', actor: 'redis', client: 'C', token: 9, expires: 7.5 },
    { t: 4.7, ev: 'believe', actor: 'C', client: 'C', held: true },
    {
      t: 5,
      ev: 'write',
      actor: 'store',
      client: 'C',
      token: 9,
      value: 'paid',
      outcome: 'accepted',
      sent: 4.8,
      base: 0,
    },
    {
      t: 5.4,
      ev: 'write',
      actor: 'store',
      client: 'B',
      token: 8,
      value: 'cancelled',
      outcome: 'accepted',
      sent: 5.1,
      base: 0,
    },
    { t: 5.8, ev: 'note', actor: 'B', client: 'B', text: 'B logs success' },
    { t: 6, ev: 'believe', actor: 'B', client: 'B', held: false },
    { t: 6.6, ev: 'crash', actor: 'C', client: 'C' },
    { t: 8.2, ev: 'restart', actor: 'C', client: 'C' },
    { t: 9, ev: 'note', actor: 'redis', text: 'failover' },
  ]);
}

/** Messages that overtake each other, one lost, one duplicated, one nobody knows about; the clock steps. */
export function badNetwork(): Run {
  return makeRun('Bad network', makeLanes(['A', 'B'], ['lock'], ['store']), [
    { t: 0, ev: 'send', actor: 'A', to: 'lock', message: 'A>lock#1' },
    { t: 0.6, ev: 'grant', actor: 'lock', client: 'A', token: 1, expires: 5.6, message: 'A>lock#1' },
    { t: 0.6, ev: 'send', actor: 'lock', to: 'A', message: 'lock>A#1' },
    { t: 1.1, ev: 'believe', actor: 'A', client: 'A', held: true, message: 'lock>A#1' },
    { t: 1.5, ev: 'send', actor: 'A', to: 'store', message: 'A>store#1' },
    { t: 1.9, ev: 'send', actor: 'A', to: 'store', message: 'A>store#2' },
    {
      t: 2.3,
      ev: 'write',
      actor: 'store',
      client: 'A',
      token: 1,
      value: 'second',
      outcome: 'accepted',
      sent: 1.9,
      message: 'A>store#2',
      fence: 1,
    },
    {
      t: 3.6,
      ev: 'write',
      actor: 'store',
      client: 'A',
      token: 1,
      value: 'first',
      outcome: 'accepted',
      sent: 1.5,
      message: 'A>store#1',
      fence: 1,
    },
    { t: 2.6, ev: 'send', actor: 'A', to: 'lock', message: 'A>lock#2' },
    { t: 3.1, ev: 'lose', actor: 'lock', message: 'A>lock#2', reason: 'dropped' },
    { t: 3.3, ev: 'send', actor: 'B', to: 'lock', message: 'B>lock#1' },
    { t: 3.7, ev: 'refuse', actor: 'lock', client: 'B', op: 'acquire', reason: 'held', message: 'B>lock#1' },
    { t: 4.1, ev: 'refuse', actor: 'lock', client: 'B', op: 'acquire', reason: 'held', message: 'B>lock#1' },
    { t: 4.6, ev: 'clock', actor: 'lock', byUs: 2_000_000 as never },
    { t: 4.6, ev: 'expire', actor: 'lock', client: 'A' },
    { t: 5, ev: 'send', actor: 'B', to: 'lock', message: 'B>lock#2' },
    { t: 5.4, ev: 'grant', actor: 'lock', client: 'B', token: 2, expires: 10.4, message: 'B>lock#2' },
    { t: 5.4, ev: 'send', actor: 'lock', to: 'B', message: 'lock>B#2' },
    { t: 5.9, ev: 'believe', actor: 'B', client: 'B', held: true, message: 'lock>B#2' },
    { t: 6.3, ev: 'send', actor: 'A', to: 'store', message: 'A>store#3' },
    {
      t: 6.9,
      ev: 'write',
      actor: 'store',
      client: 'A',
      token: 1,
      value: 'third',
      outcome: 'accepted',
      sent: 6.3,
      message: 'A>store#3',
      fence: 1,
    },
    { t: 7.2, ev: 'send', actor: 'B', to: 'store', message: 'B>store#1' },
    {
      t: 7.5,
      ev: 'write',
      actor: 'store',
      client: 'B',
      token: 2,
      value: 'fourth',
      outcome: 'rejected',
      reason: 'version',
      message: 'B>store#1',
      sent: 7.2,
      fence: 1,
    },
    { t: 7.9, ev: 'send', actor: 'B', to: 'store', message: 'B>store#2' },
    { t: 9, ev: 'note', actor: 'lock', text: 'end of the log' },
  ]);
}

/** A watchdog renews every third of the TTL until its holder crashes. */
export function watchdog(): Run {
  const renewals = Array.from({ length: 8 }, (_, index): readonly Sketch[] => {
    const t = 0.4 + (index + 1) * 3.333;
    const message = `A>lock#${String(index + 2)}`;
    return [
      { t, ev: 'send', actor: 'A', to: 'lock', message },
      { t: t + 0.2, ev: 'renew', actor: 'lock', client: 'A', token: 1, expires: t + 10.2, message },
      { t: t + 0.2, ev: 'send', actor: 'lock', to: 'A', message: `lock>A#${String(index + 2)}` },
      { t: t + 0.4, ev: 'deliver', actor: 'A', message: `lock>A#${String(index + 2)}` },
    ];
  }).flat();
  return makeRun('Watchdog', makeLanes(['A', 'B'], ['lock'], ['store']), [
    { t: 0, ev: 'send', actor: 'A', to: 'lock', message: 'A>lock#1' },
    { t: 0.2, ev: 'grant', actor: 'lock', client: 'A', token: 1, expires: 10.2, message: 'A>lock#1' },
    { t: 0.2, ev: 'send', actor: 'lock', to: 'A', message: 'lock>A#1' },
    { t: 0.4, ev: 'believe', actor: 'A', client: 'A', held: true, message: 'lock>A#1' },
    ...renewals,
    { t: 28, ev: 'crash', actor: 'A', client: 'A' },
    { t: 5, ev: 'wait', actor: 'B', client: 'B' },
    { t: 37.264, ev: 'expire', actor: 'lock', client: 'A' },
    { t: 37.6, ev: 'grant', actor: 'lock', client: 'B', token: 2, expires: 47.6 },
    { t: 37.8, ev: 'believe', actor: 'B', client: 'B', held: true },
    {
      t: 39,
      ev: 'write',
      actor: 'store',
      client: 'B',
      token: 2,
      value: 'done',
      outcome: 'accepted',
      sent: 38.8,
      fence: 2,
    },
    { t: 40, ev: 'release', actor: 'lock', client: 'B', token: 2 },
    { t: 40, ev: 'believe', actor: 'B', client: 'B', held: false },
  ]);
}

/** Two keys and two records. */
export function twoKeys(): Run {
  return makeRun('Two keys', makeLanes(['worker-blue', 'worker-green'], ['lock'], ['orders', 'stock']), [
    { t: 0, ev: 'grant', actor: 'lock', client: 'worker-blue', key: 'orders', token: 1, expires: 6 },
    { t: 0.2, ev: 'believe', actor: 'worker-blue', client: 'worker-blue', key: 'orders', held: true },
    { t: 1, ev: 'grant', actor: 'lock', client: 'worker-blue', key: 'stock', token: 2, expires: 7 },
    { t: 1.2, ev: 'believe', actor: 'worker-blue', client: 'worker-blue', key: 'stock', held: true },
    {
      t: 2,
      ev: 'write',
      actor: 'orders',
      client: 'worker-blue',
      key: 'orders',
      token: 1,
      record: 'order 7',
      value: 'packed',
      outcome: 'accepted',
      fence: 1,
    },
    {
      t: 2.4,
      ev: 'write',
      actor: 'orders',
      client: 'worker-blue',
      key: 'orders',
      token: 1,
      record: 'order 8',
      value: 'packed',
      outcome: 'accepted',
      fence: 1,
    },
    {
      t: 3,
      ev: 'write',
      actor: 'stock',
      client: 'worker-blue',
      key: 'stock',
      token: 2,
      record: 'bolts',
      value: '41',
      outcome: 'accepted',
      fence: 2,
    },
    { t: 6, ev: 'expire', actor: 'lock', client: 'worker-blue', key: 'orders' },
    { t: 6.5, ev: 'grant', actor: 'lock', client: 'worker-green', key: 'orders', token: 3, expires: 12.5 },
    { t: 6.7, ev: 'believe', actor: 'worker-green', client: 'worker-green', key: 'orders', held: true },
    { t: 7, ev: 'expire', actor: 'lock', client: 'worker-blue', key: 'stock' },
    {
      t: 7.5,
      ev: 'write',
      actor: 'orders',
      client: 'worker-green',
      key: 'orders',
      token: 3,
      record: 'order 7',
      value: 'sent',
      outcome: 'accepted',
      fence: 3,
    },
    {
      t: 8,
      ev: 'write',
      actor: 'orders',
      client: 'worker-blue',
      key: 'orders',
      token: 1,
      record: 'order 8',
      value: 'dropped',
      outcome: 'rejected',
      reason: 'stale-token',
      fence: 3,
    },
    {
      t: 8.6,
      ev: 'write',
      actor: 'stock',
      client: 'worker-blue',
      key: 'stock',
      token: 2,
      record: 'bolts',
      value: '40',
      outcome: 'accepted',
      fence: 2,
    },
    { t: 9, ev: 'believe', actor: 'worker-blue', client: 'worker-blue', key: 'orders', held: false },
    { t: 10, ev: 'believe', actor: 'worker-blue', client: 'worker-blue', key: 'stock', held: false },
  ]);
}

/** A log of any length: clients take turns, now and then one is late. */
export function synthetic(length: number, clients = 4): Run {
  const names = Array.from({ length: clients }, (_, index) => `c${String(index + 1)}`);
  const sketches: Sketch[] = [];
  let t = 0;
  for (let turn = 0; sketches.length < length; turn++) {
    const client = names[turn % clients] ?? 'c1';
    const token = turn + 1;
    const late = turn % 97 === 96;
    sketches.push(
      { t, ev: 'grant', actor: 'lock', client, token, expires: t + 2 },
      { t: t + 0.05, ev: 'believe', actor: client, client, held: true },
      {
        t: t + 0.4,
        ev: 'write',
        actor: 'store',
        client,
        token,
        value: `v${String(token)}`,
        outcome: 'accepted',
        sent: t + 0.3,
        fence: token,
      },
    );
    if (late) {
      const other = names[(turn + 1) % clients] ?? 'c2';
      sketches.push(
        { t: t + 2, ev: 'expire', actor: 'lock', client },
        { t: t + 2.1, ev: 'grant', actor: 'lock', client: other, token: token + 0.5, expires: t + 4 },
        {
          t: t + 2.5,
          ev: 'write',
          actor: 'store',
          client,
          token,
          value: `late${String(token)}`,
          outcome: turn % 2 === 0 ? 'accepted' : 'rejected',
          reason: 'stale-token',
          sent: t + 2.3,
        },
        { t: t + 2.6, ev: 'release', actor: 'lock', client: other },
        { t: t + 2.7, ev: 'believe', actor: client, client, held: false },
      );
      t += 3;
    } else {
      sketches.push(
        { t: t + 0.6, ev: 'release', actor: 'lock', client },
        { t: t + 0.65, ev: 'believe', actor: client, client, held: false },
      );
      t += 0.7 + (turn % 13) / 20;
    }
  }
  return makeRun(
    'Recorded log',
    makeLanes(names, ['lock'], ['store']),
    sketches.slice(0, length),
    'recorded',
  );
}
