import { setup } from 'xstate';
import type { Component, Effect } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import type { LockReply, StoreReply } from '../messages.ts';
import { processRegion } from '../process-region.ts';
import type { ClientPolicies, Instruction } from './script.ts';

/** What is fixed for one client. */
export interface ClientOptions {
  readonly id: string;
  readonly lockService: string;
  /** When it runs its first instruction, after the start of the run. */
  readonly startUs: number;
  readonly script: readonly Instruction[];
  readonly policies: ClientPolicies;
}

interface Context {
  /** Place in the script: the instruction it is about to run, or whose answer it waits for. */
  readonly at: number;
  /** The lock key it believes to hold, with the token it was given; null when it does not believe. */
  readonly believes: { readonly key: string; readonly token: number; readonly ttlUs: number } | null;
  /** The token of its last grant; kept after it lost the lease, for it may still present it. */
  readonly token: number | null;
  /** The last version of each record that it knows: read, or written by itself. */
  readonly versions: { readonly [record: string]: number };
  /** Whether it has told that it waits for the key. */
  readonly waits: boolean;
}

type ProcessEvent = { readonly type: 'pause' | 'resume' | 'crash' };
type Restart = { readonly type: 'restart'; readonly data: 'kept' | 'lost' };
type OwnEvent = { readonly type: 'run' } | { readonly type: 'retry' } | { readonly type: 'watchdog' };
type Event = LockReply | StoreReply | ProcessEvent | Restart | OwnEvent;

interface Args {
  readonly context: Context;
  readonly event: Event;
}

const FIRST: Context = { at: 0, believes: null, token: null, versions: {}, waits: false };

/** A client: one worker that runs its script, believes what it was told, and renews as its policy says. */
export function client(options: ClientOptions): Component {
  return componentOf(clientMachine(options), { id: options.id, role: 'client' });
}

/**
 * The machine behind `client`. Its lock states beside its process states; the expiry at the service does
 * not touch them, and a grant counts only when its message is handled.
 */
