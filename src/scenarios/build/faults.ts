import type { MessageFault, TimedFault } from '../../engine/faults.ts';
import { fromMs } from '../../engine/time.ts';
import type { ScenarioBody } from '../schema.ts';

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
      case 'lose':
        messageFaults.push({ kind: 'lose', message: fault.message });
        break;
      case 'clock':
        timedFaults.push({ kind: 'clock', node: fault.node, at: fromMs(fault.at), byUs: fromMs(fault.by) });
        break;
      case 'pause':
      case 'refuse':
      case 'partition':
      case 'own': {
        const { for: length, at, ...rest } = fault;
        timedFaults.push({
          ...rest,
          at: fromMs(at),
          ...(length === undefined ? {} : { forUs: fromMs(length) }),
        });
        break;
      }
      default:
        timedFaults.push({ ...fault, at: fromMs(fault.at) });
    }
  }
  return { timedFaults, messageFaults };
}
