import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asNumber, asText } from '../../requests.ts';
import type { RedisPolicies } from './redis-policies.ts';
import { blocked, retried, startBlocking } from './blocking.ts';
import {
  ask,
  ends,
  goesOn,
  type BackgroundTurn,
  type Caller,
  type LockModule,
  type Turn,
} from './lock-module.ts';

/** A renewal loop. It ends when it is stopped or its context has ended, at its next tick. */
interface Loop {
  readonly key: string;
  readonly proof: string;
  readonly seconds: number;
  readonly stopped: boolean;
  readonly contextEnded: boolean;
}

interface Reentrant {
  readonly worker: string;
  readonly proof: string;
  readonly count: number;
  readonly loop: string | null;
}

interface Memory {
  readonly held: { readonly [key: string]: { readonly proof: string; readonly loop: string | null } };
  readonly reentrant: { readonly [key: string]: Reentrant };
  readonly loops: { readonly [id: string]: Loop };
  /** The loop that the latest granted acquisition of a key started. */
  readonly latest: { readonly [key: string]: string | null };
  readonly started: number;
  readonly drawn: number;
  /** The renewing thread is stalled; loops whose tick it missed. */
  readonly stalled: boolean;
  readonly missed: readonly string[];
}

const EMPTY: Memory = {
  held: {},
  reentrant: {},
  loops: {},
  latest: {},
  started: 0,
  drawn: 0,
  stalled: false,
  missed: [],
};

/** Whole seconds, as EXPIRE counts: at least one. A TTL of zero or less counts as 30 s. */
function wholeSeconds(ttlUs: number): number {
  return Math.max(1, Math.floor((ttlUs <= 0 ? 30_000_000 : ttlUs) / 1_000_000));
}

/**
 * The Redis lock module: SET NX EX through scripts, a watchdog at a third of the TTL, re-entrancy counted
 * per owner in the process. `server` is the Redis that it asks.
 */
