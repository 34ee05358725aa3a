import type { Effect, EntryDraft, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import { raiseFences } from '../../fence-raise.ts';
import type { Served } from '../../serving-machine.ts';
import {
  answer,
  counterEnd,
  endsAfter,
  keyEnd,
  without,
  withKey,
  withoutKey,
  type KeyState,
  type Memory,
  type Settings,
} from './memory.ts';

/** What a command, or a script as one step, does to a node. */
type Command = (memory: Memory, event: MachineEvent, key: string, settings: Settings) => Served<Memory>;

/** Commands and scripts by request type. Time stands still inside each. */
const COMMANDS: { readonly [type: string]: Command } = {
  'set-nx': setIfAbsent,
  get: (memory, event, key) => {
    const state = memory.keys[key];
    return answer(memory, event, { type: 'value', found: state !== undefined, value: state?.value ?? '' });
  },
  del: (memory, event, key) => remove(memory, event, key, () => true),
  'del-if': (memory, event, key) =>
    remove(memory, event, key, (state) => state.value === asText(event['value'])),
  pexpire: (memory, event, key, settings) => extend(memory, event, key, settings, () => true),
  'pexpire-if': (memory, event, key, settings) =>
    extend(memory, event, key, settings, (state) => state.value === asText(event['value'])),
  incr: (memory, event, key, settings) => {
    const counted = count(memory, key, settings);
    const reply = replyTo(event, { type: 'count', value: counted.value });
    return { memory: counted.memory, effects: [...counted.effects, reply] };
  },
};

/** The command that an event asks for; undefined where it asks for none. */
export function commandOf(event: MachineEvent): Command | undefined {
  return Object.hasOwn(COMMANDS, event.type) ? COMMANDS[event.type] : undefined;
}

/** Sets a key that is not there; with `counts`, the script counts up as well and gives the number as token. */
function setIfAbsent(memory: Memory, event: MachineEvent, key: string, settings: Settings): Served<Memory> {
  const client = asText(event['client']);
  const ttlUs = event['ttlUs'];
  if (typeof ttlUs === 'number' && ttlUs <= 0) {
    return answer(memory, event, { type: 'error', reason: 'invalid-expiry' });
  }
  const present = memory.keys[key];
  if (present !== undefined) {
    const entry = { ev: 'refuse', op: 'acquire', client, key, reason: 'held', by: present.client } as const;
    return {
      memory,
      effects: [{ type: 'trace', entry }, replyTo(event, { type: 'set', ok: false })],
    };
  }
  const counted = event['counts'] === true ? count(memory, key, settings) : null;
  const token = counted === null ? {} : { token: counted.value };
  const entry: EntryDraft = { ev: 'grant', client, key, ...token };
  const expires = typeof ttlUs === 'number';
  const effects: readonly Effect[] = expires
    ? [{ type: 'trace', entry, expiresAfterUs: ttlUs }, endsAfter(keyEnd(key), lastsUs(ttlUs, settings))]
    : [{ type: 'trace', entry }];
  return {
    memory: withKey(counted?.memory ?? memory, key, {
      value: asText(event['value']),
      client,
      expires,
      ...token,
    }),
    effects: [
      ...effects,
      ...(counted?.effects ?? []),
      ...(counted === null ? [] : raiseFences(settings.raises, key, counted.value)),
      replyTo(event, { type: 'set', ok: true, ...token }),
    ],
  };
}

function count(
  memory: Memory,
  key: string,
  { counterTtlUs }: Settings,
): Served<Memory> & { readonly value: number } {
  const value = (memory.counters[key] ?? 0) + 1;
  return {
    value,
    memory: { ...memory, counters: { ...memory.counters, [key]: value } },
    effects: counterTtlUs === null ? [] : [endsAfter(counterEnd(key), counterTtlUs)],
  };
}

function remove(
  memory: Memory,
  event: MachineEvent,
  key: string,
  may: (state: KeyState) => boolean,
): Served<Memory> {
  const state = memory.keys[key];
  if (state === undefined || !may(state)) return answer(memory, event, { type: 'count', value: 0 });
  const by = asText(event['client']);
  const whose = leaseOf(key, state);
  const entry =
    by === state.client ? ({ ev: 'release', ...whose } as const) : ({ ev: 'revoke', ...whose, by } as const);
  return {
    memory: withoutKey(memory, key),
    effects: [
      ...(state.quiet === true && by === state.client ? [] : [{ type: 'trace', entry } as const]),
      { type: 'cancel', id: keyEnd(key) },
      replyTo(event, { type: 'count', value: 1 }),
    ],
  };
}

function extend(
  memory: Memory,
  event: MachineEvent,
  key: string,
  settings: Settings,
  may: (state: KeyState) => boolean,
): Served<Memory> {
  const state = memory.keys[key];
  if (state === undefined || !may(state)) return answer(memory, event, { type: 'count', value: 0 });
  const by = asText(event['client']);
  const ttlUs = asNumber(event['ttlUs']);
  // An expiry at or before now deletes at once, whoever asks for it.
  if (ttlUs <= 0) return remove(memory, event, key, () => true);
  const { behind: _behind, ...current } = state;
  return {
    memory: withKey(memory, key, { ...current, expires: true }),
    effects: [
      {
        type: 'trace',
        entry: { ev: 'renew', ...leaseOf(key, state), ...(by === state.client ? {} : { by }) },
        expiresAfterUs: ttlUs,
      },
      endsAfter(keyEnd(key), lastsUs(ttlUs, settings)),
      replyTo(event, { type: 'count', value: 1 }),
    ],
  };
}

/** A deadline of the node has passed: a key or a counter is gone. */
export function expire(memory: Memory, id: string): Served<Memory> | null {
  if (id.startsWith(counterEnd(''))) {
    const key = id.slice(counterEnd('').length);
    if (memory.counters[key] === undefined) return null;
    const counters = without(memory.counters, key);
    return { memory: { ...memory, counters }, effects: [{ type: 'cancel', id }] };
  }
  const key = id.slice(keyEnd('').length);
  const state = memory.keys[key];
  if (state === undefined) return null;
  // What ends before it was promised to, because its renewal was lost, is forgotten rather than run out.
  const ev = state.behind === true ? 'forget' : 'expire';
  const isNews = memory.role !== 'replica' && state.quiet !== true;
  return {
    memory: withoutKey(memory, key),
    effects: [
      ...(isNews ? [{ type: 'trace', entry: { ev, ...leaseOf(key, state) } } as const] : []),
      { type: 'cancel', id },
    ],
  };
}

/** Out of memory: a key is dropped before its time, whatever was in it. */
export function evict(memory: Memory, key: string): Served<Memory> | null {
  const state = memory.keys[key];
  const counters = without(memory.counters, key);
  if (state === undefined) {
    if (memory.counters[key] === undefined) return null;
    return { memory: { ...memory, counters }, effects: [{ type: 'cancel', id: counterEnd(key) }] };
  }
  return {
    memory: { ...withoutKey(memory, key), counters },
    effects: [
      { type: 'trace', entry: { ev: 'forget', ...leaseOf(key, state) } },
      { type: 'cancel', id: keyEnd(key) },
      { type: 'cancel', id: counterEnd(key) },
    ],
  };
}

/** Whose lease a key is, for an entry about it. */
export function leaseOf(
  key: string,
  { client, token }: KeyState,
): Pick<EntryDraft, 'client' | 'key' | 'token'> {
  return { client, key, ...(token === undefined ? {} : { token }) };
}

const MILLISECOND_US = 1000;

/** How long a key with this TTL is there. */
function lastsUs(ttlUs: number, { profile }: Settings): number {
  return profile === 'real' ? ttlUs + MILLISECOND_US : ttlUs;
}
