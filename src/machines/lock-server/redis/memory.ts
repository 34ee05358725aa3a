import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import type { FenceRaise } from '../../fence-raise.ts';
import { replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';

/** A string key that a lock lives in. */
export interface KeyState {
  readonly value: string;
  /** Who set it; for the trace, never looked at by the server. */
  readonly client: string;
  readonly expires: boolean;
  /** The token that came with the grant, where the same script counted one up. */
  readonly token?: number;
  /** A renewal of it was lost with the data of another node or of before a restart: it ends too early. */
  readonly behind?: true;
  /** Another node has taken over: what becomes of this copy is no news of the lock. */
  readonly quiet?: true;
}

/** What a node holds: string keys, and the counters of INCR. */
export interface Contents {
  readonly keys: { readonly [key: string]: KeyState };
  readonly counters: { readonly [key: string]: number };
}

/** The memory of one node. A single Redis has its contents and nothing else. */
export interface Memory extends Contents {
  /**
   * What the node is beside a replica; a primary where it is left out. `replaced`: another was promoted and
   * it sends whoever asks there. `outdated`: another was promoted and it serves on, as if it did not know.
   */
  readonly role?: 'replica' | 'replaced' | 'outdated';
  /** The node that was promoted in its place. */
  readonly successor?: string;
  /** What goes from a primary to its replica. */
  readonly stream?: Stream;
  /** Of a replica: the number of the last message that it applied. */
  readonly applied?: number;
  /** Of a replica: it has stopped replicating. */
  readonly stopped?: true;
  /** The contents as they were last written to disk. */
  readonly saved?: Contents;
  /** Something has changed since, and the next writing is due. */
  readonly unsaved?: true;
}

/** What a primary knows of its replica. */
export interface Stream {
  /** Number of the last message. */
  readonly sent: number;
  /** Number of the last message that the replica is known to have applied. */
  readonly applied: number;
  /** The same of further replicas, by node. */
  readonly others?: { readonly [node: string]: number };
  /** Keys and counters that have changed since, each with the number of the message that carries it first. */
  readonly unsent: { readonly [name: string]: number };
  /** Answers that wait for a replica. */
  readonly waiting: readonly Waiting[];
  /** The replica has said that it stopped, or is too far behind to be caught up with. */
  readonly stopped?: true;
}

/** An answer, and the number of the message that must have arrived before it goes out. */
export interface Waiting {
  readonly number: number;
  readonly to: string;
  readonly body: MachineEvent;
}

/** What is fixed for the way in which a node serves. */
export interface Settings {
  /**
   * `plain`: a key is gone at its very deadline. `real`: it is alive at exactly its deadline millisecond and
   * gone one later, as measured.
   */
  readonly profile: 'plain' | 'real';
  /** A counter is gone so long after it was last counted up; null: it has no expiry. */
  readonly counterTtlUs: number | null;
  /** Stores whose fence a grant raises, where the script that sets the key counts its token. */
  readonly raises: readonly FenceRaise[];
}

/** Id of the deadline at which a key ends. */
export function keyEnd(key: string): string {
  return `key:${key}`;
}

/** Id of the deadline at which a counter ends. */
export function counterEnd(key: string): string {
  return `counter:${key}`;
}

/** A deadline on the node's wall clock. */
export function endsAfter(id: string, afterUs: number): Effect {
  return { type: 'deadline', id, afterUs, clock: 'wall' };
}

/** The ids of all deadlines that contents may have. */
export function endsOf({ keys, counters }: Contents): readonly string[] {
  return [...Object.keys(keys).map(keyEnd), ...Object.keys(counters).map(counterEnd)];
}

/** What is left of deadlines, by id, of an event that came with some. */
export function leftOf(event: MachineEvent): { readonly [id: string]: number } {
  return (event['left'] ?? {}) as { readonly [id: string]: number };
}

/** What an answer without any other effect does. */
export function answer(memory: Memory, event: MachineEvent, body: MachineEvent): Served<Memory> {
  return { memory, effects: [replyTo(event, body)] };
}

/** What a node that does not serve answers: which one does. */
export function servedBy(node: string, memory: Memory, event: MachineEvent): Served<Memory> {
  return answer(memory, event, { type: 'error', reason: 'moved', node });
}

/** The memory with one key set. */
export function withKey(memory: Memory, key: string, state: KeyState): Memory {
  return { ...memory, keys: { ...memory.keys, [key]: state } };
}

/** The memory without a key. */
export function withoutKey(memory: Memory, key: string): Memory {
  return { ...memory, keys: without(memory.keys, key) };
}

/** An object without one of its fields. */
export function without<Value>(
  fields: { readonly [name: string]: Value },
  name: string,
): { readonly [name: string]: Value } {
  const { [name]: _gone, ...rest } = fields;
  return rest;
}

/** Plain data as it travels in an event. */
export function asJson(data: object): Json {
  return data as unknown as Json;
}
