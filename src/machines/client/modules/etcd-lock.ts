import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asNumber, asText } from '../../requests.ts';
import { blocked, retried, startBlocking } from './blocking.ts';
import {
  ask,
  ends,
  goesOn,
  type BackgroundTurn,
  type Caller,
  type LockModule,
  type Outcome,
  type Turn,
} from './lock-module.ts';

/** One lock object of the etcd-semantics lock. */
export interface EtcdLockOptions {
  readonly server: string;
  /** What the key's value will be; an unlock deletes the key only while it is this. */
  readonly proof: string;
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

/** Where a call stands. `outcome` is what it will end with once its lease has been revoked. */
interface Progress {
  readonly step: 'lease' | 'put' | 'stream' | 'revoke' | 'delete';
  readonly lease: number;
  readonly outcome: Outcome | null;
  /** How it waits for the key. */
  readonly blocking: Json;
}

/** The loop's period: a third of the TTL in whole milliseconds, at least one. */
function periodUs(ttlUs: number): number {
  return 1000 * Math.max(1, Math.floor(ttlUs / 3000));
}

/**
 * The etcd-semantics lock: a lease, a put if the key is absent, a keepalive loop; unlock deletes the key if
 * the value is its own. The held flag outlives the lease: nobody tells it of a loss.
 */
export function etcdLockModule({ server, proof }: EtcdLockOptions): LockModule<Memory> {
  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call } = caller;
    if (call.op === 'release') return unlock(memory, caller);
    if (memory.held) return ends(memory, { kind: 'granted', token: null });
    if (call.ended) return ends(memory, { kind: 'failed', reason: 'canceled' });
    const { progress, effects } = startBlocking(caller);
    return goesOn(memory, { ...at('lease', 0), blocking: progress }, [...effects, leaseRequest(caller)]);
  };

  const leaseRequest = (caller: Caller): Effect =>
    ask(caller, server, { type: 'lease.grant', ttlUs: caller.call.ttlUs });

  const go = (memory: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory> => {
    const { step, lease, outcome, blocking } = progress as unknown as Progress;
    if (event.type === 'module.timer') {
      const turn = retried(memory, caller, blocking, event, leaseRequest);
      // The time-out comes while a request is under way: the attempt goes on as the last.
      if (turn.effects.length === 0 && turn.outcome === null) {
        return goesOn(memory, { ...(progress as object), blocking: turn.progress }, []);
      }
      return withBlocking('lease', turn);
    }
    const failed: Outcome | null =
      event.type === 'error' ? { kind: 'failed', reason: asText(event['reason']) } : null;
    switch (step) {
      case 'lease': {
        if (failed !== null) return ends(memory, failed);
        const granted = asNumber(event['lease']);
        const put = { type: 'put-if-absent', key: caller.call.key, value: proof, lease: granted };
        return goesOn(memory, { ...at('put', granted), blocking }, [ask(caller, server, put)]);
      }
      case 'put':
        if (failed !== null) return revoke(memory, caller, lease, failed);
        if (event['succeeded'] !== true)
          return revoke(memory, caller, lease, { kind: 'refused', reason: 'held' }, blocking);
        return goesOn(memory, { ...at('stream', lease), blocking }, [
          ask(caller, server, { type: 'lease.stream', lease }),
        ]);
      case 'stream':
        return failed === null ? hold(memory, caller, lease) : revoke(memory, caller, lease, failed);
      case 'revoke':
        if (outcome?.kind === 'refused' && outcome.reason === 'held') {
          return withBlocking('lease', blocked(memory, caller, blocking));
        }
        return ends(memory, outcome ?? { kind: 'done', value: null }, startBlocking(caller).ends);
      case 'delete': {
        // The lease is given up whatever became of the key.
        const ended: Outcome = failed ?? { kind: 'done', value: null };
        return revoke({ ...memory, held: false }, caller, lease, ended);
      }
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

  const revoke = (
    memory: Memory,
    caller: Caller,
    lease: number,
    outcome: Outcome,
    blocking: Json = null,
  ): Turn<Memory> =>
    goesOn(memory, { ...at('revoke', lease), outcome: outcome as unknown as Json, blocking }, [
      ask(caller, server, { type: 'lease.revoke', lease }),
    ]);

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

  return { initial: { held: false, lease: 0, latest: null, loops: {}, started: 0 }, begin, go, background };
}

/** Keeps the place of a call that waits for the key: what comes next is a lease of its own. */
function withBlocking(step: Progress['step'], turn: Turn<Memory>): Turn<Memory> {
  return turn.outcome === null ? { ...turn, progress: { ...at(step, 0), blocking: turn.progress } } : turn;
}

function at(step: Progress['step'], lease: number): { readonly [field: string]: Json } {
  return { step, lease, outcome: null, blocking: null };
}

function stopLoop(
  memory: Memory,
  id: string,
): { readonly memory: Memory; readonly effects: readonly Effect[] } {
  const { [id]: _stopped, ...loops } = memory.loops;
  return { memory: { ...memory, loops }, effects: [{ type: 'cancel', id }] };
}
