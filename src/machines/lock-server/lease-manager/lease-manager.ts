import { setup } from 'xstate';
import type { Component, Effect } from '../../../engine/component.ts';
import { counter, ranked, type RankRules } from '../../../engine/ranks.ts';
import { componentOf } from '../../drive.ts';
import { effectActions } from '../../effects.ts';
import { raiseFences, type FenceRaise } from '../../fence-raise.ts';
import type { AtomicEvent, LockReply, LockRefusal, LockRequest } from '../../messages.ts';
import { processRegion } from '../../process-region.ts';
import { REQUEST_FIELDS, TOKENS } from '../../ranked-fields.ts';

/** What is fixed for one lease manager. */
export interface LeaseManagerOptions {
  readonly id: string;
  readonly keys: readonly string[];
  /** Which clock judges an expiry. A stored wall-clock deadline lives again when that clock goes back. */
  readonly clock: 'wall' | 'monotonic';
  /** Stores whose fence each grant raises. */
  readonly raises: readonly FenceRaise[];
}

/** The record of one key; kept after expiry until somebody takes over or the owner releases. */
interface LeaseRecord {
  readonly token: number;
  readonly client: string;
}

interface Context {
  /** One counter for all keys, one more with each grant. */
  readonly counter: number;
  readonly leases: { readonly [key: string]: LeaseRecord | null };
}

type Restart = { readonly type: 'restart'; readonly data: 'kept' | 'lost' };
type DeadlineEvent =
  | { readonly type: 'deadline.passed'; readonly id: string }
  | { readonly type: 'deadline.revived'; readonly id: string; readonly leftUs: number };
type ProcessEvent = { readonly type: 'pause' | 'resume' | 'crash' };
type Event = LockRequest | Extract<AtomicEvent, { type: 'inspect' }> | Restart | DeadlineEvent | ProcessEvent;
type Refusable = Exclude<LockRequest, { type: 'check' | 'which-token' }>;
type Acquire = Extract<LockRequest, { type: 'acquire' }>;
type Renew = Extract<LockRequest, { type: 'renew' }>;

/**
 * The lease manager: acquire fails while a live lease exists, whoever asks, for it has no notion of owner;
 * one token counter for all keys. Renew needs the current token and a live lease; release needs the
 * current token only, so that an expired lease that nobody replaced can still be released.
 */
export function leaseManager(options: LeaseManagerOptions): Component {
  return componentOf(leaseManagerMachine(options), {
    id: options.id,
    role: 'service',
    ranks: ranksOf(options),
  });
}

function ranksOf(options: LeaseManagerOptions): RankRules {
  const fields = { ...REQUEST_FIELDS, counter: counter(TOKENS), token: ranked(TOKENS) };
  return { fields, options };
}

