import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asText, replyTo } from '../../requests.ts';
import type { FenceRaise } from '../../fence-raise.ts';
import type { Served } from '../../serving-machine.ts';

/** What is fixed for one etcd. */
export interface EtcdOptions {
  readonly id: string;
  /** Keys to show as regions of the chart; others can be used too. */
  readonly keys: readonly string[];
  /** Stores whose fence each new holder's token raises. */
  readonly raises: readonly FenceRaise[];
  /** How it differs from the plain profile; null: not at all. */
  readonly real?: RealProfile | null;
  /** Its lock call (flaw): a waiter is answered when its turn comes, without a look whether its key is there. */
  readonly unseen?: boolean;
}

/** What a real server does that the plain profile leaves out. */
export interface RealProfile {
  /** The smallest TTL is 1.5 of these, rounded up to a second. */
  readonly electionTimeoutUs: number;
  /** How long after its lease's end a key vanishes; null: drawn for each lease from what was measured. */
  readonly deletionGapUs: number | null;
  readonly seed: number;
  /** What is left of a lease outlives a change of leader and a restart, which else give the whole TTL again. */
  readonly checkpoints: boolean;
  /** Requests without a quorum: an error at once, in place of the server's own time-out, or no answer. */
  readonly withoutQuorum: 'fail' | 'hang';
}

/** A key with its value and the lease that it is bound to. */
export interface KeyState {
  readonly value: string;
  readonly lease: number;
  /** Revision at which the key came to be: it grows from holder to holder. */
  readonly created: number;
  /** Who put it; for the trace, never looked at by the service. */
  readonly client: string;
  /** The fencing token that its holder will present. */
  readonly token: number;
  /** Revision of its last put, where it was put again since its creation. */
  readonly modified?: number;
  /** The lock in whose queue the key is a place; left out where the key is the lock itself. */
  readonly under?: string;
}

/** Who asked, for an answer that comes later. */
export interface Asker {
  readonly from: string;
  readonly ref: string | null;
}

/** Who wants to know when a key is gone. */
export interface Watcher extends Asker {
  readonly key: string;
}

/** Who has called lock and waits in the server for its turn. */
export interface LockCaller extends Asker {
  readonly under: string;
  readonly key: string;
  readonly created: number;
}

/** A lease: its TTL, and in the real profile what became of it since. */
export interface LeaseState {
  readonly ttlUs: number;
  /** It has run out, and its keys are about to vanish. */
  readonly over?: true;
  /** Keepalives that came since: they are answered when the keys vanish, or the lease gets its TTL again. */
  readonly asking?: readonly Asker[];
}

export type Keys = { readonly [key: string]: KeyState };
export type Leases = { readonly [id: string]: LeaseState };

export type Memory = {
  readonly revision: number;
  readonly issued: number;
  readonly leases: Leases;
  readonly keys: Keys;
  /** Each is told once, and then forgotten. */
  readonly watchers?: readonly Watcher[];
  readonly callers?: readonly LockCaller[];
  /** Why nothing can be agreed on: its members are down, or too few see each other. */
  readonly still?: { readonly down?: true; readonly noQuorum?: true };
};

export const EMPTY: Memory = { revision: 0, issued: 0, leases: {}, keys: {} };

/** The deadline at which a lease runs out. */
export function leaseDeadline(id: number | string): string {
  return `lease:${String(id)}`;
}

/** The deadline at which the keys of a lease vanish that has run out. */
export function gapDeadline(id: number | string): string {
  return `gap:${String(id)}`;
}

/** An answer that says what is wrong. */
export function refusal(memory: Memory, event: MachineEvent, reason: string): Served<Memory> {
  return { memory, effects: [replyTo(event, { type: 'error', reason })] };
}

/** Who asked with this request. */
export function askerOf(event: MachineEvent): Asker {
  return { from: asText(event['from']), ref: event['ref'] === undefined ? null : asText(event['ref']) };
}

/** An answer to somebody who asked before. */
export function answerTo({ from, ref }: Asker, body: MachineEvent): Effect {
  return replyTo(ref === null ? { type: '', from } : { type: '', from, ref }, body);
}
