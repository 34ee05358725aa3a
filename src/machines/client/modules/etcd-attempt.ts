import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { ranked, type RankRules } from '../../../engine/ranks.ts';
import type { Json } from '../../../engine/trace.ts';
import { LEASES, TOKENS } from '../../ranked-fields.ts';
import { asNumber, asText } from '../../requests.ts';
import { blocked, retried, startBlocking } from './blocking.ts';
import { ask, ends, goesOn, type Caller, type Outcome, type Turn } from './lock-module.ts';

/** Where a call of a module on etcd stands. */
export interface EtcdProgress<Step extends string = string> {
  readonly step: Step;
  readonly lease: number;
  /** What the call will end with once its lease has been revoked. */
  readonly outcome: Outcome | null;
  /** How it waits for the key. */
  readonly blocking: Json;
}

/** What tells one module's attempts from another's. */
export interface EtcdAttemptOptions<Memory extends object> {
  readonly server: string;
  /** What is put under the key; a token where one is stored with it. */
  readonly put: (caller: Caller) => { readonly value: string; readonly token?: number };
  /** A failed attempt leaves its lease behind (flaw): it lasts out its TTL. */
  readonly leavesLease?: boolean;
  /** The key is the caller's, with this creation revision. `progress` says how it goes on if it asks more. */
  readonly won: (memory: Memory, caller: Caller, created: number, progress: EtcdProgress) => Turn<Memory>;
}

/** The part of an acquire that modules on etcd share; `go` is null where the step is the module's own. */
export interface EtcdAttempt<Memory extends object> {
  start(memory: Memory, caller: Caller): Turn<Memory>;
  go(memory: Memory, caller: Caller, progress: EtcdProgress, event: MachineEvent): Turn<Memory> | null;
  /** Gives the lease up; the call ends with this outcome when that is answered, whatever the answer. */
  revoke(memory: Memory, caller: Caller, lease: number, outcome: Outcome): Turn<Memory>;
}

const HELD: Outcome = { kind: 'refused', reason: 'held' };

/**
 * One attempt at a key in etcd: a lease, a put bound to it if the key is absent, and, where that fails, the
 * revocation of the lease. A call that waits for the key begins again with a lease of its own each time.
 */
export function etcdAttempt<Memory extends object>({
  server,
  put,
  leavesLease = false,
  won,
}: EtcdAttemptOptions<Memory>): EtcdAttempt<Memory> {
  const leaseRequest = (caller: Caller): Effect =>
    ask(caller, server, { type: 'lease.grant', ttlUs: caller.call.ttlUs });

  const start = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { progress, effects } = startBlocking(caller);
    return goesOn(memory, at('lease', 0, progress), [...effects, leaseRequest(caller)]);
  };

  const revokeWith = (
    memory: Memory,
    caller: Caller,
    lease: number,
    outcome: Outcome,
    blocking: Json,
  ): Turn<Memory> =>
    goesOn(memory, at('revoke', lease, blocking, outcome), [
      ask(caller, server, { type: 'lease.revoke', lease }),
    ]);

  const go = (
    memory: Memory,
    caller: Caller,
    progress: EtcdProgress,
    event: MachineEvent,
  ): Turn<Memory> | null => {
    const { step, lease, outcome, blocking } = progress;
    if (event.type === 'module.timer') {
      // Nothing is tried again after this request, whatever the time.
      if (blocking === null) return goesOn(memory, at(step, lease, null, outcome), []);
      const turn = retried(memory, caller, blocking, event, leaseRequest);
      const isUnderWay = turn.outcome === null && turn.effects.length === 0;
      // The time-out comes while a request is under way: the attempt goes on as the last.
      if (isUnderWay) return goesOn(memory, at(step, lease, turn.progress, outcome), []);
      return again(turn);
    }
    const failed = failureOf(event);
    switch (step) {
      case 'lease': {
        if (failed !== null) return ends(memory, failed);
        const granted = asNumber(event['lease']);
        const request = { type: 'put-if-absent', key: caller.call.key, lease: granted, ...put(caller) };
        return goesOn(memory, at('put', granted, blocking), [ask(caller, server, request)]);
      }
      case 'put':
        if (failed !== null) return revokeWith(memory, caller, lease, failed, null);
        if (event['succeeded'] !== true) {
          return leavesLease
            ? again(blocked(memory, caller, blocking))
            : revokeWith(memory, caller, lease, HELD, blocking);
        }
        return won(memory, caller, asNumber(event['created']), progress);
      case 'revoke':
        if (outcome?.kind === 'refused' && outcome.reason === 'held') {
          return again(blocked(memory, caller, blocking));
        }
        return ends(memory, outcome ?? { kind: 'done', value: null });
      default:
        return null;
    }
  };

  return {
    start,
    go,
    revoke: (memory, caller, lease, outcome) => revokeWith(memory, caller, lease, outcome, null),
  };
}

/** Numbers of modules on etcd that count only by their order. A lease's number comes with what it is asked for. */
export const ETCD_RANKS: RankRules['fields'] = {
  created: ranked(TOKENS),
  lease: ranked(LEASES),
  // Of an outcome: none, or a token.
  value: ranked(TOKENS),
};

/** What a call fails with where a request of its failed; null where it did not. */
export function failureOf(event: MachineEvent): Extract<Outcome, { readonly kind: 'failed' }> | null {
  return event.type === 'error' ? { kind: 'failed', reason: asText(event['reason']) } : null;
}

/** A place in a call, as the plain JSON that a worker keeps of it. */
export function at(step: string, lease: number, blocking: Json = null, outcome: Outcome | null = null): Json {
  return { step, lease, outcome: outcome as unknown as Json, blocking };
}

/** Keeps the place of a call that waits for the key: what comes next is a lease of its own. */
function again<Memory extends object>(turn: Turn<Memory>): Turn<Memory> {
  return turn.outcome === null ? { ...turn, progress: at('lease', 0, turn.progress) } : turn;
}
