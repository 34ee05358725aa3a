import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { placeOf } from '../../lock-server/etcd/queue.ts';
import { responseOf, transactionRequest } from '../../lock-server/etcd/transaction.ts';
import { asNumber, asText } from '../../requests.ts';
import {
  asks,
  comesTo,
  failureOf,
  notice,
  waits,
  type Protocol,
  type Result,
  type Step,
  type Task,
} from './protocol.ts';

/** What an acquisition in a queue leaves to those that come after it: its lease, and its place's creation. */
interface Claim {
  readonly lease: number;
  readonly created: number;
}

interface Progress extends Claim {
  readonly step: 'lease' | 'put' | 'before' | 'watch' | 'keep' | 'delete' | 'compare' | 'ask' | 'revoke';
  /** What the conversation comes to once its lease is revoked. */
  readonly result: Result | null;
}

/** The name under which keepalives of waiters go out: nobody waits for their answers. */
const KEEPS = 'protocol:keepalive';

/**
 * A queue of places in etcd, by creation revision, each waiter watching the place before its own. A waiter
 * keeps its lease alive at a third of the TTL; when its turn has come it does so once more and looks at the
 * answer, for its place may have gone with its lease. A claim is the lease and the creation of its place;
 * `stored` is the token where that is not the revision of the creation.
 */
export function etcdQueue(
  server: string,
  stored: number | null,
): Required<Pick<Protocol, 'begin' | 'go' | 'claimOf'>> {
  const granted = (at: Claim): Step =>
    comesTo({ kind: 'granted', token: stored ?? at.created, claim: claimAt(at) });
  const ask = (step: Progress['step'], at: Claim, body: MachineEvent, result: Result | null = null): Step =>
    asks({ step, lease: at.lease, created: at.created, result }, { to: server, body });
  const revoke = ({ lease, created }: Claim, result: Result): Step =>
    ask('revoke', { lease, created }, { type: 'lease.revoke', lease }, result);

  const acquired = (task: Task, at: Progress, answer: MachineEvent): Step => {
    const { key } = task;
    const failure = failureOf(answer, at.lease === 0 ? null : claimAt(at));
    if (failure !== null) {
      const isOver = failure.kind === 'unknown' || at.step === 'lease' || at.step === 'keep';
      return quiet(task, isOver ? comesTo(failure) : revoke(at, failure));
    }
    switch (at.step) {
      case 'lease': {
        const lease = asNumber(answer['lease']);
        return ask('put', { lease, created: 0 }, enqueue(task, lease, stored));
      }
      case 'put': {
        const mine = { lease: at.lease, created: responseOf(answer, 0).created };
        const isFirst = responseOf(answer, 1).created === mine.created;
        return isFirst ? granted(mine) : ask('before', mine, before(key, mine));
      }
      case 'before':
        if (answer['found'] !== true) return ask('keep', at, { type: 'lease.keepalive', lease: at.lease });
        return ask('watch', at, { type: 'watch', key: asText(answer['key']) });
      case 'watch':
        if (answer.type === 'watch.gone') return quiet(task, ask('before', at, before(key, at)));
        return {
          ...waits(at as unknown as Json),
          effects: keeping(task, at, answer.type === 'module.timer'),
        };
      default:
        return granted(at);
    }
  };

  /** The timer that wakes a waiter for its next keepalive, and the keepalive if it has been woken. */
  const keeping = ({ ttlUs, ref, worker }: Task, { lease }: Claim, isWoken: boolean): readonly Effect[] => {
    const body = { type: 'lease.keepalive', lease, client: worker, ref: KEEPS };
    const keepalive: Effect = { type: 'send', to: server, body };
    return [...(isWoken ? [keepalive] : []), notice(ref, Math.max(1, Math.floor(ttlUs / 3)))];
  };

  const released = (task: Task, at: Progress, answer: MachineEvent): Step => {
    const failure = failureOf(answer);
    if (failure !== null) return comesTo(failure);
    if (at.step === 'compare') {
      if (answer['created'] !== at.created) return revoke(at, { kind: 'not-owner' });
      return ask('delete', at, { type: 'delete', key: placeOf(task.key, at.lease), meant: at.lease });
    }
    const isGone = answer['succeeded'] === false || answer['found'] === false;
    return revoke(at, isGone ? { kind: 'not-owner' } : { kind: 'released' });
  };

  return {
    begin(task) {
      const { op, key, claim, manner } = task;
      if (op === 'acquire')
        return ask('lease', { lease: 0, created: 0 }, { type: 'lease.grant', ttlUs: task.ttlUs });
      const at = (claim ?? { lease: 0, created: 0 }) as unknown as Claim;
      const own = placeOf(key, at.lease);
      switch (op) {
        case 'renew':
          return ask('ask', at, { type: 'lease.keepalive', lease: at.lease });
        case 'give-back':
          return at.lease === 0 ? comesTo({ kind: 'not-owner' }) : revoke(at, { kind: 'released' });
        case 'release':
          if (manner === 'two-commands') return ask('compare', at, { type: 'get', key: own });
          if (manner === 'unchecked') return ask('delete', at, { type: 'delete', key: own, meant: at.lease });
          return ask('delete', at, deletion(own, at.created));
        default:
          return ask(
            'ask',
            at,
            transactionRequest({ compare: [], success: [{ op: 'holder', under: key }], failure: [] }),
          );
      }
    },
    go(task, progress, answer) {
      const at = progress as unknown as Progress;
      // Whatever became of the lease, nothing is bound to it any more.
      if (at.step === 'revoke') return comesTo(at.result ?? { kind: 'released' });
      if (task.op === 'acquire') return acquired(task, at, answer);
      if (task.op === 'release') return released(task, at, answer);
      const failure = failureOf(answer);
      if (task.op === 'renew') {
        if (failure?.kind === 'failed') return comesTo({ kind: 'lost' });
        return comesTo(failure ?? { kind: 'renewed' });
      }
      if (failure !== null) return comesTo(failure);
      const { created } = responseOf(answer, 0);
      if (task.op === 'holds') return comesTo({ kind: 'holds', holds: created === at.created });
      return comesTo({ kind: 'number', value: created === 0 ? null : created });
    },
    claimOf(progress) {
      const at = progress as unknown as Progress;
      return at.lease === 0 ? null : claimAt(at);
    },
  };
}

