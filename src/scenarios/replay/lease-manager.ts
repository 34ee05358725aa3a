import { firstWorld, intervene, type Applied, type Intervention } from '../../engine/apply.ts';
import { BrokenPromise } from '../../engine/assert.ts';
import { cellOf } from '../../engine/choices.ts';
import type { Component, MachineEvent } from '../../engine/component.ts';
import { NO_FAULTS } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { playUntil } from '../../engine/play.ts';
import { fromMs, toMs, ZERO, type Micros } from '../../engine/time.ts';
import type { Entry } from '../../engine/trace.ts';
import { leaseManager } from '../../machines/lock-server/lease-manager/lease-manager.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import type { RecordedOperation, RecordedSequence } from './recorded-operations.ts';
import type { OperationOutcome, ReplaySession } from './session.ts';

/** Identifiers of the recordings for what our machines refuse. */
const ERRORS: { readonly [reason: string]: string } = {
  held: 'ErrLocked',
  'lease-lost': 'ErrLeaseLost',
  'stale-token': 'ErrStaleToken',
};

const CALLER = 'caller';

/** The lease manager with a fenced and a naive store, called directly. The clock is the manager's, in ms. */
export function leaseManagerSession(sequence: RecordedSequence): ReplaySession {
  const model = modelFor(sequence);
  let { world } = firstWorld(model);
  let rejected = 0;

  const take = (applied: Applied): readonly Entry[] => {
    world = applied.world;
    for (const entry of applied.entries)
      if (entry.ev === 'write' && entry.outcome === 'rejected') rejected += 1;
    return applied.entries;
  };
  const act = (intervention: Intervention): readonly Entry[] =>
    take(intervene(model, world, world.now, intervention));
  const ask = (to: string, body: MachineEvent): { readonly [field: string]: unknown } => {
    const reply = act({ kind: 'message', from: CALLER, to, body }).find(
      (entry) => entry.ev === 'send' && entry.to === CALLER,
    );
    if (reply === undefined) throw new BrokenPromise(`"${to}" did not answer ${body.type}`);
    return reply.body as { readonly [field: string]: unknown };
  };
  const clock = (): number => toMs((world.now + cellOf(world, 'lock').clock.offsetUs) as Micros);

  const perform = (operation: RecordedOperation): OperationOutcome => {
    const key = text(operation['key']);
    const token = Number(operation['token']);
    const ttlUs = fromMs(Number(operation['ttl'] ?? 0));
    switch (operation.op) {
      case 'advance': {
        const by = fromMs(Number(operation['by']));
        if (by < 0) act({ kind: 'fault', node: 'lock', event: { type: 'clock', byUs: by } });
        else take(playUntil(model, world, (world.now + by) as Micros));
        return { result: { now: clock() } };
      }
      case 'acquire': {
        const reply = ask('lock', { type: 'acquire', key, ttlUs });
        return outcomeOf(reply, { token: reply['token'] });
      }
      case 'renew':
        return outcomeOf(ask('lock', { type: 'renew', key, token, ttlUs }), {});
      case 'release':
        return outcomeOf(ask('lock', { type: 'release', key, token }), {});
      case 'write': {
        const value = text(operation['value']);
        return outcomeOf(ask('fenced', { type: 'write', key, record: key, value, token, base: null }), {});
      }
      case 'value':
        return { result: { value: ask('fenced', { type: 'read', key, record: key })['value'] } };
      case 'rejected':
        return { result: { count: rejected } };
      case 'naive_write': {
        const value = text(operation['value']);
        return outcomeOf(
          ask('naive', { type: 'write', key: 'lock', record: 'value', value, token: null, base: null }),
          {},
        );
      }
      case 'naive_value':
        return { result: { value: ask('naive', { type: 'read', key: 'lock', record: 'value' })['value'] } };
      default:
        return { error: `unknown operation "${operation.op}"` };
    }
  };
  return { clock, perform };
}

function outcomeOf(
  reply: { readonly [field: string]: unknown },
  result: { readonly [field: string]: unknown },
): OperationOutcome {
  const refused = reply['type'] === 'refused' || reply['type'] === 'write.refused';
  const reason = text(reply['reason']);
  return refused ? { error: ERRORS[reason] ?? reason } : { result };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function modelFor(sequence: RecordedSequence): Model {
  const keys = new Set<string>();
  for (const operation of sequence.ops) if (typeof operation['key'] === 'string') keys.add(operation['key']);
  const store = (kind: 'naive' | 'fenced'): Component =>
    resourceStore({ id: kind, rule: storeRules[kind], lockService: 'lock', initial: {} });
  return {
    components: [
      caller(),
      leaseManager({ id: 'lock', keys: [...keys].toSorted(), clock: 'wall', raises: [] }),
      store('fenced'),
      store('naive'),
    ],
    seed: 0,
    latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
    timedFaults: [],
    messageFaults: [],
    budget: NO_FAULTS,
    horizon: Number.MAX_SAFE_INTEGER as Micros,
  };
}

/** Whoever calls: it takes no part beyond being answered. */
function caller(): Component {
  const state = { value: 'calling', context: {} };
  return {
    id: CALLER,
    role: 'client',
    initial: () => ({ state, effects: [] }),
    step: () => null,
    status: () => 'running',
  };
}
