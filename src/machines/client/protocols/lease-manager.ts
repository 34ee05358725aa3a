import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asNumber, asText } from '../../requests.ts';
import { asks, comesTo, failureOf, notice, waits, type Protocol, type Step, type Task } from './protocol.ts';

/** What is fixed for one client of a lease manager. */
export interface LeaseManagerProtocolOptions {
  readonly server: string;
  /** It has a queue. */
  readonly queues?: boolean;
  /** It lets a live key be taken over. */
  readonly stealing?: boolean;
}

/**
 * The lease manager: one request an operation; a claim is the token, the only proof that it knows. In its
 * queue a waiter asks again at a third of the TTL, so that it is heard of; its claim is the name of its call.
 */
export function leaseManagerProtocol({
  server,
  queues = false,
  stealing = false,
}: LeaseManagerProtocolOptions): Protocol {
  return {
    offer: {
      acquire: stealing ? ['one-step', 'steals'] : ['one-step'],
      renew: ['compared'],
      release: ['compared'],
      tokens: ['grant', 'none'],
      counts: false,
      tells: true,
      fetches: true,
      queues,
    },
    initial: null,
    begin(task) {
      const body = requestOf(task);
      const progress = task.op === 'acquire' && task.mode === 'queue' ? task.ref : null;
      return body === null ? comesTo({ kind: 'not-owner' }) : asks(progress, { to: server, body });
    },
    go(task, progress, answer) {
      if (progress !== null) {
        if (answer.type === 'module.timer') return { ...waits(progress), effects: stays(server, task) };
        if (answer.type === 'queued') return { ...waits(progress), effects: [nextNotice(task)] };
        const last = read(task, answer);
        return { ...last, effects: [{ type: 'cancel', id: `${task.ref}:notice` }] };
      }
      return read(task, answer);
    },
    claimOf: (progress) => (typeof progress === 'string' ? { place: progress } : null),
  };
}

/** Asks again, in the same place, and will once more. */
function stays(server: string, task: Task): readonly Effect[] {
  const body = { ...acquireRequest(task), client: task.worker, ref: task.ref };
  return [{ type: 'send', to: server, body }, nextNotice(task)];
}

function nextNotice({ ref, ttlUs }: Task): Effect {
  return notice(ref, Math.max(1, Math.floor(ttlUs / 3)));
}

function acquireRequest({ key, ttlUs, acquire, mode }: Task): MachineEvent {
  const type = acquire === 'steals' ? 'steal' : 'acquire';
  return mode === 'queue' ? { type, key, ttlUs, waits: true } : { type, key, ttlUs };
}

function requestOf(task: Task): MachineEvent | null {
  const { op, key, ttlUs, claim } = task;
  const token = asNumber(claim ?? 0);
  switch (op) {
    case 'acquire':
      return acquireRequest(task);
    case 'renew':
      return { type: 'renew', key, token, ttlUs };
    case 'holds':
      return { type: 'check', key, token };
    case 'current':
      return { type: 'which-token', key };
    default: {
      const place = placeIn(claim);
      if (place !== null) return { type: 'leave', key, place };
      // Who was not answered has no token, and nothing else by which to give back what may have been granted.
      return claim === null ? null : { type: 'release', key, token };
    }
  }
}

/** The place in a queue that a claim is; null where it is a token. */
function placeIn(claim: Json): string | null {
  const fields = typeof claim === 'object' && claim !== null ? (claim as { readonly place?: Json }) : {};
  return typeof fields.place === 'string' ? fields.place : null;
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
    case 'left':
      return comesTo({ kind: 'released' });
    case 'holds':
      return comesTo({ kind: 'holds', holds: answer['holds'] === true });
    case 'token': {
      const { token } = answer;
      return comesTo({ kind: 'number', value: typeof token === 'number' ? token : null });
    }
    case 'refused':
      if (op === 'acquire') return comesTo({ kind: 'held' });
      return comesTo(op === 'renew' ? { kind: 'lost' } : { kind: 'not-owner' });
    default:
      return comesTo({ kind: 'failed', reason: asText(answer.type) });
  }
}
