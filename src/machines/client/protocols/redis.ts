import type { Json } from '../../../engine/trace.ts';
import type { MachineEvent } from '../../../engine/component.ts';
import { asNumber } from '../../requests.ts';
import { asks, comesTo, failureOf, type Protocol, type Step, type Task } from './protocol.ts';

/**
 * A single Redis: `SET NX PX` with a text that proves ownership; renewals and releases by a script that
 * compares, by GET and then the command, or by the command alone; a counter by INCR. Nothing is claimed
 * beside the proof. A counter is kept under its own name beside the key; with `counts` the script that sets the
 * key counts it up as well, so that the token comes with the grant.
 */
export function redisProtocol(server: string, counts = false): Protocol {
  const ask = (progress: Json, body: MachineEvent): Step => asks(progress, { to: server, body });
  return {
    offer: {
      acquire: ['one-step', 'two-steps'],
      renew: ['compared', 'two-commands', 'unchecked'],
      release: ['compared', 'two-commands', 'unchecked'],
      tokens: ['none', 'counter', 'grant'],
      counts: true,
      tells: true,
      fetches: false,
      queues: false,
    },
    initial: null,
    begin: (task) => ask('first', firstRequest(task, counts)),
    go(task, progress, answer) {
      const failure = failureOf(answer);
      if (failure !== null) return comesTo(failure);
      const { op, key, proof } = task;
      switch (op) {
        case 'acquire': {
          // After the second of two commands: what the first one gave.
          if (progress !== 'first')
            return comesTo({ kind: 'granted', token: tokenIn(progress), claim: null });
          if (answer['ok'] !== true) return comesTo({ kind: 'held' });
          const token = tokenIn(answer['token']);
          if (task.acquire === 'one-step') return comesTo({ kind: 'granted', token, claim: null });
          return ask(token, { type: 'pexpire', key, ttlUs: task.ttlUs });
        }
        case 'holds':
          return comesTo({ kind: 'holds', holds: answer['value'] === proof });
        case 'count':
        case 'current':
          return comesTo({ kind: 'number', value: asNumber(answer['value']) });
        default: {
          if (answer.type === 'value') {
            if (answer['value'] !== proof) return comesTo(notOwned(task));
            return ask('second', unchecked(task));
          }
          if (asNumber(answer['value']) === 0) return comesTo(notOwned(task));
          return comesTo(op === 'renew' ? { kind: 'renewed' } : { kind: 'released' });
        }
      }
    },
  };
}

function notOwned({ op }: Task) {
  return op === 'renew' ? ({ kind: 'lost' } as const) : ({ kind: 'not-owner' } as const);
}

function tokenIn(json: Json | undefined): number | null {
  return typeof json === 'number' ? json : null;
}

function firstRequest(task: Task, counts: boolean): MachineEvent {
  const { op, key, proof, ttlUs, manner } = task;
  switch (op) {
    case 'acquire':
      return {
        type: 'set-nx',
        key,
        value: proof,
        ...(task.acquire === 'one-step' ? { ttlUs } : {}),
        ...(counts ? { counts } : {}),
      };
    case 'count':
    case 'current':
      return { type: 'incr', key };
    case 'holds':
      return { type: 'get', key };
    case 'renew':
      if (manner === 'compared') return { type: 'pexpire-if', key, value: proof, ttlUs };
      return manner === 'two-commands' ? { type: 'get', key } : unchecked(task);
    case 'release':
    case 'give-back':
      if (op === 'give-back' || manner === 'compared') return { type: 'del-if', key, value: proof };
      return manner === 'two-commands' ? { type: 'get', key } : unchecked(task);
  }
}

/** The command that looks at nobody's ownership. */
function unchecked({ op, key, ttlUs }: Task): MachineEvent {
  return op === 'renew' ? { type: 'pexpire', key, ttlUs } : { type: 'del', key };
}