export function redisModule(server: string, policies: RedisPolicies): LockModule<Memory> {
  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    switch (caller.call.op) {
      case 'acquire':
        return acquire(memory, caller);
      case 'release':
        return release(memory, caller);
      case 'fence':
        return goesOn(memory, step('fence', ''), [
          ask(caller, server, { type: 'incr', key: caller.call.key }),
        ]);
      case 'check':
        return goesOn(memory, step('compare', heldProof(memory, caller.call.key)), [
          ask(caller, server, { type: 'get', key: caller.call.key }),
        ]);
      case 'renew':
        return goesOn(memory, step('renew', ''), [
          ask(
            caller,
            server,
            renewal(caller.call.key, heldProof(memory, caller.call.key), wholeSeconds(caller.call.ttlUs)),
          ),
        ]);
    }
  };

  const renewal = (key: string, proof: string, seconds: number): MachineEvent => {
    const ttlUs = seconds * 1_000_000;
    return policies.renewal === 'compared'
      ? { type: 'pexpire-if', key, value: proof, ttlUs }
      : { type: 'pexpire', key, ttlUs };
  };

  const acquire = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call } = caller;
    const record = memory.reentrant[call.key];
    if (call.reentrant && record !== undefined && record.worker === caller.worker) {
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
    return ask(caller, server, { type: 'set-nx', key, value: proof, ttlUs: wholeSeconds(ttlUs) * 1_000_000 });
  };

  const go = (memory: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory> => {
    const at = progress as unknown as Progress;
    const { call } = caller;
    if (event.type === 'module.timer') {
      const request = (): Effect => setRequest(caller, at.proof);
      return withProgress(at, retried(memory, caller, at.blocking, event, request));
    }
    if (event.type === 'error') return ends(memory, { kind: 'failed', reason: asText(event['reason']) });
    switch (at.step) {
      case 'set':
        if (event['ok'] === true) return granted(memory, caller, at.proof);
        return withProgress(at, blocked(memory, caller, at.blocking));
      case 'compare': {
        const isOwn = event['value'] === at.proof;
        if (call.op === 'check') return ends(memory, { kind: 'done', value: isOwn ? 1 : 0 });
        if (!isOwn) return ends(memory, { kind: 'done', value: 0 });
        return goesOn(memory, step('delete', at.proof), [
          ask(caller, server, { type: 'del', key: call.key }),
        ]);
      }
      default:
        return ends(memory, { kind: 'done', value: asNumber(event['value']) });
    }
  };

  const granted = (memory: Memory, caller: Caller, proof: string): Turn<Memory> => {
    const { call, worker } = caller;
    const seconds = wholeSeconds(call.ttlUs);
    const loops =
      policies.watchdog === 'always' || (policies.watchdog === 'only-reentrant' && call.reentrant);
    const id = `loop:${String(memory.started + 1)}`;
    const loop = loops ? id : null;
    let next: Memory = { ...memory, latest: { ...memory.latest, [call.key]: loop } };
    if (loops) {
      const started: Loop = { key: call.key, proof, seconds, stopped: false, contextEnded: false };
      next = { ...next, started: next.started + 1, loops: { ...next.loops, [id]: started } };
    }
    if (policies.records === 'by-key')
      next = { ...next, held: { ...next.held, [call.key]: { proof, loop } } };
    if (call.reentrant) next = withReentrant(next, call.key, { worker, proof, count: 1, loop });
    const everyUs = 1_000_000 * Math.max(1, Math.floor(seconds / 3));
    const ticker: Effect = {
      type: 'timer',
      id,
      afterUs: everyUs,
      everyUs,
      event: { type: 'module.timer', ref: id, name: 'tick' },
    };
    return ends(next, { kind: 'granted', token: null }, loops ? [ticker] : []);
  };

  const release = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker } = caller;
    const record = memory.reentrant[call.key];
    if (record !== undefined && record.worker === worker) {
      const left = record.count - 1;
      if (left > 0) {
        const kept = withReentrant(memory, call.key, { ...record, count: left });
        return ends(kept, { kind: 'still-held', count: left });
      }
    }
    const held = policies.records === 'by-key' ? memory.held[call.key] : record;
    if (held === undefined && policies.records === 'by-key') return ends(memory, { kind: 'done', value: 0 });
    const { [call.key]: _held, ...otherHeld } = memory.held;
    const { [call.key]: _record, ...otherReentrant } = memory.reentrant;
    const forgotten = stopLoop({ ...memory, held: otherHeld, reentrant: otherReentrant }, held?.loop ?? null);
    if (call.ended) return ends(forgotten, { kind: 'failed', reason: 'canceled' });
    return deletion(forgotten, caller, held?.proof ?? null);
  };

  const deletion = (memory: Memory, caller: Caller, proof: string | null): Turn<Memory> => {
    const { key } = caller.call;
    if (proof === null || (policies.release === 'unchecked' && policies.records === 'by-key')) {
      return goesOn(memory, step('delete', ''), [ask(caller, server, { type: 'del', key })]);
    }
    if (policies.release === 'two-commands')
      return goesOn(memory, step('compare', proof), [ask(caller, server, { type: 'get', key })]);
    return goesOn(memory, step('delete', ''), [ask(caller, server, { type: 'del-if', key, value: proof })]);
  };

  const background = (
    memory: Memory,
    process: string,
    event: MachineEvent,
  ): BackgroundTurn<Memory> | null => {
    switch (event.type) {
      case 'module.timer':
        return tick(memory, process, asText(event['ref']));
      case 'context.end': {
        const loop = memory.latest[asText(event['key'])] ?? null;
        const state = loop === null ? undefined : memory.loops[loop];
        if (loop === null || state === undefined) return { memory, effects: [], lost: [] };
        return {
          memory: { ...memory, loops: { ...memory.loops, [loop]: { ...state, contextEnded: true } } },
          effects: [],
          lost: [],
        };
      }
      case 'stall':
        return { memory: { ...memory, stalled: true }, effects: [], lost: [] };
      case 'unstall':
        return unstall(memory, process);
      default:
        return null;
    }
  };

  const tick = (memory: Memory, process: string, id: string): BackgroundTurn<Memory> | null => {
    const loop = memory.loops[id];
    if (loop === undefined) return null;
    if (memory.stalled)
      return {
        memory: { ...memory, missed: [...memory.missed.filter((other) => other !== id), id] },
        effects: [],
        lost: [],
      };
    if (loop.stopped || loop.contextEnded) {
      const { [id]: _ended, ...loops } = memory.loops;
      return { memory: { ...memory, loops }, effects: [{ type: 'cancel', id }], lost: [] };
    }
    const body = { ...renewal(loop.key, loop.proof, loop.seconds), client: process, ref: id };
    return { memory, effects: [{ type: 'send', to: server, body }], lost: [] };
  };

  const unstall = (memory: Memory, process: string): BackgroundTurn<Memory> => {
    let next: Memory = { ...memory, stalled: false, missed: [] };
    const effects: Effect[] = [];
    const inOrder = Object.keys(memory.loops).filter((id) => memory.missed.includes(id));
    for (const id of inOrder) {
      const turn = tick(next, process, id);
      if (turn === null) continue;
      next = turn.memory;
      effects.push(...turn.effects);
    }
    return { memory: next, effects, lost: [] };
  };

  return { initial: EMPTY, begin, go, background };
}

/** Where a call stands: the answer it waits for, its proof of ownership, and how it waits for the key. */
interface Progress {
  readonly step: 'set' | 'compare' | 'delete' | 'fence' | 'renew';
  readonly proof: string;
  readonly blocking: Json;
}

function step(name: Progress['step'], proof: string): { readonly [field: string]: Json } {
  return { step: name, proof, blocking: null };
}

/** Keeps the proof while the call waits for the key. */
function withProgress(at: Progress, turn: Turn<Memory>): Turn<Memory> {
  return turn.outcome === null
    ? { ...turn, progress: { step: 'set', proof: at.proof, blocking: turn.progress } }
    : turn;
}

function heldProof(memory: Memory, key: string): string {
  return memory.held[key]?.proof ?? memory.reentrant[key]?.proof ?? '';
}

function withReentrant(memory: Memory, key: string, record: Reentrant): Memory {
  return { ...memory, reentrant: { ...memory.reentrant, [key]: record } };
}

function stopLoop(memory: Memory, id: string | null): Memory {
  const loop = id === null ? undefined : memory.loops[id];
  if (id === null || loop === undefined) return memory;
  return { ...memory, loops: { ...memory.loops, [id]: { ...loop, stopped: true } } };
}

/** How many loops are neither stopped nor under an ended context, even if they no longer own the key. */
export function runningLoops(memory: object): number {
  return Object.values((memory as Memory).loops).filter((loop) => !loop.stopped && !loop.contextEnded).length;
}

/** What a process remembers of a key: its proof, or none, and its re-entrant count. */
export function localRecord(memory: object, key: string): { readonly held: string; readonly count: number } {
  const { held, reentrant } = memory as Memory;
  return { held: held[key]?.proof ?? '', count: reentrant[key]?.count ?? 0 };
}
