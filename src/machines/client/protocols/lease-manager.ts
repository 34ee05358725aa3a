import type { MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText } from '../../requests.ts';
import { asks, comesTo, failureOf, type Protocol, type Step, type Task } from './protocol.ts';

/** The lease manager: one request an operation; a claim is the token, the only proof that it knows. */
export function leaseManagerProtocol(server: string): Protocol {
  return {
    offer: {
      acquire: ['one-step'],
      renew: ['compared'],
      release: ['compared'],
      tokens: ['grant', 'none'],
      counts: false,
      tells: true,
      fetches: false,
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
  const token = asNumber(claim ?? 0);
  switch (op) {
    case 'acquire':
      return { type: 'acquire', key, ttlUs };
    case 'renew':
      return { type: 'renew', key, token, ttlUs };
    case 'holds':
      return { type: 'check', key, token };
    default:
      // Who was not answered has no token, and nothing else by which to give back what may have been granted.
      return claim === null ? null : { type: 'release', key, token };
  }
}

function read({ op }: Task, answer: MachineEvent): Step {
  const failure = failureOf(answer);
  if (failure !== null) return comesTo(failure);
  switch (answer.type) {
    case 'granted': {
      const token = asNumber(answer['token']);
      return comesTo({ kind: 'granted', token, claim: token });
    }
    case 'renewed':
      return comesTo({ kind: 'renewed' });
    case 'released':
      return comesTo({ kind: 'released' });
    case 'holds':
      return comesTo({ kind: 'holds', holds: answer['holds'] === true });
    case 'refused':
      if (op === 'acquire') return comesTo({ kind: 'held' });
      return comesTo(op === 'renew' ? { kind: 'lost' } : { kind: 'not-owner' });
    default:
      return comesTo({ kind: 'failed', reason: asText(answer.type) });
  }
}