/** The machine behind `leaseManager`: one region for each key beside the process region. */
export function leaseManagerMachine(options: LeaseManagerOptions) {
  const machineSetup = setup({
    types: { context: {} as Context, events: {} as Event },
    actions: effectActions,
  });

  const assign = machineSetup.assign;

  const keyRegion = (key: string) => {
    const deadline = `lease:${key}`;
    const isMine = ({ event }: { event: Event }) => 'key' in event && event.key === key;
    const isMyDeadline = ({ event }: { event: Event }) => 'id' in event && event.id === deadline;
    const owns = ({ context, event }: { context: Context; event: Event }) =>
      'token' in event && context.leases[key]?.token === event.token;
    const lives = ({ event }: { event: Event }) => 'ttlUs' in event && event.ttlUs > 0;
    const loses = ({ event }: { event: Event }) => event.type === 'restart' && event.data === 'lost';

    const grant = [
      assign(({ context, event }: { context: Context; event: Event }) => {
        const token = context.counter + 1;
        const client = event.type === 'acquire' ? clientOf(event) : '';
        return { counter: token, leases: { ...context.leases, [key]: { token, client } } };
      }),
      {
        type: 'emit' as const,
        params: ({ context, event }: { context: Context; event: Event }) =>
          granted(options, deadline, context.counter, event as Acquire),
      },
    ];
    const renew = {
      type: 'emit' as const,
      params: ({ context, event }: { context: Context; event: Event }) =>
        renewed(options, deadline, context.leases[key], event as Renew),
    };
    const clear = assign(({ context }: { context: Context }) => ({
      leases: { ...context.leases, [key]: null },
    }));
    const release = [
      {
        type: 'emit' as const,
        params: ({ context, event }: { context: Context; event: Event }) =>
          released(deadline, context.leases[key], event as LockRequest),
      },
      clear,
    ];
    const refuse = (reason: LockRefusal) => ({
      type: 'emit' as const,
      params: ({ context, event }: { context: Context; event: Event }) =>
        refused(context.leases[key] ?? null, event as Refusable, reason),
    });
    const forget = [
      {
        type: 'emit' as const,
        params: ({ context }: { context: Context }) => forgotten(deadline, key, context.leases[key] ?? null),
      },
      assign(({ context }: { context: Context }) => ({
        counter: 0,
        leases: { ...context.leases, [key]: null },
      })),
    ];
    const grantings = [
      {
        guard: (args: { event: Event }) => isMine(args) && lives(args),
        target: 'leased',
        actions: grant,
        reenter: true,
      },
      { guard: isMine, target: 'over', actions: grant, reenter: true },
    ] as const;
    const releasing = [
      {
        guard: (args: { context: Context; event: Event }) => isMine(args) && owns(args),
        target: 'free',
        actions: release,
      },
      { guard: isMine, actions: refuse('lease-lost') },
    ] as const;
    const restart = { guard: loses, target: 'free', actions: forget } as const;
    const check = (live: boolean) =>
      ({
        guard: isMine,
        actions: {
          type: 'emit' as const,
          params: ({ context, event }: { context: Context; event: Event }) =>
            checked(live, context.leases[key] ?? null, event),
        },
      }) as const;
    const view = (live: boolean) =>
      ({
        guard: isMine,
        actions: {
          type: 'emit' as const,
          params: ({ context, event }: { context: Context; event: Event }) =>
            viewed(live, context.leases[key] ?? null, event),
        },
      }) as const;

    return {
      initial: 'free',
      states: {
        free: {
          on: {
            acquire: grantings,
            renew: { guard: isMine, actions: refuse('lease-lost') },
            release: { guard: isMine, actions: refuse('lease-lost') },
            inspect: view(false),
            check: check(false),
            'which-token': check(false),
            restart: { guard: loses, target: 'free', actions: assign({ counter: 0 }) },
          },
        },
        leased: {
          on: {
            acquire: { guard: isMine, actions: refuse('held') },
            renew: [
              {
                guard: (args: { context: Context; event: Event }) =>
                  isMine(args) && owns(args) && lives(args),
                target: 'leased',
                reenter: true,
                actions: renew,
              },
              {
                guard: (args: { context: Context; event: Event }) => isMine(args) && owns(args),
                target: 'over',
                actions: renew,
              },
              { guard: isMine, actions: refuse('lease-lost') },
            ],
            release: releasing,
            inspect: view(true),
            check: check(true),
            'which-token': check(true),
            restart,
            'deadline.passed': {
              guard: isMyDeadline,
              target: 'over',
              actions: {
                type: 'emit' as const,
                params: ({ context }: { context: Context }) => expired(key, context.leases[key] ?? null),
              },
            },
          },
        },
        over: {
          on: {
            acquire: grantings,
            renew: { guard: isMine, actions: refuse('lease-lost') },
            release: releasing,
            inspect: view(false),
            check: check(false),
            'which-token': check(false),
            restart,
            'deadline.revived': {
              guard: isMyDeadline,
              target: 'leased',
              actions: {
                type: 'emit' as const,
                params: ({ context, event }: { context: Context; event: Event }) =>
                  revived(key, context.leases[key] ?? null, event),
              },
            },
          },
        },
      },
    } as const;
  };

  return machineSetup.createMachine({
    id: options.id,
    type: 'parallel',
    context: () => ({
      counter: 0,
      leases: Object.fromEntries(options.keys.map((key) => [key, null])),
    }),
    states: {
      process: processRegion,
      ...Object.fromEntries(options.keys.map((key) => [regionName(key), keyRegion(key)])),
    },
  });
}

/** A region is named after its key; a key called as the process region is gets a name of its own. */
function regionName(key: string): string {
  return key === 'process' ? 'key process' : key;
}

