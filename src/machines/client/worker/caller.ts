import { CONVERSATIONS } from '../../ranked-fields.ts';
import type { Caller, ModuleCall } from '../modules/lock-module.ts';
import type { Meeting } from './meeting.ts';
import type { WorkerState } from './state.ts';

/** A worker as the lock module knows it, with one call of its. */
export function callerOf({ process, worker }: Meeting, call: ModuleCall, number: number): Caller {
  return { process: process.id, worker: worker.id, number, call };
}

/** The number of a worker's next conversation. */
export function nextNumber({ calls }: WorkerState): number {
  return (calls + 1) % CONVERSATIONS;
}

/** The name of the conversation that a worker is in, as its requests and their answers carry it. */
export function conversation({ worker }: Meeting, { calls }: WorkerState): string {
  return `${worker.id}/${String(calls)}`;
}
