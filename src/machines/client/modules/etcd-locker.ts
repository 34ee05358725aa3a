import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
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

const HEARTBEAT = 'heartbeat';

/** The token that is stored in a value: always the same, because the key is gone whenever it would rise. */
const STORED_TOKEN = 1;

/**
 * The etcd lease locker: lease, "put if absent" in one transaction, a heartbeat at a third of the TTL, and a
 * release by value. Renewal errors change nothing, and only a release ends the heartbeat; one that fails ends it,
 * too, and leaves the flag set.
 */
export function etcdLockerModule({ server, token }: EtcdLockerOptions): LockModule<Memory> {
  const ownerOf = ({ call, worker }: Caller): string => call.proof ?? worker;
  const attempt = etcdAttempt<Memory>({
    server,
    put: (caller) => {
      const value = valueOf(ownerOf(caller));
      return token === 'stored-value' ? { value, token: STORED_TOKEN } : { value };
    },
    won: (_memory, caller, created, { lease }) => {
      const given = token === 'stored-value' ? STORED_TOKEN : created;
      const locked = { locked: true, owner: ownerOf(caller), lease, token: given, beats: true };
      return ends(locked, { kind: 'granted', token: given }, [heartbeat(caller.call.ttlUs)]);
    },
  });

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { op } = caller.call;
    if (op === 'release') return release(memory, caller);
    if (op !== 'acquire') return notOffered(memory);
    if (memory.locked) return ends(memory, { kind: 'refused', reason: 'already-held' });
    return attempt.start(memory, caller);
  };

  const release = (memory: Memory, caller: Caller): Turn<Memory> => {
    if (!memory.locked) return ends(memory, { kind: 'refused', reason: 'not-locked' });
    const request = { type: 'delete-if-value', key: caller.call.key, value: valueOf(memory.owner) };
    return goesOn({ ...memory, beats: false }, at('delete', memory.lease), [
      { type: 'cancel', id: HEARTBEAT },
      ask(caller, server, request),
    ]);
  };

  const go = (memory: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory> => {
    const place = progress as unknown as EtcdProgress<'delete' | 'end'>;
    const shared = attempt.go(memory, caller, place, event);
    if (shared !== null) return shared;
    const { step, lease } = place;
    switch (step) {
      case 'delete': {
        const failed = failureOf(event);
        // The flag stays set: whoever asks is told that the lock is held.
        if (failed !== null) return ends(memory, { ...failed, holds: { token: memory.token } });
        const freed: Memory = { ...memory, locked: false };
        if (event['succeeded'] !== true) return ends(freed, { kind: 'refused', reason: 'lock-lost' });
        return goesOn(freed, at('end', lease), [ask(caller, server, { type: 'lease.revoke', lease })]);
      }
      case 'end':
        return ends(memory, { kind: 'done', value: null });
    }
  };

  const background = (
    memory: Memory,
    process: string,
    event: MachineEvent,
  ): BackgroundTurn<Memory> | null => {
    if (event.type !== 'module.timer' || event['ref'] !== HEARTBEAT || !memory.beats) return null;
    const body = { type: 'lease.keepalive', lease: memory.lease, client: process, ref: HEARTBEAT };
    return { memory, effects: [{ type: 'send', to: server, body }], lost: [] };
  };

  const initial = { locked: false, owner: '', lease: 0, token: 0, beats: false };
  return { initial, ranks: ETCD_RANKS, begin, go, background };
}

/** A third of the TTL, counted from the acquisition. */
function heartbeat(ttlUs: number): Effect {
  const everyUs = Math.floor(ttlUs / 3);
  const event: MachineEvent = { type: 'module.timer', ref: HEARTBEAT, name: 'tick' };
  return { type: 'timer', id: HEARTBEAT, afterUs: everyUs, everyUs, event };
}

/** The key's value: the owner and the token that is stored with it. */
function valueOf(owner: string): string {
  return `${owner}:${String(STORED_TOKEN)}`;
}

/** What a locker remembers: its flag and its token, 0 while the flag is clear. */
export function lockerRecord(memory: object): { readonly locked: boolean; readonly token: number } {
  const { locked, token } = memory as Memory;
  return { locked, token: locked ? token : 0 };
}
