import type { Effect } from '../../../engine/component.ts';
import type { Served } from '../../serving-machine.ts';
import type { Contents, Memory } from './memory.ts';

/** Entries by which a single node tells of a lease; one of several tells of its own copy instead. */
const OF_LEASES: ReadonlySet<string> = new Set(['grant', 'renew', 'expire', 'release', 'revoke', 'forget']);

/**
 * What a node tells that is one of several independent ones: its record is a copy and no lease, so that what
 * becomes of it is a note in its lane, and the tally hears of it in the same step.
 */
export function tallied(
  node: string,
  tally: string,
  before: Contents,
  { memory, effects }: Served<Memory>,
): Served<Memory> {
  return { memory, effects: effects.flatMap((effect) => told(node, tally, before, memory, effect)) };
}

function told(
  node: string,
  tally: string,
  before: Contents,
  after: Contents,
  effect: Effect,
): readonly Effect[] {
  if (effect.type !== 'trace' || !OF_LEASES.has(effect.entry.ev)) return [effect];
  const { ev, client, key = '', by } = effect.entry;
  const { expiresAfterUs } = effect;
  const note: Effect = {
    type: 'trace',
    ...(expiresAfterUs === undefined ? {} : { expiresAfterUs }),
    entry: { ev: 'note', op: `copy-${ev}`, key, ...(client === undefined ? {} : { client }) },
  };
  const was = before.keys[key];
  const is = after.keys[key];
  if (was === undefined && is !== undefined) {
    return [note, call(tally, { type: 'copy.set', node, key, proof: is.value })];
  }
  if (was === undefined || is !== undefined) return [note];
  const how = { how: ev, ...(by === undefined ? {} : { by }) };
  return [note, call(tally, { type: 'copy.gone', node, key, proof: was.value, ...how })];
}

function call(to: string, event: Extract<Effect, { type: 'call' }>['event']): Effect {
  return { type: 'call', to, event };
}
