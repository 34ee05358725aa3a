import { setup } from 'xstate';
import type { Component, Effect } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import type { AtomicEvent, StoreReply, StoreRequest } from '../messages.ts';
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
  readonly asked: Write | null;
}

type Write = Extract<StoreRequest, { type: 'write' }>;
type Restart = { readonly type: 'restart'; readonly data: 'kept' | 'lost' };
type ProcessEvent = { readonly type: 'pause' | 'resume' | 'crash' };
type Event = StoreRequest | Exclude<AtomicEvent, { type: 'inspect' }> | Restart | ProcessEvent;

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
    fences: {},
    asked: null,
  });

  const settle = [
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
      assign((args: Args) => (args.event.type === 'write' ? { asked: args.event } : {})),
      {
        type: 'emit' as const,
        params: ({ event }: Args): Effect[] => {
          const key = 'key' in event ? event.key : '';
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
  readonly write: Write;
  readonly accepted: boolean;
  readonly fence: Fence;
  readonly reason: string;
}

function judge(rule: StoreRule, context: Context, event: Event): Ruling {
  const write = event.type === 'write' ? event : context.asked;
  if (write === null) throw new Error('a store judged without a write to judge');
  const lease: LeaseView | null =
    event.type === 'lease.view' ? { live: event.live, token: event.token } : null;
  const verdict = rule.judge(context.fences[write.key] ?? NO_FENCE, write.token, lease);
  return { write, accepted: verdict.accepted, fence: verdict.fence, reason: verdict.reason ?? 'refused' };
}

function accepted(store: string, context: Context, { write, fence }: Ruling): Effect[] {
  const version = (context.records[write.record]?.version ?? 0) + 1;
  return [
    { type: 'trace', entry: { ...writeEntry(store, write, fence), outcome: 'accepted' } },
    reply(write.from, { type: 'written', record: write.record, version }),
  ];
}

function rejected(store: string, { write, fence, reason }: Ruling): Effect[] {
  return [
    { type: 'trace', entry: { ...writeEntry(store, write, fence), outcome: 'rejected', reason } },
    reply(write.from, { type: 'write.refused', record: write.record, reason }),
  ];
}

function writeEntry(store: string, write: Write, fence: Fence) {
  const { from, key, record, value, token, base } = write;
  return {
    ev: 'write',
    client: from,
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
  const { record, value } = ruling.write;
  const version = (context.records[record]?.version ?? 0) + 1;
  return {
    ...remembered(context, ruling),
    records: { ...context.records, [record]: { value, version } },
  };
}

function remembered(context: Context, { write, fence }: Ruling): Partial<Context> {
  return { fences: { ...context.fences, [write.key]: fence }, asked: null };
}

function told(store: string, context: Context, event: Event): Effect[] {
  if (event.type !== 'read') return [];
  const { from, key, record } = event;
  const state = context.records[record] ?? { value: '', version: 0 };
  return [
    {
      type: 'trace',
      entry: { ev: 'read', client: from, key, store, record, value: state.value, base: state.version },
    },
    reply(from, { type: 'value', record, ...state }),
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

function reply(to: string, body: StoreReply): Effect {
  return { type: 'send', to, body };
}
