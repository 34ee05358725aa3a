import type { MessageFault, TimedFault } from '../../engine/faults.ts';
import { fromMs, type Micros } from '../../engine/time.ts';
import type { ScenarioBody } from '../schema.ts';
import { actsOf, processOf } from './clients.ts';

/** A fault as the engine takes it: one that strikes at its time, or one that strikes a message. */
export type SplitFault = { readonly timed: TimedFault } | { readonly ofMessage: MessageFault };

/** The faults of a document, timed ones apart from those that strike messages. */
export function splitFaults(body: ScenarioBody): {
  timedFaults: readonly TimedFault[];
  messageFaults: readonly MessageFault[];
} {
  const timedFaults: TimedFault[] = [];
  const messageFaults: MessageFault[] = [];
  for (const fault of body.faults) {
    const split = splitFault(body, fault);
    if ('timed' in split) timedFaults.push(split.timed);
    else messageFaults.push(split.ofMessage);
  }
  return { timedFaults, messageFaults };
}

/** One fault of a document. */
export function splitFault(body: ScenarioBody, fault: ScenarioBody['faults'][number]): SplitFault {
  switch (fault.kind) {
    case 'delay':
    case 'duplicate':
      return { ofMessage: { kind: fault.kind, message: fault.message, byUs: fromMs(fault.by) } };
    case 'lose':
    case 'lose-answer': {
      const { kind, message, sender } = fault;
      return { ofMessage: { kind, message, ...(sender === 'told' ? { told: true } : {}) } };
    }
    case 'clock':
      return {
        timed: {
          kind: 'clock',
          node: fault.node,
          at: fromMs(fault.at),
          ...(fault.by === undefined ? {} : { byUs: fromMs(fault.by) }),
          ...(fault.rate === undefined ? {} : { ratePpm: Math.round(fault.rate * 1_000_000) }),
        },
      };
    case 'pause': {
      const at = fromMs(fault.at);
      // Written out, for sweeps make it anew for every run.
      return fault.for === undefined
        ? { timed: { kind: 'pause', node: fault.node, at } }
        : { timed: { kind: 'pause', node: fault.node, at, forUs: fromMs(fault.for) } };
    }
    case 'refuse':
    case 'own': {
      const { for: _for, at, ...rest } = fault;
      return { timed: { ...rest, at: fromMs(at), ...lasting(fault) } };
    }
    case 'act': {
      const { client, at, do: what } = fault;
      const act = actsOf(body.faults, client).indexOf(fault);
      const strikes = { type: 'act', worker: client, act };
      return {
        timed: {
          kind: 'own',
          node: processOf(body, client),
          at: fromMs(at),
          name: `act-${what}`,
          strikes,
        },
      };
    }
    case 'slow': {
      const { kind, node, at, by } = fault;
      return { timed: { kind, node, at: fromMs(at), byUs: fromMs(by), ...lasting(fault) } };
    }
    case 'partition': {
      const { kind, between, at, direction, sender } = fault;
      const how = { oneWay: direction === 'from-first', told: sender === 'told' };
      return { timed: { kind, between, at: fromMs(at), ...how, ...lasting(fault) } };
    }
    default:
      return { timed: { ...fault, at: fromMs(fault.at) } };
  }
}

function lasting(fault: { readonly for?: number | undefined }): { forUs?: Micros } {
  return fault.for === undefined ? {} : { forUs: fromMs(fault.for) };
}
