import { setup } from 'xstate';
import type { Component, Effect } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import type { AtomicEvent, StoreReply, StoreRequest, TwoStepRequest } from '../messages.ts';
import { processRegion } from '../process-region.ts';
import { NO_FENCE, type Fence, type LeaseView, type StoreRule } from './stores/rule.ts';

/** What is fixed for one store. */
export interface ResourceStoreOptions {
  readonly id: string;
  readonly rule: StoreRule;
  /** The lock service whose record a rule that reads leases looks at, in the same step. */
  readonly lockService: string;
  /** Values that records have before anybody wrote, by record. */
  readonly initial: { readonly [record: string]: string };
  /** The key that the rule looks at in the lock service, whatever key the writer relied on. */
  readonly leaseKey?: string;
  /** Fences that keys have before anybody wrote; none where it is left out. */
  readonly fences?: { readonly [key: string]: number };
}

interface RecordState {
  readonly value: string;
  /** Starts at 0, one more with each accepted write. */
  readonly version: number;
}

interface Context {
  readonly records: { readonly [record: string]: RecordState };
  /** What the rule remembers of each lock key. */
  readonly fences: { readonly [key: string]: Fence };
  /** The write that waits, within one step, for the lock service's record. */
  readonly asked: Write | Check | null;
  /** Writes that passed their check and were not applied yet, by id. */
  readonly checked: { readonly [id: string]: Check };
}

type Write = Extract<StoreRequest, { type: 'write' }>;
type Check = Extract<TwoStepRequest, { type: 'check' }>;
type Restart = { readonly type: 'restart'; readonly data: 'kept' | 'lost' };
type ProcessEvent = { readonly type: 'pause' | 'resume' | 'crash' };
type Event =
  | StoreRequest
  | TwoStepRequest
  | Exclude<AtomicEvent, { type: 'inspect' }>
  | Restart
  | ProcessEvent;

interface Args {
  readonly context: Context;
  readonly event: Event;
}

/** A store of records that accepts or rejects each write by one rule; see the rules beside it. */
export function resourceStore(options: ResourceStoreOptions): Component {
  return componentOf(resourceStoreMachine(options), { id: options.id, role: 'store' });
}

/** The machine behind `resourceStore`. */
export function resourceStoreMachine(options: ResourceStoreOptions) {
  const { rule } = options;
  const machines = setup({ types: { context: {} as Context, events: {} as Event }, actions: effectActions });
  const assign = machines.assign;
  const ruling = ({ context, event }: Args): Ruling => judge(rule, context, event);
  const initialContext = (): Context => ({
    records: Object.fromEntries(
      Object.entries(options.initial).map(([record, value]) => [record, { value, version: 0 }]),
    ),
    fences: Object.fromEntries(
      Object.entries(options.fences ?? {}).map(([key, highest]) => [key, { highest }]),
    ),
    asked: null,
    checked: {},
  });

  const settle = [
    {
      guard: (args: Args) => ruling(args).accepted && ruling(args).write.type === 'check',
      target: 'ready',
      actions: [
        { type: 'emit' as const, params: (args: Args) => checked(ruling(args)) },
        assign((args: Args) => kept(args.context, ruling(args))),
      ],
    },
    {
      guard: (args: Args) => ruling(args).accepted,
      target: 'ready',
      actions: [
        { type: 'emit' as const, params: (args: Args) => accepted(options.id, args.context, ruling(args)) },
        assign((args: Args) => applied(args.context, ruling(args))),
      ],
    },
    {
      target: 'ready',
      actions: [
        { type: 'emit' as const, params: (args: Args) => rejected(options.id, ruling(args)) },
        assign((args: Args) => remembered(args.context, ruling(args))),
      ],
    },
  ] as const;
  const ask = {
    target: 'asking',
    actions: [
      assign((args: Args) => (isAsked(args.event) ? { asked: args.event } : {})),
      {
        type: 'emit' as const,
        params: ({ event }: Args): Effect[] => {
          const key = options.leaseKey ?? ('key' in event ? event.key : '');
          return [
            { type: 'call', to: options.lockService, event: { type: 'inspect', key, store: options.id } },
          ];
        },
      },
    ],
  } as const;

  return setup({
    types: { context: {} as Context, events: {} as Event },
    actions: effectActions,
  }).createMachine({
    id: options.id,
    type: 'parallel',
    context: initialContext,
    states: {
      process: processRegion,
      store: {
        initial: 'ready',
        states: {
          ready: {
            on: {
              write: rule.readsLease ? ask : settle,
              check: rule.readsLease ? ask : settle,
              apply: {
                guard: ({ context, event }: Args) =>
                  event.type === 'apply' && context.checked[event.id] !== undefined,
                actions: [
                  {
                    type: 'emit',
                    params: ({ context, event }: Args) =>
                      accepted(options.id, context, passed(context, event)),
                  },
                  assign(({ context, event }: Args) => applied(context, passed(context, event))),
                ],
              },
              read: {
                actions: {
                  type: 'emit',
                  params: ({ context, event }: Args) => told(options.id, context, event),
                },
              },
              'fence.raise': {
                guard: () => rule.raisedByGrant,
                actions: [
                  assign(({ context, event }: Args) => raised(context, event)),
                  {
                    type: 'emit',
                    params: ({ context, event }: Args) => toldRaise(options.id, context, event),
                  },
                ],
              },
              restart: {
                guard: ({ event }: Args) => event.type === 'restart' && event.data === 'lost',
                actions: assign(initialContext),
              },
            },
          },
          // Left again within the same step: the lock service answers at once.
          asking: { on: { 'lease.view': settle } },
        },
      },
    },
  });
}

