import { promise } from './assert.ts';
import { stepClock } from './cell.ts';
import type { Component, EntryDraft, MachineEvent, ProcessStatus } from './component.ts';
import { demand, offer } from './react.ts';
import type { Scratch } from './scratch.ts';
import type { Micros } from './time.ts';

/** A fault strikes a component: the engine's part and then the machine's. */
export function strike(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  switch (event.type) {
    case 'clock': {
      const byUs = Number(event['byUs']);
      const { cell, revived } = stepClock(scratch.cell(node), byUs, scratch.now);
      scratch.setCell(node, cell);
      const seq = tellInLanes(scratch, node, { ev: 'clock', byUs: byUs as Micros }, cause);
      for (const { id, leftUs } of revived)
        offer(scratch, node, { type: 'deadline.revived', id, leftUs }, seq);
      return;
    }
    case 'fail-next': {
      const cell = scratch.cell(node);
      const call = typeof event['call'] === 'string' ? event['call'] : '';
      const when = event['when'] === 'after' ? 'after' : 'before';
      scratch.setCell(node, { ...cell, failing: { ...cell.failing, [call]: when } });
      return;
    }
    case 'refuse-link':
    case 'heal-link': {
      const cell = scratch.cell(node);
      const from = typeof event['from'] === 'string' ? event['from'] : '';
      const others = (cell.refused ?? []).filter((other) => other !== from);
      scratch.setCell(node, { ...cell, refused: event.type === 'refuse-link' ? [...others, from] : others });
      return;
    }
    case 'refuse':
    case 'serve': {
      if (scratch.component(node).step(scratch.cell(node).state, event) === null) return;
      const seq = tellInLanes(scratch, node, { ev: 'note', op: event.type }, cause);
      demand(scratch, node, event, seq);
      return;
    }
    case 'own':
      strikeOwn(scratch, node, event, cause);
      return;
    case 'cut':
    case 'heal': {
      const cell = scratch.cell(node);
      const from = typeof event['from'] === 'string' ? event['from'] : '';
      const cutFrom = cell.cutFrom.filter((other) => other !== from);
      scratch.setCell(node, { ...cell, cutFrom: event.type === 'cut' ? [...cutFrom, from] : cutFrom });
      if (event['told'] === true) {
        const text = event.type === 'cut' ? 'partition' : 'partition healed';
        tellInLanes(scratch, node, { ev: 'note', op: event.type, by: from, text }, cause);
      }
      return;
    }
    default:
      strikeProcess(scratch, node, event, cause);
  }
}

/** A fault that the component alone knows; not told where its machine does not take it. */
function strikeOwn(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const own = event['event'] as MachineEvent;
  if (scratch.component(node).step(scratch.cell(node).state, own) === null) return;
  const { name, phase } = event;
  const op = typeof name === 'string' ? name : '';
  const part = phase === 'start' || phase === 'end' ? { phase } : {};
  const seq = tellInLanes(scratch, node, { ev: 'fault', op, ...part } as EntryDraft, cause);
  demand(scratch, node, own, seq);
}

/** A fault of the process. What changes nothing, such as pausing what is paused, is not told. */
function strikeProcess(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
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

/** What happens to a whole component, told in each of its lanes; gives the last entry's `seq`. */
function tellInLanes(
  scratch: Scratch,
  node: string,
  draft: EntryDraft,
  cause: number | null,
  ofClients = false,
): number {
  const [first = node, ...others] = scratch.component(node).lanes ?? [node];
  const tell = (lane: string): number =>
    scratch.enter(node, cause, { ...draft, actor: lane, ...(ofClients ? { client: lane } : {}) });
  return others.reduce((_, lane) => tell(lane), tell(first));
}
