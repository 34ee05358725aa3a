import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { randomFor } from '../../../engine/random.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { expireLease, renewals } from './leases.ts';
import {
  answerTo,
  askerOf,
  gapDeadline,
  leaseDeadline,
  type EtcdOptions,
  type LeaseState,
  type Memory,
  type RealProfile,
} from './memory.ts';

/** A real server: what it is and how it serves what needs no exception. */
export interface RealServer {
  readonly options: EtcdOptions;
  readonly real: RealProfile;
  readonly serve: (memory: Memory, event: MachineEvent) => Served<Memory> | null;
}

const SECOND_US = 1_000_000;
/** How soon and how late after the end of its lease a key was seen to vanish. */
const SEEN_GAP_US = { least: 12_000, most: 516_000 };

/**
 * What a real etcd does beyond the plain profile. Whole seconds and a smallest TTL; a key outlives its lease
 * a little, and a put under the lease still succeeds then; whoever leads anew, after a change of leader, a
 * restart or a lost quorum, gives every lease its whole TTL again, unless what is left was kept (checkpoints).
 * Without a quorum nothing is agreed on: nothing is granted, renewed or expires. Nobody is promised the
 * longer time: holders are not told, so that the trace has no renewal and the lease is one that ends late.
 */
export function serveAsReal(server: RealServer, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'quorum.lost':
      return memory.still?.noQuorum === true ? null : stands(server, memory, { noQuorum: true });
    case 'crash':
      return memory.still?.down === true ? null : stands(server, memory, { down: true });
    case 'quorum.back':
      return memory.still?.noQuorum === true ? goesOn(server, memory, 'noQuorum') : null;
    case 'restart': {
      const lost = event['data'] === 'lost' ? server.serve(memory, event) : null;
      if (lost === null) return goesOn(server, memory, 'down');
      const { noQuorum } = memory.still ?? {};
      return {
        ...lost,
        memory: { ...lost.memory, ...(noQuorum === undefined ? {} : { still: { noQuorum } }) },
      };
    }
    case 'leader.change':
      // Nobody can be chosen without a quorum.
      return memory.still === undefined ? leadsAnew(server, memory) : null;
    case 'deadline.passed':
      return passed(server, memory, asText(event['id']));
    default:
      return memory.still === undefined ? served(server, memory, event) : unserved(server, memory, event);
  }
}

function served(server: RealServer, memory: Memory, event: MachineEvent): Served<Memory> | null {
  if (event.type === 'lease.grant' && asNumber(event['ttlUs']) > 0) {
    return server.serve(memory, { ...event, ttlUs: grantedTtlUs(server.real, asNumber(event['ttlUs'])) });
  }
  if (event.type === 'lease.keepalive') {
    const id = asNumber(event['lease']);
    const lease = memory.leases[id];
    // The answer waits for the keys to be gone: until then nobody can say that the lease is.
    if (lease?.over === true)
      return {
        memory: withLease(memory, id, { ...lease, asking: [...(lease.asking ?? []), askerOf(event)] }),
        effects: [],
      };
  }
  return server.serve(memory, event);
}

/** What comes without a quorum: a request fails or hangs, and a store that asks is told of no lease. */
function unserved({ real, serve }: RealServer, memory: Memory, event: MachineEvent): Served<Memory> | null {
  if (event.type === 'inspect') {
    const view = { type: 'lease.view', live: false, token: null };
    return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
  }
  if (event['from'] === undefined || serve(memory, event) === null) return null;
  const effects =
    real.withoutQuorum === 'hang' ? [] : [replyTo(event, { type: 'error', reason: 'unavailable' })];
  return { memory, effects };
}

/** The smallest TTL is 1.5 election timeouts; it and every other is in whole seconds, rounded up. */
function grantedTtlUs({ electionTimeoutUs }: RealProfile, ttlUs: number): number {
  return Math.ceil(Math.max(ttlUs, 1.5 * electionTimeoutUs) / SECOND_US) * SECOND_US;
}

