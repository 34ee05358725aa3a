import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { counter, endsInRank, plain, type RankRule, type RankRules } from '../../../engine/ranks.ts';
import type { Json } from '../../../engine/trace.ts';
import { loopFamily, ownConversation, proofFamily, PROOFS, textOf, TOKENS } from '../../ranked-fields.ts';
import { asNumber, asText } from '../../requests.ts';
import { blocked, retried, startBlocking } from './blocking.ts';
import { ask, ends, goesOn, type Caller, type LockModule, type Turn } from './lock-module.ts';
import { loopsOf } from './redis-loops.ts';
import {
  EMPTY,
  heldProof,
  reentrantOf,
  slotOf,
  without,
  withReentrant,
  type Held,
  type Memory,
} from './redis-memory.ts';
import type { RedisPolicies } from './redis-policies.ts';

/** Whole seconds, as EXPIRE counts: at least one. A TTL of zero or less counts as 30 s. */
function wholeSeconds(ttlUs: number): number {
  return Math.max(1, Math.floor((ttlUs <= 0 ? 30_000_000 : ttlUs) / 1_000_000));
}

/**
 * The Redis lock module: SET NX EX through scripts, a watchdog at a third of the TTL, re-entrancy counted
 * per owner in the process. `server` is the Redis that it asks.
 */
export function redisModule(server: string, policies: RedisPolicies): LockModule<Memory> {
  const loops = loopsOf(server, policies);

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker } = caller;
    const { key } = call;
    switch (call.op) {
      case 'acquire':
        return acquire(memory, caller);
      case 'release':
        return release(memory, caller);
      case 'fence':
        return goesOn(memory, step('fence', ''), [ask(caller, server, { type: 'incr', key })]);
      case 'check':
        return goesOn(memory, step('compare', heldProof(policies, memory, worker, key)), [
          ask(caller, server, { type: 'get', key }),
        ]);
      case 'renew': {
        const proof = heldProof(policies, memory, worker, key);
        const request = loops.renewal(key, proof, wholeSeconds(call.ttlUs));
        return goesOn(memory, step('renew', ''), [ask(caller, server, request)]);
      }
    }
  };

  const acquire = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker } = caller;
    const record = reentrantOf(policies, memory, worker, call.key);
    if (call.reentrant && record !== undefined) {
      return ends(withReentrant(memory, call.key, { ...record, count: record.count + 1 }), {
        kind: 'granted',
        token: null,
      });
    }
    const proof = call.proof ?? `${caller.process}-${String(memory.drawn + 1)}`;
    const drawn = { ...memory, drawn: memory.drawn + 1 };
    if (call.ended) return ends(drawn, { kind: 'failed', reason: 'canceled' });
    const { progress, effects } = startBlocking(caller);
    return goesOn(drawn, { ...step('set', proof), blocking: progress }, [
      ...effects,
      setRequest(caller, proof),
    ]);
  };

  const setRequest = (caller: Caller, proof: string): Effect => {
    const { key, ttlUs } = caller.call;
    const expiry = policies.acquire === 'one-command' ? { ttlUs: wholeSeconds(ttlUs) * 1_000_000 } : {};
    return ask(caller, server, { type: 'set-nx', key, value: proof, ...expiry });
  };

  const go = (memory: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory> => {
    const at = progress as unknown as Progress;
    const { call } = caller;
    if (event.type === 'module.timer') {
      // The key is there already: no time-out stops its second command.
      if (at.step === 'expire') return goesOn(memory, progressOf(at), []);
      const request = (): Effect => setRequest(caller, at.proof);
      return withProgress(at, retried(memory, caller, at.blocking, event, request));
    }
    if (event.type === 'error') return ends(memory, { kind: 'failed', reason: asText(event['reason']) });
    switch (at.step) {
      case 'set':
        if (event['ok'] !== true) return withProgress(at, blocked(memory, caller, at.blocking));
        return policies.acquire === 'one-command'
          ? granted(memory, caller, at.proof)
          : expire(memory, caller, at);
      case 'expire':
        return granted(memory, caller, at.proof);
      case 'compare': {
        const isOwn = event['value'] === at.proof;
        if (call.op === 'check') return ends(memory, { kind: 'done', value: isOwn ? 1 : 0 });
        if (!isOwn) return deleted(memory, caller, at, 0);
        return goesOn(memory, { ...progressOf(at), step: 'delete' }, [
          ask(caller, server, { type: 'del', key: call.key }),
        ]);
      }
      case 'delete':
        return deleted(memory, caller, at, asNumber(event['value']));
      default:
        return ends(memory, { kind: 'done', value: asNumber(event['value']) });
    }
  };

  /** The second command of two: a crash before it leaves a key without an end. */
  const expire = (memory: Memory, caller: Caller, at: Progress): Turn<Memory> => {
    const { key, ttlUs } = caller.call;
    const request = { type: 'pexpire', key, ttlUs: wholeSeconds(ttlUs) * 1_000_000 };
    return goesOn(memory, step('expire', at.proof), [ask(caller, server, request)]);
  };

  const granted = (memory: Memory, caller: Caller, proof: string): Turn<Memory> => {
    const { call, worker } = caller;
    const { key, reentrant } = call;
    const seconds = wholeSeconds(call.ttlUs);
    const armed = loops.armed(memory, { key, worker, proof, seconds }, reentrant);
    const { id: loop } = armed;
    let next = armed.memory;
    if (policies.records !== 'none') {
      next = { ...next, held: { ...next.held, [slotOf(policies, worker, key)]: { proof, loop } } };
    }
    if (reentrant) next = withReentrant(next, key, { worker, proof, count: 1, loop });
    return ends(next, { kind: 'granted', token: null }, armed.effects);
  };

  /** What the module knows of the acquisition that a worker gives back; undefined if nothing. */
  const recordOf = (memory: Memory, { worker, call }: Caller): Held | undefined =>
    policies.records === 'none'
      ? memory.reentrant[call.key]
      : memory.held[slotOf(policies, worker, call.key)];

  const release = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker } = caller;
    const record = reentrantOf(policies, memory, worker, call.key);
    if (record !== undefined && record.count > 1) {
      const count = record.count - 1;
      return ends(withReentrant(memory, call.key, { ...record, count }), { kind: 'still-held', count });
    }
    const held = recordOf(memory, caller);
    if (held === undefined && policies.records !== 'none') return ends(memory, { kind: 'done', value: 0 });
    const left = policies.closing === 'first' ? forgotten(memory, caller, held) : memory;
    if (call.ended) return ends(left, { kind: 'failed', reason: 'canceled' });
    return deletion(left, caller, held?.proof ?? null, typeof held?.loop === 'string');
  };

  const forgotten = (memory: Memory, { worker, call }: Caller, held: Held | undefined): Memory =>
    without(memory, slotOf(policies, worker, call.key), call.key, held?.loop ?? null);

  const deletion = (memory: Memory, caller: Caller, proof: string | null, closes: boolean): Turn<Memory> => {
    const { key } = caller.call;
    const asks = (name: 'compare' | 'delete', body: MachineEvent): Turn<Memory> =>
      goesOn(memory, { ...step(name, proof ?? ''), closes }, [ask(caller, server, body)]);
    if (proof === null || (policies.release === 'unchecked' && policies.records !== 'none')) {
      return asks('delete', { type: 'del', key });
    }
    return policies.release === 'two-commands'
      ? asks('compare', { type: 'get', key })
      : asks('delete', { type: 'del-if', key, value: proof });
  };

  const deleted = (memory: Memory, caller: Caller, at: Progress, value: number): Turn<Memory> => {
    const done = { kind: 'done', value } as const;
    if (policies.closing === 'first') return ends(memory, done);
    const held = recordOf(memory, caller);
    // Another worker's release has closed the channel since this one looked it up.
    if (held === undefined) return ends(memory, done, at.closes ? [{ type: 'crash' }] : []);
    return ends(forgotten(memory, caller, held), done);
  };

  return {
    initial: EMPTY,
    ranks: RANKS,
    begin,
    go,
    background: (memory, process, event) => loops.heard(memory, process, event),
  };
}

