import type { MachineEvent } from '../../../engine/component.ts';
import { asNumber } from '../../requests.ts';
import { etcdQueue, isQueued, isQueueProgress } from './etcd-queue.ts';
import { asks, comesTo, failureOf, type Protocol, type Result, type Step, type Task } from './protocol.ts';

/** What is fixed for one client of etcd. */
export interface EtcdProtocolOptions {
  readonly server: string;
  /** What the key carries as token: the revision of its creation, or (flaw) a 1 stored in its value. */
  readonly token: 'creation-revision' | 'stored-value';
}

/** Where a conversation stands: the lease, and what it comes to once that is revoked. */
interface Progress {
  readonly step: 'lease' | 'put' | 'revoke' | 'compare' | 'delete' | 'ask';
  readonly lease: number;
  readonly result: Result | null;
}

/** The token in a stored value: always the same, because the key is gone whenever it would rise. */
const STORED_TOKEN = 1;

/**
 * etcd: a lease, a put bound to it if the key is absent, and the lease's revocation where that fails. A
 * claim is the lease. A renewal keeps the lease alive and needs no comparison: the lease is the holder's
 * own. A release ends the key, compared by value, then the lease. In a queue the key is a place in it.
 */
export function etcdProtocol({ server, token }: EtcdProtocolOptions): Protocol {
  const ask = (
    step: Progress['step'],
    lease: number,
    body: MachineEvent,
    result: Result | null = null,
  ): Step => asks({ step, lease, result }, { to: server, body });
  const revoke = (lease: number, result: Result): Step =>
    ask('revoke', lease, { type: 'lease.revoke', lease }, result);

  const acquired = ({ key, proof }: Task, at: Progress, answer: MachineEvent): Step => {
    const failure = failureOf(answer, at.lease === 0 ? null : at.lease);
    if (at.step === 'lease') {
      if (failure !== null) return comesTo(failure);
      const lease = asNumber(answer['lease']);
      const stored = token === 'stored-value' ? { token: STORED_TOKEN } : {};
      return ask('put', lease, { type: 'put-if-absent', key, lease, value: proof, ...stored });
    }
    if (failure !== null) return failure.kind === 'unknown' ? comesTo(failure) : revoke(at.lease, failure);
    if (answer['succeeded'] !== true) return revoke(at.lease, { kind: 'held' });
    const created = asNumber(answer['created']);
    const granted = token === 'stored-value' ? STORED_TOKEN : created;
    return comesTo({ kind: 'granted', token: granted, claim: at.lease });
  };

  const released = ({ key, proof }: Task, at: Progress, answer: MachineEvent): Step => {
    const failure = failureOf(answer);
    if (failure !== null) return comesTo(failure);
    if (at.step === 'compare') {
      const isOwn = answer['found'] === true && answer['value'] === proof;
      if (!isOwn) return revoke(at.lease, { kind: 'not-owner' });
      return ask('delete', at.lease, { type: 'delete', key, meant: at.lease });
    }
    const isGone = answer['succeeded'] === false || answer['found'] === false;
    // The lease is the holder's own whatever became of the key.
    return revoke(at.lease, isGone ? { kind: 'not-owner' } : { kind: 'released' });
  };

  const queue = etcdQueue(server, token === 'stored-value' ? STORED_TOKEN : null);

  return {
    offer: {
      acquire: ['one-step'],
      renew: ['compared'],
      keepsTtl: true,
      release: ['compared', 'two-commands', 'unchecked'],
      tokens: ['creation-revision', 'stored-value', 'none'],
      counts: false,
      tells: true,
      fetches: true,
      queues: true,
    },
    initial: null,
    begin(task) {
      if (isQueued(task)) return queue.begin(task);
      const { op, key, proof, ttlUs, claim, manner } = task;
      const lease = asNumber(claim ?? 0);
      switch (op) {
        case 'acquire':
          return ask('lease', 0, { type: 'lease.grant', ttlUs });
        case 'renew':
          return ask('ask', lease, { type: 'lease.keepalive', lease });
        case 'give-back':
          return lease === 0
            ? comesTo({ kind: 'not-owner' })
            : ask('ask', lease, { type: 'lease.revoke', lease });
        case 'release':
          if (manner === 'compared')
            return ask('delete', lease, { type: 'delete-if-value', key, value: proof });
          return manner === 'two-commands'
            ? ask('compare', lease, { type: 'get', key })
            : ask('delete', lease, { type: 'delete', key, meant: lease });
        default:
          return ask('ask', lease, { type: 'get', key });
      }
    },
    go(task, progress, answer) {
      if (isQueued(task)) return queue.go(task, progress, answer);
      const at = progress as unknown as Progress;
      // Whatever became of the lease, the key is not bound to it any more.
      if (at.step === 'revoke') return comesTo(at.result ?? { kind: 'released' });
      switch (task.op) {
        case 'acquire':
          return acquired(task, at, answer);
        case 'renew': {
          const failure = failureOf(answer);
          if (failure?.kind === 'failed') return comesTo({ kind: 'lost' });
          return comesTo(failure ?? { kind: 'renewed' });
        }
        case 'release':
          return released(task, at, answer);
        case 'give-back': {
          const failure = failureOf(answer, at.lease);
          if (failure?.kind === 'failed') return comesTo({ kind: 'not-owner' });
          return comesTo(failure ?? { kind: 'released' });
        }
        default: {
          const failure = failureOf(answer);
          if (failure !== null) return comesTo(failure);
          if (task.op === 'holds') return comesTo({ kind: 'holds', holds: answer['value'] === task.proof });
          const created = token === 'stored-value' ? STORED_TOKEN : asNumber(answer['created']);
          return comesTo({ kind: 'number', value: answer['found'] === true ? created : null });
        }
      }
    },
    claimOf(progress) {
      if (isQueueProgress(progress)) return queue.claimOf(progress);
      const { lease } = progress as unknown as Progress;
      return lease === 0 ? null : lease;
    },
  };
}