export function clientMachine(options: ClientOptions) {
  const { script, policies, lockService } = options;
  const machines = setup({ types: { context: {} as Context, events: {} as Event }, actions: effectActions });
  const assign = machines.assign;
  const here = (context: Context): Instruction | undefined => script[context.at];
  const runs = (op: Instruction['op']) => (args: Args) => here(args.context)?.op === op;
  const emit = (make: (args: Args) => readonly Effect[]) => ({ type: 'emit' as const, params: make });
  const goOn = assign(({ context }: Args) => ({ at: context.at + 1 }));
  const runNext = emit(() => [{ type: 'next', afterUs: 0, busy: false }]);
  const halt = emit(() => [{ type: 'halt' }]);
  const watches = policies.renewal.kind === 'watchdog';
  const stopsWatching = (): readonly Effect[] => (watches ? [{ type: 'cancel', id: 'watchdog' }] : []);

  const run = {
    run: [
      {
        guard: runs('acquire'),
        target: 'acquiring',
        actions: emit(({ context }) => ask(lockService, here(context))),
      },
      { guard: runs('work'), actions: [emit(({ context }) => work(here(context))), goOn] },
      { guard: runs('sleep'), actions: [emit(({ context }) => sleep(here(context))), goOn] },
      { guard: runs('read'), target: 'reading', actions: emit(({ context }) => read(here(context))) },
      {
        guard: (args: Args) => runs('write')(args) && awaits(here(args.context)),
        target: 'writing',
        actions: emit(({ context }) => write(here(context), context)),
      },
      {
        guard: runs('write'),
        actions: [emit(({ context }) => write(here(context), context)), goOn, runNext],
      },
      {
        guard: (args: Args) => runs('renew')(args) && args.context.token !== null,
        target: 'renewing',
        actions: emit(({ context }) => renew(lockService, here(context), context)),
      },
      {
        guard: (args: Args) => runs('release')(args) && args.context.token !== null,
        target: 'releasing',
        actions: [
          emit(({ context }) => release(lockService, options.id, here(context), context)),
          emit(stopsWatching),
          assign({ believes: null }),
        ],
      },
      // What cannot be done without a grant is passed over.
      { guard: ({ context }: Args) => here(context) !== undefined, actions: [goOn, runNext] },
    ],
  } as const;

  const learnsLoss = (reason: string) =>
    [
      emit(({ context }) => disbelieves(options.id, context, reason)),
      emit(stopsWatching),
      assign({ believes: null }),
      halt,
    ] as const;

  /** The watchdog's answer arrives whatever the client is doing. */
  const watchdogReplies = {
    watchdog: {
      guard: ({ context }: Args) => context.believes !== null,
      actions: emit(({ context }) => watch(lockService, policies, context)),
    },
    refused: {
      guard: ({ context, event }: Args) =>
        watches && event.type === 'refused' && event.op === 'renew' && context.believes !== null,
      target: 'lost',
      actions: learnsLoss('renewal-refused'),
    },
  } as const;

  /** Where a client goes on after an instruction was answered: by what it believes. */
  const goesOn = (guard: (args: Args) => boolean, actions: readonly ReturnType<typeof assign>[] = []) =>
    [
      {
        guard: (args: Args) => guard(args) && args.context.believes !== null,
        target: 'holding',
        actions: [...actions, goOn, runNext],
      },
      { guard, target: 'idle', actions: [...actions, goOn, runNext] },
    ] as const;

  return machines.createMachine({
    id: options.id,
    type: 'parallel',
    context: () => FIRST,
    entry: emit(() => (script.length === 0 ? [] : [{ type: 'next', afterUs: options.startUs, busy: false }])),
    states: {
      process: processRegion,
      lock: {
        initial: 'idle',
        on: {
          crash: {
            target: '.idle',
            actions: [
              emit(({ context }) => disbelieves(options.id, context, 'crashed')),
              assign(() => FIRST),
            ],
          },
          restart: { target: '.idle', actions: runNext },
        },
        states: {
          idle: { on: run },
          acquiring: {
            on: {
              granted: {
                guard: ({ context, event }: Args) => isAnswerTo(here(context), event),
                target: 'holding',
                actions: [
                  assign(({ event }: Args) => granted(event)),
                  emit(({ context }) => believes(options.id, context, policies)),
                  goOn,
                  runNext,
                ],
              },
              refused: [
                {
                  guard: ({ context, event }: Args) =>
                    isAnswerTo(here(context), event) && policies.acquire.kind === 'block',
                  target: 'waiting',
                  actions: [
                    emit(({ context }) => waits(options.id, here(context), context, policies)),
                    assign({ waits: true }),
                  ],
                },
                {
                  guard: ({ context, event }: Args) => isAnswerTo(here(context), event),
                  target: 'gave up',
                  actions: emit(({ context }) => abandons(options.id, here(context))),
                },
              ],
            },
          },
          waiting: {
            on: {
              retry: { target: 'acquiring', actions: emit(({ context }) => ask(lockService, here(context))) },
            },
          },
          holding: { on: { ...run, ...watchdogReplies } },
          reading: {
            on: {
              ...watchdogReplies,
              value: goesOn(
                ({ context, event }) => isAnswerTo(here(context), event),
                [assign(({ context, event }: Args) => knows(context, event))],
              ),
            },
          },
          writing: {
            on: {
              ...watchdogReplies,
              written: goesOn(
                ({ context, event }) => isAnswerTo(here(context), event),
                [assign(({ context, event }: Args) => knows(context, event))],
              ),
              'write.refused': {
                guard: ({ context, event }: Args) => isAnswerTo(here(context), event),
                target: 'lost',
                actions: learnsLoss('write-refused'),
              },
            },
          },
          renewing: {
            on: {
              // A renewal is under way already; the watchdog tries again one interval later.
              watchdog: {
                guard: ({ context }: Args) => context.believes !== null,
                actions: emit(() => rearm(policies)),
              },
              renewed: {
                guard: ({ context, event }: Args) => isAnswerTo(here(context), event),
                target: 'holding',
                actions: [
                  emit(({ context, event }) => believesAgain(options.id, context, event)),
                  assign(({ context, event }: Args) => renewedBelief(context, event)),
                  goOn,
                  runNext,
                ],
              },
              refused: {
                guard: ({ context, event }: Args) => isAnswerTo(here(context), event),
                target: 'idle',
                actions: [
                  emit(({ context }) => disbelieves(options.id, context, 'renewal-refused')),
                  emit(stopsWatching),
                  assign({ believes: null }),
                  goOn,
                  runNext,
                ],
              },
            },
          },
          releasing: {
            on: {
              released: { target: 'idle', actions: [goOn, runNext] },
              refused: { target: 'idle', actions: [goOn, runNext] },
            },
          },
          // Told that it holds no longer: it stops its work.
          lost: {},
          'gave up': {},
        },
      },
    },
  });
}

function ask(lockService: string, instruction: Instruction | undefined): Effect[] {
  if (instruction?.op !== 'acquire') return [];
  const { key, ttlUs } = instruction;
  return [{ type: 'send', to: lockService, body: { type: 'acquire', key, ttlUs } }];
}

function work(instruction: Instruction | undefined): Effect[] {
  if (instruction?.op !== 'work') return [];
  return [{ type: 'next', afterUs: instruction.forUs, busy: true }];
}

function sleep(instruction: Instruction | undefined): Effect[] {
  if (instruction?.op !== 'sleep') return [];
  return [{ type: 'next', afterUs: instruction.forUs, busy: false }];
}

function read(instruction: Instruction | undefined): Effect[] {
  if (instruction?.op !== 'read') return [];
  const { store, key, record } = instruction;
  return [{ type: 'send', to: store, body: { type: 'read', key, record } }];
}

