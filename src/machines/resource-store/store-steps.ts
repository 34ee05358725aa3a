import type { Effect, MachineEvent } from '../../engine/component.ts';
import type { StoreReply } from '../messages.ts';
import { asText, replyTo } from '../requests.ts';
import type { Served } from '../serving-machine.ts';
import {
  fenceOf,
  operationOf,
  raisedTo,
  recordOf,
  rowOf,
  withFence,
  withRecord,
  type Check,
  type StoreMemory,
  type Write,
} from './store-memory.ts';
import type { Gaps, ResourceStoreOptions } from './store-options.ts';
import type { Fence, LeaseView, StoreRule } from './stores/rule.ts';

/** One event at one store. */
export interface Serving {
  readonly options: ResourceStoreOptions;
  readonly memory: StoreMemory;
}

/** The rule by which a store takes what a write asks for: one operation may be fenced and another not. */
export function ruleFor({ rule, operations }: ResourceStoreOptions, write: Write | Check): StoreRule {
  return operations?.[operationOf(write)] ?? rule;
}

/** A write or check has come: a rule that reads the lease asks the lock service first, in the same step. */
export function arrive(serving: Serving, write: Write | Check): Served<StoreMemory> {
  const { options, memory } = serving;
  if (!ruleFor(options, write).readsLease) return settle(serving, write, null);
  const event = { type: 'inspect', key: options.leaseKey ?? write.key, store: options.id };
  return {
    memory: { ...memory, asked: write },
    effects: [{ type: 'call', to: options.lockService, event }],
  };
}

/** The rule decides, and the write is applied, begun in two steps, kept or refused. */
export function settle(
  { options, memory: before }: Serving,
  write: Write | Check,
  lease: LeaseView | null,
): Served<StoreMemory> {
  const memory = before.asked === null ? before : { ...before, asked: null };
  const rule = ruleFor(options, write);
  const { accepted, fence, reason } = rule.judge(
    fenceOf(memory, write.key),
    write.token,
    lease,
    rowOf(memory, write),
  );
  const serving = { options, memory };
  if (!accepted) return refused(serving, write, fence, reason ?? 'refused');
  if (write.type === 'check') {
    return {
      memory: { ...memory, checked: { ...memory.checked, [write.id]: write } },
      effects: [reply(write, { type: 'checked', id: write.id })],
    };
  }
  const steps = options.steps ?? ONE_STEP;
  if (steps.kind === 'check-then-apply' && rule.kind !== 'naive')
    return {
      memory,
      effects: [told(options.id, write), again(memory, write, 'write.apply', gapOf(steps, write))],
    };
  if (steps.kind === 'apply-then-fence' && rule.raisedByWrite) {
    // The answer comes when both statements have been made.
    const { effects, memory: after } = applied(serving, write, fenceOf(memory, write.key));
    return { memory: after, effects: [...effects, again(memory, write, 'write.fence', gapOf(steps, write))] };
  }
  return withAnswer(write, applied(serving, write, fence));
}

/** The second step of a write whose check lies behind it: it is applied, whatever has changed since. */
export function apply({ options, memory }: Serving, write: Write | Check): Served<StoreMemory> {
  const token = ruleFor(options, write).raisedByWrite ? write.token : null;
  const { fences } = raisedTo(memory, write.key, token);
  return withAnswer(
    write,
    applied({ options, memory }, write, fences[write.key] ?? fenceOf(memory, write.key)),
  );
}

/** The second statement of a write that has been applied: its token becomes the fence, if it is higher. */
export function record({ options, memory }: Serving, write: Write): Served<StoreMemory> {
  const { key, token } = write;
  const after = raisedTo(memory, key, token);
  const rose = token !== null && fenceOf(after, key).highest !== fenceOf(memory, key).highest;
  const effects = rose ? [fenceEntry(options.id, after, key, token, clientOf(write))] : [];
  return withAnswer(write, { memory: after, effects });
}

/** The second step of a write that the store began before it crashed: nobody is there any more to take it. */
export function dropped({ memory }: Serving): Served<StoreMemory> {
  return { memory, effects: [{ type: 'trace', entry: { ev: 'lose', reason: 'unfinished' } }] };
}

