import type { Micros } from '../time.ts';
import type { Entry } from '../trace.ts';
import { facts, type Draft } from './draft.ts';
import type { Holder, KeyState } from './records.ts';

/** From when on nobody worked under a key; `certain` where a lease without an end stands in the way. */
interface Idle {
  readonly since: Micros;
  readonly entry: Entry | null;
  readonly certain: boolean;
  readonly because: readonly number[];
}

/**
 * Starvation: a wait that has not ended when the trace ends, though from some moment on no live client
 * worked under the key, and every lease it waited for has ended, is past its promised end or has none.
 * Where no lease stands in the way, some time must have passed since: the grant may be on its way.
 */
export function starvation(keys: readonly KeyState[], endT: Micros): readonly Draft[] {
  const found: Draft[] = [];
  for (const key of keys) {
    const waiting = [...key.holders.values()].filter((holder) => holder.wait !== null);
    const idle = waiting.length === 0 ? null : idleSince(key, endT);
    if (idle === null) continue;
    for (const { wait, client } of waiting) {
      if (wait === null) continue;
      if (Math.max(wait.t, idle.since) >= endT && !idle.certain) continue;
      const shows = idle.entry !== null && idle.entry.seq > wait.seq ? idle.entry : wait;
      const lease = key.leases.at(-1);
      found.push({
        kind: 'starvation',
        entry: shows,
        client: client.id,
        key: key.key,
        because: [...idle.because, wait.seq],
        facts: facts({
          since: idle.since,
          otherAt: wait.t,
          other: lease?.client,
          otherToken: lease?.token,
          leak: idle.certain ? 'no-end' : undefined,
        }),
      });
    }
  }
  return found;
}

/** From when on nobody works under the key and no lease has time left; null while that is not so. */
function idleSince(key: KeyState, endT: Micros): Idle | null {
  let since = 0;
  let entry: Entry | null = null;
  let certain = false;
  const because: number[] = [];
  for (const holder of key.holders.values()) {
    const lease = holder.leases.at(-1);
    const unended = lease !== undefined && lease.ended === null;
    if (works(holder)) return null;
    if (unended && Number.isFinite(lease.promised)) {
      if (lease.promised > endT) return null;
      since = Math.max(since, lease.promised);
    }
    if (unended && lease.promised === Infinity && lease.run.next === null) certain = true;
    const stop = lastStop(holder);
    if (stop !== null && (entry === null || stop.seq > entry.seq)) entry = stop;
    if (unended) because.push(lease.grant.seq);
    if (stop !== null) because.push(stop.seq);
  }
  // A long log has many stops; the last ones tell the story.
  return { since: Math.max(since, entry?.t ?? 0) as Micros, entry, certain, because: because.slice(-8) };
}

/** A live client that believes, has work under way, or holds without an end and tells nothing else. */
function works(holder: Holder): boolean {
  const { client } = holder;
  if (client.crashed !== null || client.paused !== null) return false;
  if (holder.belief !== null || holder.units.size > 0) return true;
  const lease = holder.leases.at(-1);
  const holds = lease !== undefined && lease.ended === null && lease.promised === Infinity;
  return holds && lease.run.next === null && !holder.beliefKnown && holder.worked === null;
}

function lastStop(holder: Holder): Entry | null {
  const { stopped, client } = holder;
  const wasBusy = holder.belief !== null || holder.units.size > 0;
  const halt = wasBusy ? (client.paused ?? client.crashed) : null;
  if (stopped === null || halt === null) return stopped ?? halt;
  return stopped.seq > halt.seq ? stopped : halt;
}
