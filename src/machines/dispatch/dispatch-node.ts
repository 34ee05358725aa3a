import { setup } from 'xstate';
import type { Component, Effect, MachineEvent } from '../../engine/component.ts';
import type { Json } from '../../engine/trace.ts';
import { electorModule } from '../client/modules/elector.ts';
import { belongsTo, moduleCall, type Caller, type Turn } from '../client/modules/lock-module.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import { processRegion } from '../process-region.ts';
import { recordOf } from './order-book.ts';

/** What is fixed for one node. Durations are microseconds of its own time. */
export interface DispatchNodeOptions {
  readonly id: string;
  readonly orderBook: string;
  /** The store that the effect of an order is written to. */
  readonly sink: string;
  /** The lock key that its writes rely on. */
  readonly key: string;
  readonly tickUs: number;
  /** From its poll to its writes; less than a tick. */
  readonly workUs: number;
  /** Where it stands for election at each tick, to poll only while it leads; null: it polls at each tick. */
  readonly election: { readonly lockService: string; readonly ttlUs: number } | null;
}

interface Context {
  /** What its elector remembers. */
  readonly elector: object;
  /** What the elector needs to go on with the present tick. */
  readonly progress: Json;
  /** The epoch that it leads with, as far as it knows. */
  readonly epoch: number | null;
  /** Orders that it was given and that are not settled yet, the next one first. */
  readonly batch: readonly number[];
}

interface Args {
  readonly context: Context;
  readonly event: MachineEvent;
}

/**
 * A node that dispatches orders: at each tick it polls the order book, works, and writes what it was given
 * to the sink, one order after the other, whatever happened since. With an election it first asks its
 * elector, and polls only if it leads; its writes carry the epoch. It stops polling when the book says that
 * the run is over, but still writes what it was given before.
 */
export function dispatchNode(options: DispatchNodeOptions): Component {
  return componentOf(dispatchNodeMachine(options), { id: options.id, role: 'client' });
}

