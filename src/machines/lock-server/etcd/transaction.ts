import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { putState, removed } from './keys.ts';
import { refusal, type EtcdOptions, type Memory } from './memory.ts';
import { holderOf, withKey, type Changed } from './places.ts';

/** What a transaction compares: the revision at which a key was created or last put, or its value. */
export interface Compare {
  readonly key: string;
  readonly target: 'create' | 'mod' | 'value';
  readonly is: '=' | '!=' | '<' | '>';
  readonly to: number | string;
}

/** What a transaction does. `put` answers the creation revision, `holder` the place that holds a lock. */
export type Operation =
  | {
      readonly op: 'put';
      readonly key: string;
      readonly value: string;
      readonly lease: number;
      readonly under?: string;
      readonly token?: number;
    }
  | { readonly op: 'delete'; readonly key: string; readonly meant?: number }
  | { readonly op: 'get'; readonly key: string }
  | { readonly op: 'holder'; readonly under: string };

/** A transaction as a request: its operations are those of `success` where every compare holds, of `failure` otherwise. */
export interface Transaction {
  readonly compare: readonly Compare[];
  readonly success: readonly Operation[];
  readonly failure: readonly Operation[];
}

/** The request that asks for a transaction. */
export function transactionRequest(transaction: Transaction): MachineEvent {
  return { type: 'transaction', ...(transaction as unknown as { readonly [field: string]: Json }) };
}

/** Compares and does, in one step. A put under a lease that is gone does nothing of the whole transaction. */
export function transact(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const { compare, success, failure } = event as unknown as Transaction;
  const succeeded = compare.every((one) => holds(memory, one));
  const operations = succeeded ? success : failure;
  const isBound = operations.every((one) => one.op !== 'put' || memory.leases[one.lease] !== undefined);
  if (!isBound) return refusal(memory, event, 'lease-lost');
  let now: Changed = { memory, effects: [], after: [] };
  const responses = operations.map((one): Json => {
    const done = perform(options, now.memory, event, one);
    const { effects, after } = now;
    now = {
      memory: done.changed.memory,
      effects: [...effects, ...done.changed.effects],
      after: [...after, ...done.changed.after],
    };
    return done.response;
  });
  const answer: Effect = replyTo(event, { type: 'txn', succeeded, responses });
  return { memory: now.memory, effects: [...now.effects, answer, ...now.after] };
}

/** A compare on the value of a missing key is false, whatever is asked; its revisions are 0. */
function holds({ keys }: Memory, { key, target, is, to }: Compare): boolean {
  const state = keys[key];
  if (target === 'value' && state === undefined) return false;
  const found = target === 'value' ? (state?.value ?? '') : revisionOf(state, target);
  switch (is) {
    case '=':
      return found === to;
    case '!=':
      return found !== to;
    case '<':
      return found < to;
    case '>':
      return found > to;
  }
}

function revisionOf(state: Memory['keys'][string] | undefined, target: 'create' | 'mod'): number {
  if (state === undefined) return 0;
  return target === 'create' ? state.created : (state.modified ?? state.created);
}

function perform(
  options: EtcdOptions,
  memory: Memory,
  event: MachineEvent,
  operation: Operation,
): { readonly changed: Changed; readonly response: Json } {
  const unchanged: Changed = { memory, effects: [], after: [] };
  switch (operation.op) {
    case 'put': {
      const { key } = operation;
      const what = { type: 'put', ...operation };
      const present = memory.keys[key];
      if (present === undefined) {
        const changed = withKey(options, memory, key, putState(memory, event, what));
        return { changed, response: { created: changed.memory.revision } };
      }
      const revision = memory.revision + 1;
      const state = { ...present, value: operation.value, lease: operation.lease, modified: revision };
      const keys = { ...memory.keys, [key]: state };
      return {
        changed: { ...unchanged, memory: { ...memory, revision, keys } },
        response: { created: present.created },
      };
    }
    case 'delete': {
      const meant = operation.meant === undefined ? {} : { meant: operation.meant };
      const changed = removed(options, memory, { ...event, ...meant }, operation.key);
      return { changed, response: { deleted: memory.keys[operation.key] === undefined ? 0 : 1 } };
    }
    case 'get': {
      const found = memory.keys[operation.key];
      return { changed: unchanged, response: { value: found?.value ?? null, created: found?.created ?? 0 } };
    }
    case 'holder': {
      const [key, state] = holderOf(memory.keys, operation.under) ?? [null, null];
      return { changed: unchanged, response: { key, created: state?.created ?? 0 } };
    }
  }
}

/** The response of one operation of a transaction, by its place. */
export function responseOf(
  answer: MachineEvent,
  place: number,
): { readonly key: string; readonly created: number } {
  const responses = answer['responses'];
  const one = Array.isArray(responses) ? (responses as readonly Json[])[place] : null;
  const fields = (typeof one === 'object' && one !== null ? one : {}) as { readonly [field: string]: Json };
  return { key: asText(fields['key']), created: asNumber(fields['created']) };
}
