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
  /** Instants that its script names, in their order, by its process's clock since the start of the run. */
  readonly instantsUs?: readonly number[];
  /** Where its script goes on when it ends early while it holds a key; nowhere if left out. */
  readonly finallyAt?: number;
  /** Where in its script each act begins that it is made to do beside it. */
  readonly acts?: readonly number[];
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
  /** It has been told that the key is lost, and has not acted on it yet. */
  readonly lossTold?: true;
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
  /** The values that it keeps of those, for writes that are computed from them. */
  readonly values: { readonly [record: string]: string };
  /** How often it has sent its present request to a store again. */
  readonly tries: number;
  /** How many rounds of its loops lie behind it, by the place of the loop's end. */
  readonly rounds: { readonly [at: string]: number };
  /** How many of the instants that its script names are past. */
  readonly past: number;
  /** Whether it has told that it waits for the key. */
  readonly waits: boolean;
  /** The module call that is under way, who asked for it from outside, and where it stands. */
  readonly call: ModuleCall | null;
  /** Number of its conversations so far, with its module or a store, modulo CONVERSATIONS. */
  readonly calls: number;
  readonly asker: string | null;
  readonly progress: Json;
  /** While it is made to do something beside its script: where that was left, and whether it waits. */
  readonly aside?: { readonly at: number; readonly place: string; readonly due: boolean };
}

/** The memory of a process: its module's, and that of each worker. */
export interface ProcessMemory {
  readonly memory: object;
  readonly workers: { readonly [id: string]: WorkerState };
}

/** A worker before it has done anything. */
export const AT_REST: WorkerState = {
  at: 0,
  believes: {},
  tokens: {},
  versions: {},
  values: {},
  tries: 0,
  rounds: {},
  past: 0,
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
