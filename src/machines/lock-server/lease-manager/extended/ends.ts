import type { Effect } from '../../../../engine/component.ts';
import { expireEntry } from './grants.ts';
import { deadlineOf, withRow, type Desk, type Half, type Row, type Served } from './memory.ts';
import { servedInTurn } from './queue.ts';
import { freed } from './tokens.ts';

/** The key is nobody's any more; `told` goes out first. Who waits is served. */
export function free(desk: Desk, key: string, told: readonly Effect[]): Served {
  const { side } = desk;
  const next = servedInTurn({ ...desk, half: freed(desk, withRow(desk.half, key, null), key) }, key);
  const effects: Effect[] = (['lease', 'until', 'delay'] as const).map((kind) => ({
    type: 'cancel',
    id: deadlineOf(side, kind, key),
  }));
  return { half: next.half, effects: [...told, ...effects, ...next.effects] };
}

/** A lease ran out. The key can be had at once, or after a grace time. */
export function ranOut(desk: Desk, key: string): Served | null {
  const { options, side, half } = desk;
  const row = half.rows[key] ?? null;
  if (row === null || !row.live) return null;
  const told = livesOn(desk.other, key, row) ? [] : [expireEntry(key, row)];
  const { lockDelayUs } = options.extras;
  const over = freed(desk, half, key);
  if (lockDelayUs <= 0) {
    const next = servedInTurn({ ...desk, half: withRow(over, key, { ...row, live: false }) }, key);
    return { half: next.half, effects: [...told, ...next.effects] };
  }
  const delay: Effect = {
    type: 'deadline',
    id: deadlineOf(side, 'delay', key),
    afterUs: lockDelayUs,
    clock: 'monotonic',
  };
  return { half: withRow(over, key, { ...row, live: false, delayed: true }), effects: [...told, delay] };
}

/** The grace time is over. */
export function delayOver(desk: Desk, key: string): Served | null {
  const row = desk.half.rows[key] ?? null;
  if (row?.delayed !== true) return null;
  const { delayed: _over, ...rest } = row;
  return servedInTurn({ ...desk, half: withRow(desk.half, key, rest) }, key);
}

/** The service's wall clock went back to before the end: a lease that nobody replaced lives again. */
export function revived(desk: Desk, key: string, leftUs: number): Served | null {
  const row = desk.half.rows[key] ?? null;
  if (row === null || row.live) return null;
  const { delayed: _over, ...rest } = row;
  const { client, token } = row;
  return {
    half: withRow(desk.half, key, { ...rest, live: true }),
    effects: [
      { type: 'trace', entry: { ev: 'revive', client, key, token }, expiresAfterUs: leftUs },
      { type: 'cancel', id: deadlineOf(desk.side, 'delay', key) },
    ],
  };
}

/** The record of a key is lost; null where there is none. */
export function forget(desk: Desk, key: string): Served | null {
  const row = desk.half.rows[key] ?? null;
  return row === null ? null : free(desk, key, forgetEntries(desk.other, key, row));
}

/** The entry that the service lost a record, unless its other half has the lease yet. */
export function forgetEntries(other: Half | null, key: string, row: Row): readonly Effect[] {
  const { client, token } = row;
  return livesOn(other, key, row) ? [] : [{ type: 'trace', entry: { ev: 'forget', client, key, token } }];
}

/** Whether the other half has a live copy of the lease: then it has not ended. */
function livesOn(other: Half | null, key: string, { client, token }: Row): boolean {
  const copy = other?.rows[key] ?? null;
  return copy !== null && copy.live && copy.client === client && copy.token === token;
}
