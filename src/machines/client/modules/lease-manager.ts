import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText } from '../../requests.ts';
import {
  ask,
  ends,
  goesOn,
  notOffered,
  type BackgroundTurn,
  type Caller,
  type LockModule,
  type Turn,
} from './lock-module.ts';
import { blocked, retried, startBlocking } from './blocking.ts';

/** How a holder extends its lease. */
export type LeaseRenewal =
  | { readonly kind: 'none' }
  /** Every interval while it holds, counted from the last request. */
  | { readonly kind: 'watchdog'; readonly intervalUs: number };

/** What is fixed for one module. */
export interface LeaseManagerModuleOptions {
  readonly server: string;
  readonly renewal: LeaseRenewal;
}

interface Held {
  readonly token: number;
  readonly ttlUs: number;
}

interface Memory {
  /** The last grant of each key; kept after a loss, for a release may still present it. */
  readonly grants: { readonly [key: string]: Held };
  /** Keys that a watchdog renews. */
  readonly watched: readonly string[];
}

/** The client's side of a lease manager, and of anything that answers like one. */
export function leaseManagerModule({ server, renewal }: LeaseManagerModuleOptions): LockModule<Memory> {
  const request = (caller: Caller): Effect => {
    const { key, ttlUs } = caller.call;
    return ask(caller, server, { type: 'acquire', key, ttlUs });
  };

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { key, op, ttlUs } = caller.call;
    const grant = memory.grants[key];
    if (op === 'acquire') {
      const { progress, effects } = startBlocking(caller);
      return goesOn(memory, progress, [...effects, request(caller)]);
    }
    if (op === 'fence') return notOffered(memory);
    if (grant === undefined) return ends(memory, { kind: 'refused', reason: 'never-granted' });
    const { token } = grant;
    switch (op) {
      case 'renew':
        return goesOn(memory, null, [ask(caller, server, { type: 'renew', key, token, ttlUs })]);
      case 'check':
        return goesOn(memory, null, [ask(caller, server, { type: 'check', key, token })]);
      case 'release': {
        const watched = memory.watched.filter((other) => other !== key);
        const effects = [...unwatch(memory, key), ask(caller, server, { type: 'release', key, token })];
        return goesOn({ ...memory, watched }, null, effects);
      }
    }
  };

  const go = (memory: Memory, caller: Caller, progress: unknown, event: MachineEvent): Turn<Memory> => {
    const { call } = caller;
    if (event.type === 'module.timer') return retried(memory, caller, progress, event, request);
    switch (event.type) {
      case 'granted': {
        const token = asNumber(event['token']);
        const grants = { ...memory.grants, [call.key]: { token, ttlUs: call.ttlUs } };
        const watches = renewal.kind === 'watchdog';
        const watched = watches
          ? [...memory.watched.filter((key) => key !== call.key), call.key]
          : memory.watched;
        return ends({ grants, watched }, { kind: 'granted', token }, watch(call.key));
      }
      case 'renewed': {
        const token = asNumber(event['token']);
        return ends(memory, { kind: 'done', value: token });
      }
      case 'refused':
        if (call.op === 'acquire') return blocked(memory, caller, progress);
        return ends(
          memory,
          { kind: 'refused', reason: asText(event['reason']) },
          call.op === 'renew' ? unwatch(memory, call.key) : [],
        );
      case 'error':
        return ends(memory, { kind: 'failed', reason: asText(event['reason']) });
      default:
        return ends(memory, { kind: 'done', value: event['holds'] === false ? 0 : 1 });
    }
  };

  const watch = (key: string): readonly Effect[] => {
    if (renewal.kind !== 'watchdog') return [];
    const event: MachineEvent = { type: 'module.timer', ref: refOfWatch(key), name: 'watchdog', key };
    return [{ type: 'timer', id: refOfWatch(key), afterUs: renewal.intervalUs, event }];
  };

  const unwatch = (memory: Memory, key: string): readonly Effect[] =>
    memory.watched.includes(key) ? [{ type: 'cancel', id: refOfWatch(key) }] : [];

  const background = (
    memory: Memory,
    process: string,
    event: MachineEvent,
  ): BackgroundTurn<Memory> | null => {
    const key = asText(event['key']);
    const grant = memory.grants[key];
    if (event['ref'] !== refOfWatch(key) || grant === undefined || !memory.watched.includes(key)) return null;
    switch (event.type) {
      case 'module.timer': {
        const { token, ttlUs } = grant;
        const body = { type: 'renew', key, token, ttlUs, client: process, ref: refOfWatch(key) };
        return { memory, effects: [{ type: 'send', to: server, body }, ...watch(key)], lost: [] };
      }
      case 'refused': {
        const watched = memory.watched.filter((other) => other !== key);
        return {
          memory: { ...memory, watched },
          effects: unwatch(memory, key),
          lost: [{ key, worker: null, reason: 'renewal-refused' }],
        };
      }
      default:
        return null;
    }
  };

  const forget = (memory: Memory, key: string) => ({
    memory: { ...memory, watched: memory.watched.filter((other) => other !== key) },
    effects: unwatch(memory, key),
  });

  return { initial: { grants: {}, watched: [] }, ranks: {}, begin, go, background, forget };
}

function refOfWatch(key: string): string {
  return `watchdog:${key}`;
}
