import type { StoreRequest, TwoStepRequest } from '../messages.ts';
import { NO_FENCE, raise, type Fence, type RowView } from './stores/rule.ts';

export type Write = Extract<StoreRequest, { type: 'write' }>;
export type Check = Extract<TwoStepRequest, { type: 'check' }>;

/** One record. */
export interface RecordState {
  readonly value: string;
  /** Starts at 0, one more with each accepted write. */
  readonly version: number;
  /** Somebody has deleted it; its versions count on. */
  readonly isGone?: true;
}

/** What a store remembers. */
export interface StoreMemory {
  readonly records: { readonly [record: string]: RecordState };
  /** What the rule remembers of each lock key. */
  readonly fences: { readonly [key: string]: Fence };
  /** The write that waits, within one step, for the lock service's record. */
  readonly asked: Write | Check | null;
  /** Writes that passed a check that was asked for alone and were not applied yet, by id. */
  readonly checked: { readonly [id: string]: Check };
  /** Of a store that takes two steps: how often it has crashed, modulo LIVES. A second step dies with its life. */
  readonly life?: number;
}

/** Lives are numbered round and round, so that the numbers stay few. */
export const LIVES = 8;

/** The fence of a key. */
export function fenceOf(memory: StoreMemory, key: string): Fence {
  return memory.fences[key] ?? NO_FENCE;
}

/** The memory with the fence of a key put in its place. */
export function withFence(memory: StoreMemory, key: string, fence: Fence): StoreMemory {
  return { ...memory, fences: { ...memory.fences, [key]: fence } };
}

/** The memory with the fence of a key not lower than a token. */
export function raisedTo(memory: StoreMemory, key: string, token: number | null): StoreMemory {
  return withFence(memory, key, raise(fenceOf(memory, key), token));
}

/** A record as it stands; one that nobody has written is empty. */
export function recordOf(memory: StoreMemory, record: string): RecordState {
  return memory.records[record] ?? EMPTY;
}

/** A record as the rule sees it beside a write. */
export function rowOf(memory: StoreMemory, { record, base }: Write | Check): RowView {
  const state = memory.records[record];
  return { isThere: state !== undefined && state.isGone !== true, version: state?.version ?? 0, base };
}

/** The memory with a write applied to its record. */
export function withRecord(memory: StoreMemory, write: Write | Check): StoreMemory {
  const { record } = write;
  const before = recordOf(memory, record);
  const version = before.version + 1;
  const state: RecordState =
    operationOf(write) === 'delete'
      ? { value: '', version, isGone: true }
      : { value: newValue(write, before.value), version };
  return { ...memory, records: { ...memory.records, [record]: state } };
}

/** What a write asks the store to do: to set a value, to add a difference, to delete, or by a name of its own. */
export function operationOf({ operation, add }: Write | Check): string {
  return operation ?? (add === undefined ? 'write' : 'add');
}

/** What a record holds after a write: its value, or what was there plus the difference. */
function newValue(write: Write | Check, before: string): string {
  return write.add === undefined ? write.value : String(Number(before) + write.add);
}

const EMPTY: RecordState = { value: '', version: 0 };