/** A lease has run out, or its keys are to vanish. */
function passed(server: RealServer, memory: Memory, deadline: string): Served<Memory> | null {
  const [what, id = ''] = deadline.split(':');
  const lease = memory.leases[id];
  if (lease === undefined) return null;
  if (what === 'lease') {
    const over = withLease(memory, id, { ...lease, over: true });
    return { memory: over, effects: memory.still === undefined ? [gap(server, id)] : [] };
  }
  return expireLease(server.options, memory, Number(id));
}

function gap({ options, real }: RealServer, id: string): Effect {
  return { type: 'deadline', id: gapDeadline(id), afterUs: gapUs(options.id, real, id), clock: 'monotonic' };
}

function gapUs(server: string, { deletionGapUs, seed }: RealProfile, id: string): number {
  if (deletionGapUs !== null) return Math.max(1, deletionGapUs);
  const { least, most } = SEEN_GAP_US;
  return least + Math.floor(randomFor(seed, `${server} lease ${id}`) * (most - least + 1));
}

/** Nothing is agreed on from now on. What is asked of a lease that has run out is answered as all else is. */
function stands({ real }: RealServer, memory: Memory, why: NonNullable<Memory['still']>): Served<Memory> {
  const still = { ...memory.still, ...why };
  if (memory.still !== undefined) return { memory: { ...memory, still }, effects: [] };
  const isDown = why.down === true;
  const effects: Effect[] = [];
  const leases = Object.entries(memory.leases).map(([id, { asking, ...lease }]): [string, LeaseState] => {
    effects.push({ type: 'cancel', id: gapDeadline(id) });
    if (!real.checkpoints) effects.push({ type: 'cancel', id: leaseDeadline(id) });
    const hangs = !isDown && real.withoutQuorum === 'hang';
    if (asking === undefined || hangs) return [id, asking === undefined ? lease : { ...lease, asking }];
    if (!isDown)
      effects.push(...asking.map((asker) => answerTo(asker, { type: 'error', reason: 'unavailable' })));
    return [id, lease];
  });
  return { memory: { ...memory, still, leases: Object.fromEntries(leases) }, effects };
}

/** One reason to stand still is gone; with the last, leases begin anew. */
function goesOn(server: RealServer, memory: Memory, reason: 'down' | 'noQuorum'): Served<Memory> {
  const { still, ...rest } = memory;
  const { [reason]: _gone, ...left } = still ?? {};
  if (Object.keys(left).length > 0) return { memory: { ...rest, still: left }, effects: [] };
  if (!server.real.checkpoints) return leadsAnew(server, rest);
  const over = Object.entries(rest.leases).filter(([, lease]) => lease.over === true);
  return { memory: rest, effects: over.map(([id]) => gap(server, id)) };
}

/** Every lease has its whole TTL again, and who waited for word of one is told that it goes on. */
function leadsAnew({ real }: RealServer, memory: Memory): Served<Memory> {
  if (real.checkpoints) return { memory, effects: [] };
  const effects: Effect[] = [];
  const leases = Object.entries(memory.leases).map(([id, { ttlUs, asking = [] }]): [string, LeaseState] => {
    effects.push({ type: 'cancel', id: gapDeadline(id) });
    if (asking.length > 0) effects.push(...renewals(memory, Number(id)));
    else effects.push({ type: 'deadline', id: leaseDeadline(id), afterUs: ttlUs, clock: 'monotonic' });
    const kept = { type: 'lease.kept', lease: Number(id), ttlUs };
    effects.push(...asking.map((asker) => answerTo(asker, kept)));
    return [id, { ttlUs }];
  });
  return { memory: { ...memory, leases: Object.fromEntries(leases) }, effects };
}

function withLease(memory: Memory, id: number | string, lease: LeaseState): Memory {
  return { ...memory, leases: { ...memory.leases, [id]: lease } };
}
