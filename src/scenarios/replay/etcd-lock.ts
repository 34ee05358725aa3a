import { fromMs, toMs } from '../../engine/time.ts';
import type { Json } from '../../engine/trace.ts';
import { etcdLockModule } from '../../machines/client/modules/etcd-lock.ts';
import { moduleCall } from '../../machines/client/modules/lock-module.ts';
import { clientProcess } from '../../machines/client/process.ts';
import { etcd } from '../../machines/lock-server/etcd/etcd.ts';
import { asText } from '../../machines/requests.ts';
import { DirectWorld } from './direct-world.ts';
import { commanded, failure, memoryOf, textOf } from './operations.ts';
import type { RecordedOperation, RecordedSequence } from './recorded-operations.ts';
import type { OperationOutcome, ReplaySession } from './session.ts';

const ERRORS: { readonly [reason: string]: string } = {
  unavailable: 'ErrUnavailable',
  ttl: 'ErrTTL',
  canceled: 'ErrCanceled',
};

/** Recorded names of calls, and the requests that they are here. */
const CALLS: { readonly [call: string]: string } = {
  LeaseGrant: 'lease.grant',
  LeaseRevoke: 'lease.revoke',
  LeaseKeepAlive: 'lease.stream',
  KeepAliveOnce: 'lease.keepalive',
  PutIfNotExists: 'put-if-absent',
  DeleteIfValue: 'delete-if-value',
};

/** Lock objects of the etcd-semantics lock, each its own client, and the server. Times in ms. */
export function etcdLockSession(sequence: RecordedSequence): ReplaySession {
  const opened = new Map<string, { readonly key: string; readonly ttlUs: number }>();
  const world = new DirectWorld(componentsOf(sequence));

  const command = (lock: string, op: 'acquire' | 'release', ended: boolean) => {
    const { key, ttlUs } = opened.get(lock) ?? { key: '', ttlUs: 0 };
    const call = moduleCall({ op, key, ttlUs, ended });
    return world.askAndWait(lock, { type: 'command', worker: lock, call: call as unknown as Json });
  };

  const perform = (operation: RecordedOperation): OperationOutcome => {
    const lock = textOf(operation['lock']);
    const key = textOf(operation['key']);
    switch (operation.op) {
      case 'advance':
        world.advance(fromMs(Number(operation['by'])));
        return { result: { now: toMs(world.now) } };
      case 'open':
        opened.set(lock, { key, ttlUs: fromMs(Number(operation['ttl'])) });
        return { result: {} };
      case 'trylock': {
        const answer = command(lock, 'acquire', operation['ctx'] === 'canceled');
        return failure(answer, ERRORS) ?? { result: { ok: answer['kind'] === 'granted' } };
      }
      case 'unlock':
        return failure(command(lock, 'release', false), ERRORS) ?? { result: {} };
      case 'crash':
        world.tell(lock, { type: 'keepalive.die' });
        return { result: {} };
      case 'cancel':
        world.tell(lock, { type: 'context.end' });
        return { result: {} };
      case 'fault': {
        const call = CALLS[textOf(operation['call'])] ?? '';
        world.strike(lock, { type: 'fail-next', call, when: textOf(operation['when']) });
        return { result: {} };
      }
      case 'leases':
        return { result: { count: Object.keys(serverOf(world).leases).length } };
      case 'get': {
        const state = serverOf(world).keys[key];
        return { result: { found: state !== undefined, value: state?.value ?? '' } };
      }
      case 'delete':
        world.ask('etcd', { type: 'delete', key, client: 'operator' });
        return { result: {} };
      default:
        return { error: `unknown operation "${operation.op}"` };
    }
  };
  return { clock: () => toMs(world.now), perform };
}

/** What the recordings look at of the server, from outside. */
export function serverOf(world: DirectWorld): {
  readonly leases: object;
  readonly keys: { readonly [key: string]: { readonly value: string } };
} {
  return memoryOf(world, 'etcd') as ReturnType<typeof serverOf>;
}

function componentsOf(sequence: RecordedSequence) {
  const locks = new Map<string, string>();
  for (const operation of sequence.ops) {
    if (operation.op === 'open')
      locks.set(textOf(operation['lock']), asText(operation['token'] as Json | undefined));
  }
  return [
    ...[...locks].map(([id, proof]) =>
      clientProcess({ id, module: etcdLockModule({ server: 'etcd', proof }), workers: [commanded(id)] }),
    ),
    etcd({ id: 'etcd', keys: [], raises: [] }),
  ];
}
