import type { MessageFault, TimedFault } from '../../engine/faults.ts';
import { fromMs, type Micros } from '../../engine/time.ts';
import type { ScenarioBody } from '../schema.ts';
import { actsOf, processOf } from './clients.ts';

/** The faults of a document, timed ones apart from those that strike messages. */
export function splitFaults(body: ScenarioBody): {
  timedFaults: readonly TimedFault[];
  messageFaults: readonly MessageFault[];
} {
  const timedFaults: TimedFault[] = [];
  const messageFaults: MessageFault[] = [];
  for (const fault of body.faults) {
    switch (fault.kind) {
      case 'delay':
        messageFaults.push({ kind: 'delay', message: fault.message, byUs: fromMs(fault.by) });
        break;
      case 'duplicate':
        messageFaults.push({ kind: 'duplicate', message: fault.message, byUs: fromMs(fault.by) });
        break;
      case 'lose':
      case 'lose-answer': {
        const { kind, message, sender } = fault;
        messageFaults.push({ kind, message, ...(sender === 'told' ? { told: true } : {}) });
        break;
      }
      case 'clock':
        timedFaults.push({
          kind: 'clock',
          node: fault.node,
          at: fromMs(fault.at),
          ...(fault.by === undefined ? {} : { byUs: fromMs(fault.by) }),
          ...(fault.rate === undefined ? {} : { ratePpm: Math.round(fault.rate * 1_000_000) }),
        });
        break;
      case 'pause':
      case 'refuse':
      case 'own': {
        const { for: _for, at, ...rest } = fault;
        timedFaults.push({ ...rest, at: fromMs(at), ...lasting(fault) });
        break;
      }
      case 'act': {
        const { client, at, do: what } = fault;
        const act = actsOf(body.faults, client).indexOf(fault);
        const strikes = { type: 'act', worker: client, act };
        const node = processOf(body, client);
        timedFaults.push({ kind: 'own', node, at: fromMs(at), name: `act-${what}`, strikes });
        break;
      }
      case 'slow': {
        const { kind, node, at, by } = fault;
        timedFaults.push({ kind, node, at: fromMs(at), byUs: fromMs(by), ...lasting(fault) });
        break;
      }
      case 'partition': {
        const { kind, between, at, direction, sender } = fault;
        const how = { oneWay: direction === 'from-first', told: sender === 'told' };
        timedFaults.push({ kind, between, at: fromMs(at), ...how, ...lasting(fault) });
        break;
      }
      default:
        timedFaults.push({ ...fault, at: fromMs(fault.at) });
    }
  }
  return { timedFaults, messageFaults };
}

function lasting(fault: { readonly for?: number | undefined }): { forUs?: Micros } {
  return fault.for === undefined ? {} : { forUs: fromMs(fault.for) };
}
