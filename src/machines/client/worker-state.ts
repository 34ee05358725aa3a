import type { Json } from '../../engine/trace.ts';
import type { LockModule, ModuleCall } from './modules/lock-module.ts';
import type { Instruction, WorkerPolicies } from './script.ts';

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

/** What a worker believes to hold. */
export interface Belief {
  readonly key: string;
  readonly token: number | null;
  readonly ttlUs: number;
}

/** A worker's memory. */
export interface WorkerState {
  /** Place in the script: the instruction it is about to run, or whose answer it waits for. */
  readonly at: number;
  /** What it believes to hold; null when it does not believe. */
  readonly believes: Belief | null;
  /** The last token that it was given; kept after a loss, for it may still present it. */
  readonly token: number | null;
  /** The last version of each record that it knows: read, or written by itself. */
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
  believes: null,
  token: null,
  versions: {},
  waits: false,
  call: null,
  calls: 0,
  asker: null,
  progress: null,
};
