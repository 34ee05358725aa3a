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
  const lasts = (
    { node, at, forUs }: { readonly node: string; readonly at: Micros; readonly forUs?: Micros },
    starts: MachineEvent,
    ends: MachineEvent,
    index: number,
  ): void => {
    place(node, at, starts, index);
    if (forUs !== undefined) place(node, (at + forUs) as Micros, ends, index);
  };
  model.timedFaults.forEach((fault, index) => {
    switch (fault.kind) {
      case 'pause':
        lasts(fault, { type: 'pause' }, { type: 'resume' }, index);
        return;
      case 'refuse':
        lasts(fault, { type: 'refuse' }, { type: 'serve' }, index);
        return;
      case 'slow':
        lasts(fault, { type: 'slow', byUs: fault.byUs }, { type: 'swift', byUs: fault.byUs }, index);
        return;
      case 'resume':
      case 'crash':
        place(fault.node, fault.at, { type: fault.kind }, index);
        return;
      case 'restart':
        place(fault.node, fault.at, { type: 'restart', data: fault.data }, index);
        return;
      case 'clock': {
        const { node, at, byUs, ratePpm } = fault;
        const step = byUs === undefined ? {} : { byUs };
        const rate = ratePpm === undefined ? {} : { ratePpm };
        place(node, at, { type: 'clock', ...step, ...rate }, index);
        return;
      }
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
        const { between, at, forUs, oneWay = false, told = false } = fault;
        const [a, b] = between;
        // Cut off is who receives. The first is shown to be cut off, whichever way it is.
        const cut = (node: string, from: string, due: Micros, ends: boolean): void => {
          const type = told ? (ends ? 'heal-link' : 'refuse-link') : ends ? 'heal' : 'cut';
          const isShown = node === a || oneWay;
          const how = { ...(isShown ? { shown: true } : {}), ...(oneWay ? { oneWay } : {}) };
          place(node, due, { type, from, ...how }, index);
        };
        for (const [node, from] of oneWay
          ? ([[b, a]] as const)
          : ([
              [a, b],
              [b, a],
            ] as const)) {
          cut(node, from, at, false);
        }
        if (forUs === undefined) return;
        const end = (at + forUs) as Micros;
        for (const [node, from] of oneWay
          ? ([[b, a]] as const)
          : ([
              [a, b],
              [b, a],
            ] as const)) {
          cut(node, from, end, true);
        }
      }
    }
  });
}
