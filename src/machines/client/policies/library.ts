import type { Protocol } from '../protocols/protocol.ts';
import { givenUp, slotOf, type LockRecord, type Memory } from './memory.ts';
import type { Policies } from './policies.ts';
import { speechOf, type Speech } from './talk.ts';
import { validityOf, type Changed, type Validity } from './validity.ts';

/** What a lock library is made of: one protocol, and the choices that its parts follow. */
export interface LibraryOptions {
  readonly protocol: Protocol;
  readonly policies: Policies;
  /** Decides about jitter and random tokens. */
  readonly seed: number;
}

/** The parts that its calls and its loops share. */
export interface Library extends LibraryOptions {
  readonly speech: Speech;
  readonly validity: Validity;
}

/** A library's shared parts. */
export function libraryOf(options: LibraryOptions): Library {
  const { protocol, policies, seed } = options;
  return {
    ...options,
    speech: speechOf(protocol, policies, seed),
    validity: validityOf(policies, (ttlUs) => protocol.validityUs?.(ttlUs) ?? ttlUs),
  };
}

/** The record of a worker's slot for a key, whoever's acquisition it is of. */
export function recordOf({ policies }: Library, memory: Memory, worker: string, key: string) {
  return memory.records[slotOf(policies, worker, key)];
}

/** The record of the acquisition with this proof; undefined where the slot has another by now. */
export function recordWith(
  { policies }: Library,
  memory: Memory,
  { worker, key, proof }: Pick<LockRecord, 'worker' | 'key' | 'proof'>,
): LockRecord | undefined {
  const record = memory.records[slotOf(policies, worker, key)];
  return record?.proof === proof && record.worker === worker ? record : undefined;
}

/** Memory after an acquisition is over, with its clock dropped. */
export function over({ policies, validity }: Library, memory: Memory, record: LockRecord): Changed {
  const dropped = validity.dropped(memory, record.clock);
  const kept = givenUp(policies, dropped.memory, slotOf(policies, record.worker, record.key));
  return { memory: kept, effects: dropped.effects };
}
