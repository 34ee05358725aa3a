import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { counter, entriesOf, ranked, type RankRules } from '../../../engine/ranks.ts';
import type { Json } from '../../../engine/trace.ts';
import { LEASES, loopFamily, ownConversation } from '../../ranked-fields.ts';
import { asText } from '../../requests.ts';
import { at, ETCD_RANKS, etcdAttempt, failureOf, type EtcdProgress } from './etcd-attempt.ts';
import {
  ask,
  ends,
  goesOn,
  notOffered,
  type BackgroundTurn,
  type Caller,
  type LockModule,
  type Turn,
} from './lock-module.ts';

/** One lock object of the etcd-semantics lock. */
export interface EtcdLockOptions {
  readonly server: string;
  /** What the key's value will be; an unlock deletes the key only while it is this. */
  readonly proof: string;
  /** A failed attempt leaves its lease behind (flaw). */
  readonly leavesLease?: boolean;
}

/** A keepalive loop: stopped by unlock or by its context's end, it makes no further call. */
interface Memory {
  readonly held: boolean;
  readonly lease: number;
  /** The loop of the attempt by which the lock last became held. */
  readonly latest: string | null;
  /** Loops that still run, each with the lease that it keeps alive. */
  readonly loops: { readonly [id: string]: number };
  readonly started: number;
}

/** The loop's period: a third of the TTL in whole milliseconds, at least one. */
function periodUs(ttlUs: number): number {
  return 1000 * Math.max(1, Math.floor(ttlUs / 3000));
}

/**
 * The etcd-semantics lock: a lease, a put if the key is absent, a keepalive loop; unlock deletes the key if
 * the value is its own. The held flag outlives the lease: nobody tells it of a loss.
 */
export function etcdLockModule({ server, proof, leavesLease = false }: EtcdLockOptions): LockModule<Memory> {
  const attempt = etcdAttempt<Memory>({
    server,
    put: () => ({ value: proof }),
    leavesLease,
    won: (memory, caller, _created, { lease, blocking }) =>
      goesOn(memory, at('stream', lease, blocking), [ask(caller, server, { type: 'lease.stream', lease })]),
  });

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { op, ended } = caller.call;
    if (op === 'release') return unlock(memory, caller);
    if (op !== 'acquire') return notOffered(memory);
    if (memory.held) return ends(memory, { kind: 'granted', token: null });
    if (ended) return ends(memory, { kind: 'failed', reason: 'canceled' });
    return attempt.start(memory, caller);
  };

  const go = (memory: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory> => {
    const place = progress as unknown as EtcdProgress<'stream' | 'delete'>;
    const shared = attempt.go(memory, caller, place, event);
    if (shared !== null) return shared;
    const { step, lease } = place;
    const failed = failureOf(event);
    switch (step) {
      case 'stream':
        return failed === null ? hold(memory, caller, lease) : attempt.revoke(memory, caller, lease, failed);
      case 'delete':
        // The lease is given up whatever became of the key.
        return attempt.revoke(
          { ...memory, held: false },
          caller,
          lease,
          failed ?? { kind: 'done', value: null },
        );
    }
  };

  const hold = (memory: Memory, caller: Caller, lease: number): Turn<Memory> => {
    const id = `loop:${String(memory.started + 1)}`;
    const everyUs = periodUs(caller.call.ttlUs);
    const event: MachineEvent = { type: 'module.timer', ref: id, name: 'tick' };
    const held: Memory = {
      held: true,
      lease,
      latest: id,
      loops: { ...memory.loops, [id]: lease },
      started: memory.started + 1,
    };
    return ends(held, { kind: 'granted', token: null }, [
      { type: 'timer', id, afterUs: everyUs, everyUs, event },
    ]);
  };

  const unlock = (memory: Memory, caller: Caller): Turn<Memory> => {
    if (!memory.held) return ends(memory, { kind: 'done', value: null });
    const stopped = memory.latest === null ? { memory, effects: [] } : stopLoop(memory, memory.latest);
    const request = { type: 'delete-if-value', key: caller.call.key, value: proof };
    return goesOn(stopped.memory, at('delete', memory.lease), [
      ...stopped.effects,
      ask(caller, server, request),
    ]);
  };

  const background = (
    memory: Memory,
    process: string,
    event: MachineEvent,
  ): BackgroundTurn<Memory> | null => {
    const ref = asText(event['ref']);
    const lease = memory.loops[ref];
    switch (event.type) {
      case 'module.timer':
        if (lease === undefined) return null;
        return {
          memory,
          effects: [
            { type: 'send', to: server, body: { type: 'lease.keepalive', lease, client: process, ref } },
          ],
          lost: [],
        };
      case 'error':
        // A dead lease ends the loop; a call that failed does not.
        if (lease === undefined || event['reason'] !== 'lease-lost') return null;
        return { ...stopLoop(memory, ref), lost: [] };
      case 'context.end':
        return memory.latest === null ? null : { ...stopLoop(memory, memory.latest), lost: [] };
      case 'keepalive.die': {
        const effects = Object.keys(memory.loops).map((id): Effect => ({ type: 'cancel', id }));
        return { memory: { ...memory, loops: {} }, effects, lost: [] };
      }
      default:
        return null;
    }
  };

  const initial = { held: false, lease: 0, latest: null, loops: {}, started: 0 };
  return { initial, ranks: RANKS, begin, go, background };
}

const RANKS: RankRules['fields'] = {
  ...ETCD_RANKS,
  latest: ownConversation,
  loops: entriesOf(ownConversation, ranked(LEASES)),
  started: counter(({ own }) => loopFamily(own)),
};

function stopLoop(
  memory: Memory,
  id: string,
): { readonly memory: Memory; readonly effects: readonly Effect[] } {
  const { [id]: _stopped, ...loops } = memory.loops;
  return { memory: { ...memory, loops }, effects: [{ type: 'cancel', id }] };
}
