import type { MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText } from '../../requests.ts';
import { asks, comesTo, failureOf, type Protocol, type Step, type Task } from './protocol.ts';

/**
 * The epoch lease: one compare-and-set of the key's row an operation. The owner is the worker, so that one
 * that asks again while it owns is granted again, with a higher epoch; a claim is the epoch. There is no
 * release.
 */
export function epochLeaseProtocol(server: string): Protocol {
  return {
    offer: {
      acquire: ['one-step'],
      renew: ['compared'],
      release: [],
      tokens: ['grant', 'none'],
      counts: false,
      tells: true,
      fetches: true,
      queues: false,
    },
    initial: null,
    begin(task) {
      const body = requestOf(task);
      return body === null ? comesTo({ kind: 'not-owner' }) : asks(null, { to: server, body });
    },
    go: (task, _progress, answer) => read(task, answer),
  };
}

function requestOf({ op, key, ttlUs, claim }: Task): MachineEvent | null {
  switch (op) {
    case 'acquire':
      return { type: 'acquire', key, ttlUs };
    case 'renew':
      return { type: 'renew', key, token: asNumber(claim ?? 0), ttlUs };
    case 'holds':
    case 'current':
      return { type: 'current', key };
    default:
      return null;
  }
}

function read({ op, claim }: Task, answer: MachineEvent): Step {
  const failure = failureOf(answer);
  if (failure !== null) return comesTo(failure);
  switch (answer.type) {
    case 'granted': {
      const token = asNumber(answer['token']);
      return comesTo({ kind: 'granted', token, claim: token });
    }
    case 'renewed':
      return comesTo({ kind: 'renewed' });
    case 'epoch': {
      // The row tells the latest epoch and not whether its lease is over.
      const epoch = asNumber(answer['epoch']);
      if (op === 'holds') return comesTo({ kind: 'holds', holds: epoch === claim });
      return comesTo({ kind: 'number', value: epoch === 0 ? null : epoch });
    }
    case 'refused':
      return comesTo(op === 'acquire' ? { kind: 'held' } : { kind: 'lost' });
    default:
      return comesTo({ kind: 'failed', reason: asText(answer.type) });
  }
}
