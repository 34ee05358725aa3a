import type { Micros } from '../../engine/time.ts';
import type { Entry, Trace } from '../../engine/trace.ts';
import { judgeWithWrites, type Judged } from '../../engine/verdict/judge.ts';
import type { TraceOrigin } from '../../engine/verdict/types.ts';
import type { Lane, Run } from '../../scenarios/run.ts';

/** Entries of these kinds are made by the service that keeps the leases. */
const SERVICE_KINDS: ReadonlySet<string> = new Set([
  'grant',
  'renew',
  'expire',
  'release',
  'revoke',
  'steal',
  'forget',
  'refuse',
  'revive',
]);
const STORE_KINDS: ReadonlySet<string> = new Set(['write', 'read', 'check', 'fill', 'clear', 'fence']);

/** A trace from outside as a run: its lanes, found from what the entries tell, and its verdict. */
export function recordedRun(entries: Trace, label: string, origin: TraceOrigin, horizon?: Micros): Run {
  return judgedRun(entries, label, origin, horizon).run;
}

/** The same with how each write stood, for whoever also wants to know what other stores had done with them. */
export function judgedRun(
  entries: Trace,
  label: string,
  origin: TraceOrigin,
  horizon?: Micros,
  lanes: readonly Lane[] = lanesOf(entries),
): { readonly run: Run; readonly writes: Judged['writes'] } {
  const options = { origin, ...(horizon === undefined ? {} : { horizon }) };
  const { verdict, writes } = judgeWithWrites(entries, options);
  return { run: { configuration: 'recorded', label, origin, lanes, entries, verdict }, writes };
}

/** Clients in the order of their first entry, then services, then stores. */
export function lanesOf(entries: Trace): readonly Lane[] {
  const roles = new Map<string, Lane['role']>();
  const clients = new Set<string>();
  for (const entry of entries) {
    if (entry.client !== undefined) clients.add(entry.client);
    const role = roleOf(entry);
    if (role !== null && roles.get(entry.actor) === undefined) roles.set(entry.actor, role);
    else if (!roles.has(entry.actor)) clients.add(entry.actor);
  }
  const of = (role: Lane['role']): Lane[] =>
    [...roles].filter(([, one]) => one === role).map(([id]) => ({ id, role, label: id }));
  const others = [...clients].filter((id) => !roles.has(id));
  return [...others.map((id): Lane => ({ id, role: 'client', label: id })), ...of('service'), ...of('store')];
}

function roleOf(entry: Entry): Lane['role'] | null {
  if (entry.actor === entry.client) return null;
  if (SERVICE_KINDS.has(entry.ev)) return 'service';
  return STORE_KINDS.has(entry.ev) ? 'store' : null;
}
