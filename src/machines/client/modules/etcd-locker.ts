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

/** What is fixed for one locker. */
export interface EtcdLockerOptions {
  readonly server: string;
  /** Where the token comes from: a 1 stored in the value, which is gone with the key, or the creation revision. */
  readonly token: 'stored-value' | 'creation-revision';
}

interface Memory {
  readonly locked: boolean;
  readonly owner: string;
  readonly lease: number;
  readonly token: number;
  /** The heartbeat that runs; failures to renew change nothing. */
  readonly beats: boolean;
}

interface Progress {
  readonly step: 'lease' | 'put' | 'revoke' | 'delete' | 'end';
  readonly lease: number;
  readonly outcome: Outcome | null;
  /** How it waits for the key. */
  readonly blocking: Json;
}

const HEARTBEAT = 'heartbeat';

/**
 * The etcd lease locker: lease, "put if absent" in one transaction, a heartbeat at a third of the TTL, and a
 * release by value. Renewal errors change nothing, and only a release ends the heartbeat.
 */
export function etcdLockerModule({ server, token }: EtcdLockerOptions): LockModule<Memory> {
  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call } = caller;
    if (call.op === 'release') {
      if (!memory.locked) return ends(memory, { kind: 'refused', reason: 'not-locked' });
      const request = { type: 'delete-if-value', key: call.key, value: valueOf(memory.owner) };
      return goesOn({ ...memory, beats: false }, at('delete', memory.lease), [
        { type: 'cancel', id: HEARTBEAT },
        ask(caller, server, request),
      ]);
    }
    if (memory.locked) return ends(memory, { kind: 'refused', reason: 'already-held' });
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
    const { call, worker } = caller;
    const owner = call.proof ?? worker;
    switch (step) {
      case 'lease': {
        if (failed !== null) return ends(memory, failed);
        const granted = asNumber(event['lease']);
        const put = { type: 'put-if-absent', key: call.key, value: valueOf(owner), lease: granted };
        const stored = token === 'stored-value' ? { ...put, token: 1 } : put;
        return goesOn(memory, { ...at('put', granted), blocking }, [ask(caller, server, stored)]);
      }
      case 'put': {
        if (failed !== null) return revoke(memory, caller, lease, failed);
        if (event['succeeded'] !== true)
          return revoke(memory, caller, lease, { kind: 'refused', reason: 'held' }, blocking);
        const given = token === 'stored-value' ? 1 : asNumber(event['created']);
        const locked: Memory = { locked: true, owner, lease, token: given, beats: true };
        return ends(locked, { kind: 'granted', token: given }, [heartbeat(call.ttlUs)]);
      }
      case 'revoke':
        if (outcome?.kind === 'refused' && outcome.reason === 'held') {
          return withBlocking('lease', blocked(memory, caller, blocking));
        }
        return ends(memory, outcome ?? { kind: 'done', value: null }, startBlocking(caller).ends);
      case 'delete': {
        if (failed !== null) return ends(memory, failed);
        const freed: Memory = { ...memory, locked: false };
        if (event['succeeded'] !== true) return ends(freed, { kind: 'refused', reason: 'lock-lost' });
        return goesOn(freed, at('end', lease), [ask(caller, server, { type: 'lease.revoke', lease })]);
      }
      case 'end':
        return ends(memory, { kind: 'done', value: null });
    }
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
    if (event.type !== 'module.timer' || event['ref'] !== HEARTBEAT || !memory.beats) return null;
    const body = { type: 'lease.keepalive', lease: memory.lease, client: process, ref: HEARTBEAT };
    return { memory, effects: [{ type: 'send', to: server, body }], lost: [] };
  };

  return { initial: { locked: false, owner: '', lease: 0, token: 0, beats: false }, begin, go, background };
}

/** A third of the TTL, counted from the acquisition. */
function heartbeat(ttlUs: number): Effect {
  const everyUs = Math.floor(ttlUs / 3);
  const event: MachineEvent = { type: 'module.timer', ref: HEARTBEAT, name: 'tick' };
  return { type: 'timer', id: HEARTBEAT, afterUs: everyUs, everyUs, event };
}

/** The key's value: the owner and the token that is stored with it. */
function valueOf(owner: string): string {
  return `${owner}:1`;
}

/** Keeps the place of a call that waits for the key: what comes next is a lease of its own. */
function withBlocking(step: Progress['step'], turn: Turn<Memory>): Turn<Memory> {
  return turn.outcome === null ? { ...turn, progress: { ...at(step, 0), blocking: turn.progress } } : turn;
}

function at(step: Progress['step'], lease: number): { readonly [field: string]: Json } {
  return { step, lease, outcome: null, blocking: null };
}

/** What a locker remembers: its flag and its token, 0 while the flag is clear. */
export function lockerRecord(memory: object): { readonly locked: boolean; readonly token: number } {
  const { locked, token } = memory as Memory;
  return { locked, token: locked ? token : 0 };
}