function write(instruction: Instruction | undefined, context: Context): Effect[] {
  if (instruction?.op !== 'write') return [];
  const { store, key, record, value } = instruction;
  const token =
    instruction.token === 'granted' ? context.token : instruction.token === 'none' ? null : instruction.token;
  const base = context.versions[record] ?? null;
  return [{ type: 'send', to: store, body: { type: 'write', key, record, value, token, base } }];
}

function renew(lockService: string, instruction: Instruction | undefined, context: Context): Effect[] {
  if (instruction?.op !== 'renew' || context.token === null) return [];
  const { key, ttlUs } = instruction;
  return [{ type: 'send', to: lockService, body: { type: 'renew', key, token: context.token, ttlUs } }];
}

function release(
  lockService: string,
  id: string,
  instruction: Instruction | undefined,
  context: Context,
): Effect[] {
  if (instruction?.op !== 'release' || context.token === null) return [];
  const { key } = instruction;
  return [
    ...disbelieves(id, context, 'released'),
    { type: 'send', to: lockService, body: { type: 'release', key, token: context.token } },
  ];
}

function watch(lockService: string, policies: ClientPolicies, context: Context): Effect[] {
  if (context.believes === null || policies.renewal.kind !== 'watchdog') return [];
  const { key, token, ttlUs } = context.believes;
  return [{ type: 'send', to: lockService, body: { type: 'renew', key, token, ttlUs } }, ...rearm(policies)];
}

/** The next renewal is due one interval after the last was sent: one that is lost is tried again. */
function rearm(policies: ClientPolicies): Effect[] {
  if (policies.renewal.kind !== 'watchdog') return [];
  return [
    { type: 'timer', id: 'watchdog', afterUs: policies.renewal.intervalUs, event: { type: 'watchdog' } },
  ];
}

function believes(client: string, context: Context, policies: ClientPolicies): Effect[] {
  if (context.believes === null) return [];
  const { key, token } = context.believes;
  return [{ type: 'trace', entry: { ev: 'believe', client, key, token, held: true } }, ...rearm(policies)];
}

function believesAgain(client: string, context: Context, event: Event): Effect[] {
  if (context.believes !== null || event.type !== 'renewed') return [];
  return [
    { type: 'trace', entry: { ev: 'believe', client, key: event.key, token: event.token, held: true } },
  ];
}

function renewedBelief(context: Context, event: Event): Partial<Context> {
  if (event.type !== 'renewed') return {};
  return { believes: context.believes ?? { key: event.key, token: event.token, ttlUs: event.ttlUs } };
}

function disbelieves(client: string, context: Context, reason: string): Effect[] {
  if (context.believes === null) return [];
  const { key, token } = context.believes;
  return [{ type: 'trace', entry: { ev: 'believe', client, key, token, held: false, reason } }];
}

function granted(event: Event): Partial<Context> {
  if (event.type !== 'granted') return {};
  const { key, token, ttlUs } = event;
  return { believes: { key, token, ttlUs }, token, waits: false };
}

function waits(
  client: string,
  instruction: Instruction | undefined,
  context: Context,
  policies: ClientPolicies,
): Effect[] {
  if (instruction?.op !== 'acquire' || policies.acquire.kind !== 'block') return [];
  const retry: Effect = {
    type: 'timer',
    id: 'retry',
    afterUs: policies.acquire.retryUs,
    event: { type: 'retry' },
  };
  if (context.waits) return [retry];
  return [{ type: 'trace', entry: { ev: 'wait', client, key: instruction.key } }, retry];
}

function abandons(client: string, instruction: Instruction | undefined): Effect[] {
  if (instruction?.op !== 'acquire') return [];
  return [{ type: 'trace', entry: { ev: 'abandon', client, key: instruction.key, reason: 'refused' } }];
}

function knows(context: Context, event: Event): Partial<Context> {
  if (event.type !== 'value' && event.type !== 'written') return {};
  return { versions: { ...context.versions, [event.record]: event.version } };
}

function awaits(instruction: Instruction | undefined): boolean {
  return instruction?.op === 'write' && instruction.awaits;
}

/** Whether a reply answers the instruction that the client waits for. */
function isAnswerTo(instruction: Instruction | undefined, event: Event): boolean {
  switch (event.type) {
    case 'granted':
      return instruction?.op === 'acquire' && instruction.key === event.key;
    case 'renewed':
      return instruction?.op === 'renew' && instruction.key === event.key;
    case 'refused':
      return instruction?.op === event.op && instruction.key === event.key;
    case 'value':
      return instruction?.op === 'read' && instruction.record === event.record;
    case 'written':
    case 'write.refused':
      return instruction?.op === 'write' && instruction.record === event.record;
    default:
      return false;
  }
}
