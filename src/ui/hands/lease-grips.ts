import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';
import type { Grip } from './grip.ts';
import { placeOf, rangeOf, withPlace } from './places.ts';

interface ScriptOwner {
  readonly id: string;
  readonly script: readonly { readonly op: string; readonly key?: string | undefined }[];
}

/** Grips at the promised end of every lease: moving one changes the TTL that its client asked for. */
export function leaseGrips(
  scenario: Scenario,
  configuration: string,
  edited: Edited,
  clients: readonly ScriptOwner[],
  run: Run,
): readonly Grip[] {
  const grips: Grip[] = [];
  const counts = new Map<string, number>();
  for (const [grant, { last, endedAt }] of leasesOf(run)) {
    const index = clients.findIndex(({ id }) => id === grant.client);
    const key = grant.key ?? 'lock';
    const step =
      clients[index]?.script.findIndex((one) => one.op === 'acquire' && (one.key ?? 'lock') === key) ?? -1;
    // Counted and not numbered by entry: the name stays while other entries come and go.
    const name = `lease ${grant.client ?? ''} ${key}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (index < 0 || step < 0 || last.expires === undefined) continue;
    const place = placeOf(scenario, configuration, `/clients/${String(index)}/script/${String(step)}/ttl`);
    if (place === null) continue;
    const { min, max } = rangeOf(place);
    grips.push({
      id: `${name} ${String(count)}`,
      kind: 'lease-end',
      subject: grant.client ?? '',
      other: key,
      lane: grant.actor,
      track: 'lease',
      seq: grant.seq,
      t: last.expires,
      ...(endedAt !== null && endedAt < last.expires ? { tetheredAt: endedAt } : {}),
      min: last.t + Math.max(0, min) * 1000,
      max: last.t + max * 1000,
      moved: (t) => withPlace(scenario, edited, place, (t - last.t) / 1000),
    });
  }
  return grips;
}

interface LeaseOfRun {
  /** The entry that promised its end last: the grant itself, or its last renewal. */
  readonly last: Entry;
  /** When an entry ended it, if one did. */
  readonly endedAt: number | null;
}

const ENDS: ReadonlySet<string> = new Set(['expire', 'release', 'revoke', 'forget']);

/** Every grant with what became of its lease. */
function leasesOf(run: Run): ReadonlyMap<Entry, LeaseOfRun> {
  const leases = new Map<Entry, LeaseOfRun>();
  const open = new Map<string, Entry>();
  for (const entry of run.entries) {
    const name = `${entry.actor} ${entry.key ?? 'lock'} ${entry.client ?? ''}`;
    if (entry.ev === 'grant') {
      open.set(name, entry);
      leases.set(entry, { last: entry, endedAt: null });
    } else if (entry.ev === 'renew') {
      const grant = open.get(name);
      if (grant !== undefined) leases.set(grant, { last: entry, endedAt: null });
    } else if (ENDS.has(entry.ev)) {
      const grant = open.get(name);
      const lease = grant === undefined ? undefined : leases.get(grant);
      if (grant !== undefined && lease !== undefined) leases.set(grant, { ...lease, endedAt: entry.t });
      open.delete(name);
    }
  }
  return leases;
}
