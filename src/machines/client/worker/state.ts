import type { Json } from '../../../engine/trace.ts';
import type { LockModule, ModuleCall } from '../modules/lock-module.ts';
import type { Instruction, WorkerPolicies } from '../script.ts';

/** One worker of a process: what it does and by which policies. */
export interface WorkerOptions {
  readonly id: string;
  /** When it runs its first instruction, after the start of the run. */
  readonly startUs: number;
  readonly script: readonly Instruction[];
  readonly policies: WorkerPolicies;
}

/** What is fixed for one process: its workers share its module's records, pause and crash together. */
export interface ProcessOptions {
  readonly id: string;
  readonly module: LockModule;
  readonly workers: readonly WorkerOptions[];
}

/** What a worker believes of a key that it believes to hold. */
export interface Belief {
  readonly token: number | null;
  readonly ttlUs: number;
}

/** A worker's memory. */
export interface WorkerState {
  /** Place in the script: the instruction it is about to run, or whose answer it waits for. */
  readonly at: number;
  /** The keys that it believes to hold, in the order of its acquisitions. */
  readonly believes: { readonly [key: string]: Belief };
  /** The last token that it was given for each key; kept after a loss, for it may still present it. */
  readonly tokens: { readonly [key: string]: number };
  /** The last version that it knows of each record, by `knownRecord`: read, or written by itself. */
  readonly versions: { readonly [record: string]: number };
  /** Whether it has told that it waits for the key. */
  readonly waits: boolean;
  /** The module call that is under way, who asked for it from outside, and where it stands. */
  readonly call: ModuleCall | null;
  /** Number of its calls so far, modulo CALL_NUMBERS. */
  readonly calls: number;
  readonly asker: string | null;
  readonly progress: Json;
}

/** The memory of a process: its module's, and that of each worker. */
export interface ProcessMemory {
  readonly memory: object;
  readonly workers: { readonly [id: string]: WorkerState };
}

/** Calls are numbered round and round, so that the numbers stay few. */
export const CALL_NUMBERS = 8;

/** A worker before it has done anything. */
export const AT_REST: WorkerState = {
  at: 0,
  believes: {},
  tokens: {},
  versions: {},
  waits: false,
  call: null,
  calls: 0,
  asker: null,
  progress: null,
};

/** The name under which a worker knows a record of a store. */
export function knownRecord(store: string, record: string): string {
  return `${store}/${record}`;
}

/** Fields without those of these names. */
export function without<T>(
  fields: { readonly [name: string]: T },
  ...names: readonly string[]
): { readonly [name: string]: T } {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
