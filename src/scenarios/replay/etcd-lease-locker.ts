import { fromMs, toMs } from '../../engine/time.ts';
import type { Json } from '../../engine/trace.ts';
import { etcdLockerModule, lockerRecord } from '../../machines/client/modules/etcd-locker.ts';
import { moduleCall } from '../../machines/client/modules/lock-module.ts';
import { clientProcess } from '../../machines/client/process.ts';
import { etcd } from '../../machines/lock-server/etcd/etcd.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import { DirectWorld, type Answer } from './direct-world.ts';
import { serverOf } from './etcd-lock.ts';
import { commanded, failure, memoryOf, textOf } from './operations.ts';
import type { RecordedOperation, RecordedSequence } from './recorded-operations.ts';
import type { OperationOutcome, ReplaySession } from './session.ts';

const ERRORS: { readonly [reason: string]: string } = {
  unavailable: 'ErrUnavailable',
  held: 'ErrLockConflict',
  'already-held': 'ErrLockAlreadyHeld',
  'not-locked': 'ErrNotLocked',
  'lock-lost': 'ErrLockLost',
  'no-lease': 'ErrNoLock',
  'unreadable-token': 'ErrParse',
  'stale-token': 'ErrStaleFence',
  'other-token': 'ErrInvalidFence',
};

/** The one key that the database asks for, whatever the writer locked. */
const ASKED_KEY = '/locks/my_critical_resource';

/** TTL of every lease here. */
const TTL_US = 10_000_000;

/** Lockers, each its own client, the server, and a database that checks the token. Times in ms. */
export function etcdLeaseLockerSession(sequence: RecordedSequence): ReplaySession {
  const keys = new Map<string, string>();
  const world = new DirectWorld(componentsOf(sequence));
  let owners = 0;

  const command = (locker: string, op: 'acquire' | 'release'): Answer => {
    const key = keys.get(locker) ?? '';
    const call = moduleCall({ op, key, ttlUs: TTL_US, proof: `owner-${String(owners)}` });
    return world.askAndWait(locker, { type: 'command', worker: locker, call: call as unknown as Json });
  };
  const store = (type: 'write' | 'check', operation: RecordedOperation): OperationOutcome => {
    const key = textOf(operation['key']);
    const value = textOf(operation['value']);
    const id = textOf(operation['id']);
    const token = Number(operation['token']);
    const answer = world.ask('database', { type, key: ASKED_KEY, record: key, value, token, base: null, id });
    const reason = textOf(answer['reason']);
    return answer['type'] === 'write.refused' ? { error: ERRORS[reason] ?? reason } : { result: {} };
  };

  const perform = (operation: RecordedOperation): OperationOutcome => {
    const locker = textOf(operation['locker']);
    switch (operation.op) {
      case 'advance':
        world.advance(fromMs(Number(operation['by'])));
        return { result: { now: toMs(world.now) } };
      case 'open':
        keys.set(locker, textOf(operation['key']));
        return { result: {} };
      case 'acquire': {
        // An owner id is used up by every attempt that gets as far as asking for a lease.
        if (!lockerRecord(memoryOf(world, locker)).locked) owners += 1;
        const answer = command(locker, 'acquire');
        return failure(answer, ERRORS) ?? { result: { token: answer['token'] } };
      }
      case 'release':
        return failure(command(locker, 'release'), ERRORS) ?? { result: {} };
      case 'token':
        return { result: { token: lockerRecord(memoryOf(world, locker)).token } };
      case 'is_locked':
        return { result: { locked: lockerRecord(memoryOf(world, locker)).locked } };
      case 'partition':
      case 'heal': {
        const cuts = operation.op === 'partition';
        const isCut = world.cell('etcd').refused?.includes(locker) === true;
        if (cuts !== isCut) world.strike('etcd', { type: cuts ? 'refuse-link' : 'heal-link', from: locker });
        return { result: {} };
      }
      case 'leases':
        return { result: { count: Object.keys(serverOf(world).leases).length } };
      case 'get': {
        const state = serverOf(world).keys[textOf(operation['key'])];
        return { result: { found: state !== undefined, value: state?.value ?? '' } };
      }
      case 'db_write':
        return store('write', operation);
      case 'db_check':
        return store('check', operation);
      case 'db_apply':
        world.ask('database', { type: 'apply', id: textOf(operation['id']) });
        return { result: {} };
      case 'db_get': {
        const record = textOf(operation['key']);
        const answer = world.ask('database', { type: 'read', key: ASKED_KEY, record });
        return { result: { found: Number(answer['version']) > 0, value: answer['value'] } };
      }
      default:
        return { error: `unknown operation "${operation.op}"` };
    }
  };
  return { clock: () => toMs(world.now), perform };
}

function componentsOf(sequence: RecordedSequence) {
  const lockers = new Set<string>();
  for (const operation of sequence.ops) if (operation.op === 'open') lockers.add(textOf(operation['locker']));
  const kind = sequence.config['parse'] === 'printed' ? 'check-then-write-misparsed' : 'check-then-write';
  const module = etcdLockerModule({ server: 'etcd', token: 'stored-value' });
  return [
    ...[...lockers].map((id) => clientProcess({ id, module, workers: [commanded(id)] })),
    etcd({ id: 'etcd', keys: [], raises: [] }),
    resourceStore({ id: 'database', rule: storeRules[kind], lockService: 'etcd', initial: {} }),
  ];
}