interface Ruling {
  readonly write: Write | Check;
  readonly accepted: boolean;
  readonly fence: Fence;
  readonly reason: string;
}

function judge(rule: StoreRule, context: Context, event: Event): Ruling {
  const write = isAsked(event) ? event : context.asked;
  if (write === null) throw new Error('a store judged without a write to judge');
  const lease: LeaseView | null =
    event.type === 'lease.view' ? { live: event.live, token: event.token } : null;
  const verdict = rule.judge(context.fences[write.key] ?? NO_FENCE, write.token, lease);
  return { write, accepted: verdict.accepted, fence: verdict.fence, reason: verdict.reason ?? 'refused' };
}

function isAsked(event: Event): event is Write | Check {
  return event.type === 'write' || event.type === 'check';
}

/** A write whose check lies behind it: it is applied as it is, whatever has changed since. */
function passed(context: Context, event: Event): Ruling {
  const write = event.type === 'apply' ? context.checked[event.id] : undefined;
  if (write === undefined) throw new Error('a store applied a write that it had not checked');
  return { write, accepted: true, fence: context.fences[write.key] ?? NO_FENCE, reason: '' };
}

function checked({ write }: Ruling): Effect[] {
  return write.type === 'check' ? [reply(write, { type: 'checked', id: write.id })] : [];
}

function kept(context: Context, { write }: Ruling): Partial<Context> {
  if (write.type !== 'check') return { asked: null };
  return { asked: null, checked: { ...context.checked, [write.id]: write } };
}

function accepted(store: string, context: Context, { write, fence }: Ruling): Effect[] {
  const version = (context.records[write.record]?.version ?? 0) + 1;
  return [
    { type: 'trace', entry: { ...writeEntry(store, write, fence), outcome: 'accepted' } },
    reply(write, { type: 'written', record: write.record, version }),
  ];
}

function rejected(store: string, { write, fence, reason }: Ruling): Effect[] {
  return [
    { type: 'trace', entry: { ...writeEntry(store, write, fence), outcome: 'rejected', reason } },
    reply(write, { type: 'write.refused', record: write.record, reason }),
  ];
}

function writeEntry(store: string, write: Write | Check, fence: Fence) {
  const { key, record, value, token, base } = write;
  return {
    ev: 'write',
    client: clientOf(write),
    key,
    store,
    record,
    value,
    ...(token === null ? {} : { token }),
    ...(base === null ? {} : { base }),
    ...(fence.highest === null ? {} : { fence: fence.highest }),
  } as const;
}

function applied(context: Context, ruling: Ruling): Partial<Context> {
  const { record } = ruling.write;
  const before = context.records[record];
  const version = (before?.version ?? 0) + 1;
  const value = newValue(ruling.write, before?.value ?? '');
  return {
    ...remembered(context, ruling),
    records: { ...context.records, [record]: { value, version } },
  };
}

/** What a record holds after a write: its value, or what was there plus the difference. */
function newValue(write: Write | Check, before: string): string {
  return write.add === undefined ? write.value : String(Number(before) + write.add);
}

function remembered(context: Context, { write, fence }: Ruling): Partial<Context> {
  return { fences: { ...context.fences, [write.key]: fence }, asked: null };
}

function told(store: string, context: Context, event: Event): Effect[] {
  if (event.type !== 'read') return [];
  const { key, record } = event;
  const state = context.records[record] ?? { value: '', version: 0 };
  return [
    {
      type: 'trace',
      entry: {
        ev: 'read',
        client: clientOf(event),
        key,
        store,
        record,
        value: state.value,
        base: state.version,
      },
    },
    reply(event, { type: 'value', record, ...state }),
  ];
}

function raised(context: Context, event: Event): Partial<Context> {
  if (event.type !== 'fence.raise') return {};
  const highest = Math.max(context.fences[event.key]?.highest ?? event.token, event.token);
  return { fences: { ...context.fences, [event.key]: { highest } } };
}

function toldRaise(store: string, context: Context, event: Event): Effect[] {
  if (event.type !== 'fence.raise') return [];
  const fence = context.fences[event.key]?.highest ?? event.token;
  return [{ type: 'trace', entry: { ev: 'fence', store, key: event.key, token: event.token, fence } }];
}

/** Who asked: the worker, where a process has several. */
function clientOf({ client, from }: { readonly client?: string; readonly from: string }): string {
  return client ?? from;
}

/** A reply names the worker that it is for, and the conversation that it belongs to. */
function reply(
  request: { readonly client?: string; readonly ref?: string; readonly from: string },
  body: StoreReply,
): Effect {
  const { client, ref, from } = request;
  const names = { ...(client === undefined ? {} : { client }), ...(ref === undefined ? {} : { ref }) };
  return { type: 'send', to: from, body: { ...body, ...names } };
}