function granted(options: LeaseManagerOptions, deadline: string, token: number, event: Acquire): Effect[] {
  const { key, ttlUs } = event;
  const client = clientOf(event);
  return [
    { type: 'trace', entry: { ev: 'grant', client, key, token }, expiresAfterUs: ttlUs },
    { type: 'deadline', id: deadline, afterUs: ttlUs, clock: options.clock },
    ...raiseFences(options.raises, key, token),
    reply(event, { type: 'granted', key, token, ttlUs }),
    ...overAtOnce(ttlUs, key, { token, client }),
  ];
}

/** A lease without any time is over as it begins; its deadline has passed without an event. */
function overAtOnce(ttlUs: number, key: string, lease: LeaseRecord): Effect[] {
  return ttlUs > 0 ? [] : expired(key, lease);
}

function renewed(
  options: LeaseManagerOptions,
  deadline: string,
  lease: LeaseRecord | null | undefined,
  event: Renew,
): Effect[] {
  const { key, token, ttlUs } = event;
  const from = clientOf(event);
  const client = lease?.client ?? from;
  return [
    {
      type: 'trace',
      entry: { ev: 'renew', client, key, token, ...(client === from ? {} : { by: from }) },
      expiresAfterUs: ttlUs,
    },
    { type: 'deadline', id: deadline, afterUs: ttlUs, clock: options.clock },
    reply(event, { type: 'renewed', key, token, ttlUs }),
    ...overAtOnce(ttlUs, key, { token, client }),
  ];
}

function released(deadline: string, lease: LeaseRecord | null | undefined, event: LockRequest): Effect[] {
  const { key } = event;
  const from = clientOf(event);
  const token = lease?.token ?? 0;
  const client = lease?.client ?? from;
  return [
    { type: 'trace', entry: { ev: 'release', client, key, token, ...(client === from ? {} : { by: from }) } },
    { type: 'cancel', id: deadline },
    reply(event, { type: 'released', key, token }),
  ];
}

function refused(lease: LeaseRecord | null, event: Refusable, reason: LockRefusal): Effect[] {
  const { key } = event;
  const from = clientOf(event);
  const op = event.type;
  const holder = lease === null ? {} : { by: lease.client, token: lease.token };
  return [
    { type: 'trace', entry: { ev: 'refuse', op, client: from, key, reason, ...holder } },
    reply(event, { type: 'refused', op, key, reason }),
  ];
}

function expired(key: string, lease: LeaseRecord | null): Effect[] {
  if (lease === null) return [];
  return [{ type: 'trace', entry: { ev: 'expire', client: lease.client, key, token: lease.token } }];
}

function revived(key: string, lease: LeaseRecord | null, event: Event): Effect[] {
  if (lease === null || event.type !== 'deadline.revived') return [];
  const entry = { ev: 'revive', client: lease.client, key, token: lease.token } as const;
  return [{ type: 'trace', entry, expiresAfterUs: event.leftUs }];
}

function forgotten(deadline: string, key: string, lease: LeaseRecord | null): Effect[] {
  const cancel: Effect = { type: 'cancel', id: deadline };
  if (lease === null) return [cancel];
  return [{ type: 'trace', entry: { ev: 'forget', client: lease.client, key, token: lease.token } }, cancel];
}

function checked(live: boolean, lease: LeaseRecord | null, event: Event): Effect[] {
  if (event.type === 'which-token')
    return [reply(event, { type: 'token', key: event.key, token: live ? (lease?.token ?? null) : null })];
  if (event.type !== 'check') return [];
  const holds = live && lease?.token === event.token;
  return [reply(event, { type: 'holds', key: event.key, holds })];
}

function viewed(live: boolean, lease: LeaseRecord | null, event: Event): Effect[] {
  if (event.type !== 'inspect') return [];
  const view: AtomicEvent = { type: 'lease.view', live, token: lease?.token ?? null };
  return [{ type: 'call', to: event.store, event: view }];
}

/** Who asks: the worker, where a process has several. */
function clientOf({ client, from }: LockRequest): string {
  return client ?? from;
}

function reply({ from, ref }: LockRequest, body: LockReply): Effect {
  return { type: 'send', to: from, body: ref === undefined ? body : { ...body, ref } };
}
