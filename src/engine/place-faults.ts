import type { MachineEvent } from './component.ts';
import type { Model } from './model.ts';
import type { Scratch } from './scratch.ts';
import type { Micros } from './time.ts';

/** Timed faults wait at the components that they strike, from the start. */
export function placeFaults(scratch: Scratch, model: Model): void {
  const place = (
    node: string,
    due: Micros,
    event: MachineEvent,
    index: number,
    label: string = event.type,
  ): void => {
    scratch.component(node);
    scratch.add(node, { kind: 'fault', id: `${label}.${String(index)}`, due, event, cause: null });
  };
  model.timedFaults.forEach((fault, index) => {
    switch (fault.kind) {
      case 'pause':
        place(fault.node, fault.at, { type: 'pause' }, index);
        if (fault.forUs !== undefined)
          place(fault.node, (fault.at + fault.forUs) as Micros, { type: 'resume' }, index);
        return;
      case 'refuse':
        place(fault.node, fault.at, { type: 'refuse' }, index);
        if (fault.forUs !== undefined)
          place(fault.node, (fault.at + fault.forUs) as Micros, { type: 'serve' }, index);
        return;
      case 'resume':
      case 'crash':
        place(fault.node, fault.at, { type: fault.kind }, index);
        return;
      case 'restart':
        place(fault.node, fault.at, { type: 'restart', data: fault.data }, index);
        return;
      case 'clock':
        place(fault.node, fault.at, { type: 'clock', byUs: fault.byUs }, index);
        return;
      case 'own': {
        const { node, at, name, strikes, ends, forUs } = fault;
        const phase = ends === undefined ? {} : { phase: 'start' };
        place(node, at, { type: 'own', name, event: strikes, ...phase }, index, name);
        if (ends === undefined || forUs === undefined) return;
        const ended = { type: 'own', name, event: ends, phase: 'end' };
        place(node, (at + forUs) as Micros, ended, index, `${name}-end`);
        return;
      }
      case 'partition': {
        const [a, b] = fault.between;
        place(a, fault.at, { type: 'cut', from: b, told: true }, index);
        place(b, fault.at, { type: 'cut', from: a }, index);
        if (fault.forUs === undefined) return;
        const end = (fault.at + fault.forUs) as Micros;
        place(a, end, { type: 'heal', from: b, told: true }, index);
        place(b, end, { type: 'heal', from: a }, index);
      }
    }
  });
}
