import { fromMs, toMs } from '../../engine/time.ts';
import type { Json } from '../../engine/trace.ts';
import { moduleCall } from '../../machines/client/modules/lock-module.ts';
import { electorModule } from '../../machines/client/modules/elector.ts';
import { clientProcess } from '../../machines/client/process.ts';
import { epochLease } from '../../machines/lock-server/epoch-lease/epoch-lease.ts';
import { asNumber } from '../../machines/requests.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import { DirectWorld, type Answer } from './direct-world.ts';
import { commanded, textOf } from './operations.ts';
import type { RecordedOperation, RecordedSequence } from './recorded-operations.ts';
import type { OperationOutcome, ReplaySession } from './session.ts';

/** The one key that electors contend for and the sink looks at. */
const DISPATCH = 'orders:dispatch';

/** Epoch lease, electors and sink. The clock counts whole ticks; a tick is a millisecond of virtual time. */
export function epochLeaseSession(sequence: RecordedSequence): ReplaySession {
  const electorTtlUs = fromMs(asNumber(sequence.config['elector_ttl'] as Json | undefined));
  const world = new DirectWorld(componentsOf(sequence));
  /** When each key's term runs out, for the lease that travels with an answer. */
  const lease = (key: string, owner: string, epoch: number): { readonly [field: string]: unknown } => {
    const deadline = world
      .cell('lock')
      .pending.find((item) => item.kind === 'deadline' && item.id === `lease:${key}`);
    return { lease: { key, owner, epoch, expires_at: toMs(deadline?.due ?? world.now) } };
  };
  let accepted = 0;

  const perform = (operation: RecordedOperation): OperationOutcome => {
    const key = textOf(operation['key']);
    const owner = textOf(operation['owner']);
    const ttlUs = fromMs(Number(operation['ttl'] ?? 0));
    const given = (operation['lease'] ?? {}) as {
      readonly key?: string;
      readonly owner?: string;
      readonly epoch?: number;
    };
    switch (operation.op) {
      case 'advance':
        world.advance(fromMs(Number(operation['by'])));
        return { result: { now: toMs(world.now) } };
      case 'acquire': {
        const answer = world.ask('lock', { type: 'acquire', key, client: owner, ttlUs });
        if (answer['type'] === 'refused') return { error: 'ErrLeaseHeld' };
        return { result: lease(key, owner, asNumber(answer['token'])) };
      }
      case 'renew': {
        const { key: leaseKey = '', owner: leaseOwner = '', epoch = 0 } = given;
        const answer = world.ask('lock', {
          type: 'renew',
          key: leaseKey,
          client: leaseOwner,
          token: epoch,
          ttlUs,
        });
        if (answer['type'] === 'refused') return { error: 'ErrFenced' };
        return { result: lease(leaseKey, leaseOwner, epoch) };
      }
      case 'current':
        return { result: { epoch: world.ask('lock', { type: 'current', key })['epoch'] } };
      case 'write': {
        const value = textOf(operation['order']);
        const body = {
          type: 'write',
          key: given.key ?? '',
          record: 'orders',
          value,
          token: given.epoch ?? 0,
          base: null,
        };
        if (world.ask('sink', body)['type'] === 'write.refused') return { error: 'ErrFenced' };
        accepted += 1;
        return { result: {} };
      }
      case 'len':
        return { result: { count: accepted } };
      case 'tick': {
        const call = moduleCall({ op: 'acquire', key: DISPATCH, ttlUs: electorTtlUs });
        const answer: Answer = world.askAndWait(owner, {
          type: 'command',
          worker: owner,
          call: call as unknown as Json,
        });
        if (answer['kind'] !== 'granted') return { error: 'ErrLeaseHeld' };
        return { result: { lead: true, ...lease(DISPATCH, owner, asNumber(answer['token'])) } };
      }
      case 'crash':
        world.strike(owner, { type: 'crash' });
        return { result: {} };
      case 'restart':
        // A running one is stopped first; what it remembered is gone either way.
        world.strike(owner, { type: 'crash' });
        world.strike(owner, { type: 'restart', data: 'lost' });
        return { result: {} };
      default:
        return { error: `unknown operation "${operation.op}"` };
    }
  };
  return { clock: () => toMs(world.now), perform };
}

function componentsOf(sequence: RecordedSequence) {
  const owners = new Set<string>();
  const keys = new Set<string>([DISPATCH]);
  for (const operation of sequence.ops) {
    if (operation.op === 'tick' || operation.op === 'crash' || operation.op === 'restart')
      owners.add(textOf(operation['owner']));
    if (typeof operation['key'] === 'string') keys.add(operation['key']);
    const given = operation['lease'] as { readonly key?: string } | undefined;
    if (given?.key !== undefined) keys.add(given.key);
  }
  return [
    ...[...owners].map((id) =>
      clientProcess({ id, module: electorModule('lock'), workers: [commanded(id)] }),
    ),
    epochLease({ id: 'lock', keys: [...keys].toSorted(), raises: [] }),
    resourceStore({
      id: 'sink',
      rule: storeRules['epoch-sink'],
      lockService: 'lock',
      initial: {},
      leaseKey: DISPATCH,
    }),
  ];
}
