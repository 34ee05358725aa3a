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

/** Whether an event tells a worker to run its next instruction: of its script, or of what it does beside it. */
export function isRun(meeting: Meeting): boolean {
  return meeting.event.type === 'run' && meeting.event['worker'] === nameOf(meeting).worker;
}

/** Whether an event tells a worker to run the next instruction of its script, whatever it does beside it. */
export function isMainRun({ process, worker, event }: Meeting): boolean {
  return event.type === 'run' && event['worker'] === mainName(process, worker).worker;
}

/** Whether a worker has a script; one without does what it is commanded. */
export function isScripted(worker: WorkerOptions): boolean {
  return worker.script.length > 0;
}

/** A worker's next instruction, at once or after it has worked or slept. */
export function next(meeting: Meeting, afterUs: number, busy = false): Effect {
  return { type: 'next', afterUs, busy, ...nameOf(meeting) };
}

/** The next instruction of its script, whatever it does beside it. */
export function mainNext({ process, worker }: Meeting, afterUs: number): Effect {
  return { type: 'next', afterUs, busy: false, ...mainName(process, worker) };
}

/** Forgets the next instruction of a worker's script. */
export function halt({ process, worker }: Meeting): Effect {
  return { type: 'halt', ...mainName(process, worker) };
}

type Told = Extract<Effect, { type: 'trace' }>;

/** An entry in a worker's lane about itself. */
export function tell({ worker }: Meeting, entry: Told['entry']): Told {
  return { type: 'trace', entry: { ...entry, client: worker.id, actor: worker.id } };
}

/** What a worker does beside its script has a name of its own: both can be pending at once. */
function nameOf(meeting: Meeting): { readonly worker?: string } {
  const { process, worker } = meeting;
  if (stateOf(meeting).aside === undefined) return mainName(process, worker);
  return { worker: `${worker.id} by hand` };
}

/** The worker after which a process is named needs no name of its own. */
function mainName(process: ProcessOptions, worker: WorkerOptions): { readonly worker?: string } {
  return process.id === worker.id ? {} : { worker: worker.id };
}
