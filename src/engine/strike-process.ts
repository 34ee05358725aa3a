import { promise } from './assert.ts';
import type { Component, MachineEvent, ProcessStatus } from './component.ts';
import { demand } from './react.ts';
import type { Scratch } from './scratch.ts';
import { tellInLanes } from './tell.ts';

/** A fault of the process. What changes nothing, such as pausing what is paused, is not told. */
export function strikeProcess(
  scratch: Scratch,
  node: string,
  event: MachineEvent,
  cause: number | null,
): void {
  const component = scratch.component(node);
  const ev = PROCESS_FAULTS.find((kind) => kind === event.type);
  promise(ev !== undefined, `there is no fault "${event.type}"`);
  let because = cause;
  // What is restarted while it is up goes down first, and forgets what a crash makes it forget.
  if (ev === 'restart' && component.status(scratch.cell(node).state) !== 'crashed') {
    because = fall(scratch, component, 'crash', { type: 'crash' }, cause);
  }
  if (STRIKES[ev].includes(component.status(scratch.cell(node).state))) {
    fall(scratch, component, ev, event, because);
  }
}

const PROCESS_FAULTS = ['pause', 'resume', 'crash', 'restart'] as const;

type ProcessFault = (typeof PROCESS_FAULTS)[number];

/** In which status each fault of a process changes anything. */
const STRIKES: Readonly<Record<ProcessFault, readonly ProcessStatus[]>> = {
  pause: ['running'],
  resume: ['paused'],
  crash: ['running', 'paused'],
  restart: ['crashed'],
};

function fall(
  scratch: Scratch,
  component: Component,
  ev: ProcessFault,
  event: MachineEvent,
  cause: number | null,
): number {
  const reason = event['data'] === 'lost' ? { reason: 'data-lost' } : {};
  const seq = tellInLanes(scratch, component.id, { ev, ...reason }, cause, component.role === 'client');
  demand(scratch, component.id, event, seq);
  return seq;
}
