import { fromMs, toMs, type Micros } from '../../engine/time.ts';
import type { Entry } from '../../engine/trace.ts';
import { leaseManager } from '../../machines/lock-server/lease-manager/lease-manager.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import { DirectWorld, type Answer } from './direct-world.ts';
import { textOf } from './operations.ts';
import type { RecordedOperation, RecordedSequence } from './recorded-operations.ts';
import type { OperationOutcome, ReplaySession } from './session.ts';

/** Identifiers of the recordings for what our machines refuse. */
const ERRORS: { readonly [reason: string]: string } = {
  held: 'ErrLocked',
  'lease-lost': 'ErrLeaseLost',
  'stale-token': 'ErrStaleToken',
};

/** The lease manager with a fenced and a naive store, called directly. The clock is the manager's, in ms. */
export function leaseManagerSession(sequence: RecordedSequence): ReplaySession {
  const world = new DirectWorld(componentsOf(sequence));
  let rejected = 0;
  const clock = (): number => toMs((world.now + world.cell('lock').clock.offsetUs) as Micros);

  const perform = (operation: RecordedOperation): OperationOutcome => {
    const key = textOf(operation['key']);
    const value = textOf(operation['value']);
    const token = Number(operation['token']);
    const ttlUs = fromMs(Number(operation['ttl'] ?? 0));
    switch (operation.op) {
      case 'advance':
        advance(world, fromMs(Number(operation['by'])));
        return { result: { now: clock() } };
      case 'acquire': {
        const answer = world.ask('lock', { type: 'acquire', key, ttlUs });
        return outcomeOf(answer, { token: answer['token'] });
      }
      case 'renew':
        return outcomeOf(world.ask('lock', { type: 'renew', key, token, ttlUs }), {});
      case 'release':
        return outcomeOf(world.ask('lock', { type: 'release', key, token }), {});
      case 'write': {
        const outcome = outcomeOf(
          world.ask('fenced', { type: 'write', key, record: key, value, token, base: null }),
          {},
        );
        if ('error' in outcome) rejected += 1;
        return outcome;
      }
      case 'value':
        return { result: { value: world.ask('fenced', { type: 'read', key, record: key })['value'] } };
      case 'rejected':
        return { result: { count: rejected } };
      case 'naive_write':
        world.ask('naive', { type: 'write', key: 'lock', record: 'value', value, token: null, base: null });
        return { result: {} };
      case 'naive_value':
        return {
          result: { value: world.ask('naive', { type: 'read', key: 'lock', record: 'value' })['value'] },
        };
      default:
        return { error: `unknown operation "${operation.op}"` };
    }
  };
  return { clock, perform };
}

/** Lets time pass, or sets the manager's clock back. */
function advance(world: DirectWorld, byUs: number): readonly Entry[] {
  return byUs < 0 ? world.strike('lock', { type: 'clock', byUs }) : world.advance(byUs);
}

function outcomeOf(answer: Answer, result: { readonly [field: string]: unknown }): OperationOutcome {
  const isRefused = answer['type'] === 'refused' || answer['type'] === 'write.refused';
  const reason = textOf(answer['reason']);
  return isRefused ? { error: ERRORS[reason] ?? reason } : { result };
}

function componentsOf(sequence: RecordedSequence) {
  const keys = new Set<string>();
  for (const operation of sequence.ops) if (typeof operation['key'] === 'string') keys.add(operation['key']);
  const store = (kind: 'naive' | 'fenced') =>
    resourceStore({ id: kind, rule: storeRules[kind], lockService: 'lock', initial: {} });
  return [
    leaseManager({ id: 'lock', keys: [...keys].toSorted(), clock: 'wall', raises: [] }),
    store('fenced'),
    store('naive'),
  ];
}
