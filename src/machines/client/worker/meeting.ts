import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Instruction } from '../script.ts';
import {
  AT_REST,
  type ProcessMemory,
  type ProcessOptions,
  type WorkerOptions,
  type WorkerState,
} from './state.ts';

/** One event as one worker meets it. */
export interface Meeting {
  readonly process: ProcessOptions;
  readonly worker: WorkerOptions;
  readonly memory: ProcessMemory;
  readonly event: MachineEvent;
}

/** A worker's own part of the process's memory. */
export function stateOf({ memory, worker }: Meeting): WorkerState {
  return memory.workers[worker.id] ?? AT_REST;
}

/** The instruction that a worker is about to run, or whose answer it waits for. */
export function instructionOf(meeting: Meeting): Instruction | undefined {
  return meeting.worker.script[stateOf(meeting).at];
}

/** Whether an event tells a worker to run its next instruction. */
export function isRun({ process, worker, event }: Meeting): boolean {
  return event.type === 'run' && event['worker'] === nameOf(process, worker).worker;
}

/** Whether a worker has a script; one without does what it is commanded. */
export function isScripted(worker: WorkerOptions): boolean {
  return worker.script.length > 0;
}

/** A worker's next instruction, at once or after it has worked or slept. */
export function next({ process, worker }: Meeting, afterUs: number, busy = false): Effect {
  return { type: 'next', afterUs, busy, ...nameOf(process, worker) };
}

/** Forgets a worker's next instruction. */
export function halt({ process, worker }: Meeting): Effect {
  return { type: 'halt', ...nameOf(process, worker) };
}

type Told = Extract<Effect, { type: 'trace' }>;

/** An entry in a worker's lane about itself. */
export function tell({ worker }: Meeting, entry: Told['entry']): Told {
  return { type: 'trace', entry: { ...entry, client: worker.id, actor: worker.id } };
}

/** The worker after which a process is named needs no name of its own. */
function nameOf(process: ProcessOptions, worker: WorkerOptions): { readonly worker?: string } {
  return process.id === worker.id ? {} : { worker: worker.id };
}