const proof = endsInRank(PROOFS);

/** An answer's value is a proof, a token of the counter, or a count of 0 or 1; a store's is a record's. */
const value: RankRule = (given, numbers, at) => {
  if (typeof given === 'number') return numbers.number(TOKENS, given);
  return textOf(at, 'record') === '' ? proof(given, numbers, at) : given;
};

const RANKS: RankRules['fields'] = {
  count: plain,
  drawn: counter(({ own }) => proofFamily(own)),
  latest: ownConversation,
  loop: ownConversation,
  loops: ownConversation,
  missed: ownConversation,
  proof,
  seconds: plain,
  started: counter(({ own }) => loopFamily(own)),
  value,
};

/** Where a call stands: the answer it waits for, its proof of ownership, and how it waits for the key. */
interface Progress {
  readonly step: 'set' | 'expire' | 'compare' | 'delete' | 'fence' | 'renew';
  readonly proof: string;
  readonly blocking: Json;
  /** A release that will close the channel of a watchdog. */
  readonly closes: boolean;
}

function step(name: Progress['step'], proof: string): { readonly [field: string]: Json } {
  return { step: name, proof, blocking: null, closes: false };
}

function progressOf(at: Progress): { readonly [field: string]: Json } {
  return { ...at };
}

/** Keeps the proof while the call waits for the key. */
function withProgress(at: Progress, turn: Turn<Memory>): Turn<Memory> {
  return turn.outcome === null
    ? { ...turn, progress: { ...step('set', at.proof), blocking: turn.progress } }
    : turn;
}