/** A grant raises the fence. */
export function raiseFence({ options, memory }: Serving, key: string, token: number): Served<StoreMemory> {
  const after = raisedTo(memory, key, token);
  return { memory: after, effects: [fenceEntry(options.id, after, key, token)] };
}

/** A read: what the record holds, and in which version. */
export function read({ options, memory }: Serving, event: MachineEvent): Served<StoreMemory> {
  const key = asText(event['key']);
  const record = asText(event['record']);
  const { value, version } = recordOf(memory, record);
  const entry = { ev: 'read', client: clientOf(event), key, store: options.id, record, value, base: version };
  return {
    memory,
    effects: [{ type: 'trace', entry }, reply(event, { type: 'value', record, value, version })],
  };
}

const ONE_STEP = { kind: 'one' } as const;

function applied({ options, memory }: Serving, write: Write | Check, fence: Fence): Served<StoreMemory> {
  const after = withRecord(withFence(memory, write.key, fence), write);
  const { value } = recordOf(after, write.record);
  const entry = { ...writeEntry(options.id, write, fence), value, outcome: 'accepted' } as const;
  return { memory: after, effects: [{ type: 'trace', entry }] };
}

function withAnswer(write: Write | Check, { memory, effects }: Served<StoreMemory>): Served<StoreMemory> {
  const { record } = write;
  const { version } = recordOf(memory, record);
  return { memory, effects: [...effects, reply(write, { type: 'written', record, version })] };
}

function refused(
  { options, memory }: Serving,
  write: Write | Check,
  fence: Fence,
  reason: string,
): Served<StoreMemory> {
  const { record, value, add } = write;
  const what = add === undefined ? { value } : {};
  const entry = { ...writeEntry(options.id, write, fence), ...what, outcome: 'rejected', reason } as const;
  return {
    memory: withFence(memory, write.key, fence),
    effects: [{ type: 'trace', entry }, reply(write, { type: 'write.refused', record, reason })],
  };
}

function writeEntry(store: string, write: Write | Check, fence: Fence) {
  const { key, record, token, base } = write;
  const op = operationOf(write);
  return {
    ev: 'write',
    client: clientOf(write),
    key,
    store,
    record,
    ...(op === 'write' ? {} : { op }),
    ...(token === null ? {} : { token }),
    ...(base === null ? {} : { base }),
    ...(fence.highest === null ? {} : { fence: fence.highest }),
  } as const;
}

/** That a write has passed its check. */
function told(store: string, write: Write): Effect {
  const { key, record, token, value, add } = write;
  const op = operationOf(write);
  return {
    type: 'trace',
    entry: {
      ev: 'check',
      client: clientOf(write),
      key,
      store,
      record,
      ...(add === undefined ? { value } : {}),
      ...(op === 'write' ? {} : { op }),
      ...(token === null ? {} : { token }),
    },
  };
}

function fenceEntry(store: string, after: StoreMemory, key: string, token: number, client?: string): Effect {
  const fence = fenceOf(after, key).highest ?? token;
  const who = client === undefined ? {} : { client };
  return { type: 'trace', entry: { ev: 'fence', ...who, store, key, token, fence } };
}

function gapOf({ gapUs, gapsUs }: Gaps, write: Write): number {
  return gapsUs?.[operationOf(write)] ?? gapUs;
}

/** The message of a write comes again for its second step, in the same life of the store. */
function again(
  { life = 0 }: StoreMemory,
  write: Write,
  type: 'write.apply' | 'write.fence',
  gapUs: number,
): Effect {
  return { type: 'again', afterUs: gapUs, event: { ...write, type, life } };
}

/** Who asked: the worker, where a process has several. */
function clientOf(request: MachineEvent | Write | Check): string {
  return asText(request.client ?? request.from);
}

function reply(request: MachineEvent | Write | Check, body: StoreReply): Effect {
  const { client } = request;
  return replyTo(request, typeof client === 'string' ? { ...body, client } : body);
}