/** The machine behind `dispatchNode`: its ticks and its work side by side. */
export function dispatchNodeMachine(options: DispatchNodeOptions) {
  const { id, key, election, tickUs, workUs } = options;
  const machines = setup({
    types: { context: {} as Context, events: {} as MachineEvent },
    actions: effectActions,
  });
  const { assign } = machines;
  const emit = (make: (args: Args) => readonly Effect[]) => ({ type: 'emit' as const, params: make });

  const module = electorModule(election?.lockService ?? '');
  const call = moduleCall({ op: 'acquire', key, ttlUs: election?.ttlUs ?? 0 });
  // A node is in one conversation at a time, and a tick is over before the next: one name does for all.
  const caller: Caller = { process: id, worker: id, number: 1, call };
  const first = (): Context => ({ elector: module.initial, progress: null, epoch: null, batch: [] });
  const campaign = ({ context }: Args): Turn => module.begin(context.elector as never, caller);
  const turn = ({ context, event }: Args): Turn | null =>
    belongsTo(caller, event) ? module.go(context.elector as never, caller, context.progress, event) : null;
  const keepTurn = assign((args: Args) => {
    const { memory, progress } = turn(args) ?? { memory: args.context.elector, progress: null };
    return { elector: memory, progress };
  });

  const poll: Effect = { type: 'send', to: options.orderBook, body: { type: 'poll' } };
  const ticks: Effect = { type: 'timer', id: 'tick', afterUs: 0, everyUs: tickUs, event: { type: 'tick' } };
  const write = ({ epoch }: Context, order: number): Effect => ({
    type: 'send',
    to: options.sink,
    body: { type: 'write', key, record: recordOf(order), value: id, token: epoch, base: null },
  });
  const settled = ({ context, event }: Args): readonly Effect[] => {
    const [order, next] = context.batch;
    const isDone = event.type === 'written' && order !== undefined;
    return [
      ...(isDone ? [{ type: 'send', to: options.orderBook, body: { type: 'done', order } } as const] : []),
      ...(next === undefined ? [] : [write(context, next)]),
    ];
  };
  const settles = [
    { guard: ({ context }: Args) => context.batch.length <= 1, target: 'waiting' as const },
    {},
  ].map((way) => ({
    ...way,
    actions: [emit(settled), assign(({ context }: Args) => ({ batch: context.batch.slice(1) }))],
  }));

  return machines.createMachine({
    id,
    type: 'parallel',
    context: first,
    states: {
      process: processRegion,
      ticks: {
        initial: 'ticking',
        states: {
          ticking: {
            entry: [emit(() => [ticks])],
            on: {
              closed: { target: 'stopped', actions: [emit(() => [{ type: 'cancel', id: 'tick' }])] },
              restart: { actions: [emit(() => [ticks])] },
            },
          },
          stopped: {},
        },
      },
      work: {
        initial: 'waiting',
        on: { crash: { target: '.waiting', actions: [emit(ends(options)), assign(first)] } },
        states: {
          waiting: {
            on: {
              tick:
                election === null
                  ? { target: 'polling', actions: [emit(() => [poll])] }
                  : {
                      target: 'electing',
                      actions: [
                        emit((args) => campaign(args).effects),
                        assign((args: Args) => {
                          const { memory, progress } = campaign(args);
                          return { elector: memory, progress };
                        }),
                      ],
                    },
            },
          },
          electing: {
            on: {
              '*': [
                {
                  guard: (args: Args) => turn(args)?.outcome?.kind === 'granted',
                  target: 'polling',
                  actions: [
                    emit((args) => [...leads(options, epochOf(turn(args))), poll]),
                    assign((args: Args) => ({ epoch: epochOf(turn(args)) })),
                    keepTurn,
                  ],
                },
                {
                  guard: (args: Args) => turn(args)?.outcome === null,
                  actions: [emit((args) => turn(args)?.effects ?? []), keepTurn],
                },
                {
                  guard: (args: Args) => turn(args) !== null,
                  target: 'waiting',
                  actions: [emit(ends(options)), assign(() => ({ epoch: null })), keepTurn],
                },
              ],
            },
          },
          polling: {
            on: {
              batch: [
                { guard: ({ event }: Args) => ordersOf(event).length === 0, target: 'waiting' },
                {
                  target: 'working',
                  actions: [
                    emit(() => [{ type: 'next', afterUs: workUs, busy: false }]),
                    assign(({ event }: Args) => ({ batch: ordersOf(event) })),
                  ],
                },
              ],
            },
          },
          working: {
            on: {
              run: {
                target: 'writing',
                actions: [
                  emit(({ context }) => context.batch.slice(0, 1).map((order) => write(context, order))),
                ],
              },
            },
          },
          writing: { on: { written: settles, 'write.refused': settles } },
        },
      },
    },
  });
}

function ordersOf(event: MachineEvent): readonly number[] {
  const orders = event['orders'];
  return Array.isArray(orders) ? (orders as readonly number[]) : [];
}

function epochOf(turn: Turn | null): number | null {
  return turn?.outcome?.kind === 'granted' ? turn.outcome.token : null;
}

/** The entry that it leads, as it learns it at a tick. */
function leads({ id, key }: DispatchNodeOptions, epoch: number | null): readonly Effect[] {
  const token = epoch === null ? {} : { token: epoch };
  return [{ type: 'trace', entry: { ev: 'believe', client: id, key, ...token, held: true } }];
}

/** The entry that it leads no more, if it did. */
function ends({ id, key }: DispatchNodeOptions): (args: Args) => readonly Effect[] {
  return ({ context: { epoch }, event }) => {
    if (epoch === null) return [];
    const reason = event.type === 'crash' ? 'crashed' : 'renewal-refused';
    return [{ type: 'trace', entry: { ev: 'believe', client: id, key, token: epoch, held: false, reason } }];
  };
}