/** Whether an operation is one of the queue: it joins it, or its acquisition was made there. */
export function isQueued({ op, mode, claim }: Task): boolean {
  return op === 'acquire' ? mode === 'queue' : typeof claim === 'object' && claim !== null;
}

/** Whether a conversation stands in a queue. */
export function isQueueProgress(progress: Json): boolean {
  return typeof progress === 'object' && progress !== null && 'created' in progress;
}

function claimAt({ lease, created }: Claim): Json {
  return { lease, created };
}

/** A step with which the waiting is over: nothing wakes it any more. */
function quiet({ ref }: Task, step: Step): Step {
  return { ...step, effects: [...(step.effects ?? []), { type: 'cancel', id: `${ref}:notice` }] };
}

function enqueue({ key, proof }: Task, lease: number, stored: number | null): MachineEvent {
  const token = stored === null ? {} : { token: stored };
  const place = placeOf(key, lease);
  const holder = { op: 'holder', under: key } as const;
  return transactionRequest({
    compare: [{ key: place, target: 'create', is: '=', to: 0 }],
    success: [{ op: 'put', key: place, value: proof, lease, under: key, ...token }, holder],
    failure: [{ op: 'get', key: place }, holder],
  });
}

function before(key: string, { created }: Claim): MachineEvent {
  return { type: 'place-before', under: key, created };
}

function deletion(key: string, created: number): MachineEvent {
  return transactionRequest({
    compare: [{ key, target: 'create', is: '=', to: created }],
    success: [{ op: 'delete', key }],
    failure: [],
  });
}
