import { setup } from 'xstate';
import type { Component, Effect } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import { CLIENTS, type LockCall, type ReferenceSize } from './reference-messages.ts';

interface Context {
  /** Who holds the lease; null for nobody. */
  readonly holder: string | null;
  /** Ticks until the lease ends. */
  readonly left: number;
  /** The last token that was given out. */
  readonly last: number;
}

type Event = LockCall | { readonly type: 'tick' };

interface Args {
  readonly context: Context;
  readonly event: Event;
}

/** The lock service of the reference model: one key, a lease of `lease` ticks, `tokens` tokens at most. */
export function referenceLock(size: ReferenceSize): Component {
  const machines = setup({ types: { context: {} as Context, events: {} as Event }, actions: effectActions });
  const assign = machines.assign;
  const emit = (make: (args: Args) => readonly Effect[]) => ({ type: 'emit' as const, params: make });
  const isHolder = ({ context, event }: Args) => 'client' in event && context.holder === event.client;
  const tickClients = emit(() =>
    CLIENTS.map((to): Effect => ({ type: 'call', to, event: { type: 'tick' } })),
  );

  const machine = machines.createMachine({
    id: 'lock',
    context: () => ({ holder: null, left: 0, last: 0 }),
    initial: 'free',
    states: {
      free: {
        on: {
          acquire: {
            guard: ({ context }: Args) => context.last < size.tokens,
            target: 'leased',
            actions: [
              assign(({ context, event }: Args) => ({
                holder: event.type === 'acquire' ? event.client : null,
                left: size.lease,
                last: context.last + 1,
              })),
              emit(({ context, event }) => [answer(event, { type: 'granted', token: context.last })]),
            ],
          },
          check: { actions: emit(({ event }) => [answer(event, { type: 'checked', holds: false })]) },
        },
      },
      leased: {
        on: {
          check: {
            actions: emit((args) => [answer(args.event, { type: 'checked', holds: isHolder(args) })]),
          },
          renew: {
            guard: (args: Args) => isHolder(args) && args.context.left < size.lease,
            actions: assign({ left: size.lease }),
          },
          tick: [
            {
              guard: ({ context }: Args) => context.left > 1,
              actions: [assign(({ context }: Args) => ({ left: context.left - 1 })), tickClients],
            },
            { target: 'free', actions: [assign({ holder: null, left: 0 }), tickClients] },
          ],
        },
      },
    },
  });
  return componentOf(machine, { id: 'lock', role: 'part', spontaneous: [{ type: 'tick' }] });
}

function answer(
  event: Event,
  reply: { readonly type: string; readonly [field: string]: boolean | number | string },
): Effect {
  return { type: 'call', to: 'client' in event ? event.client : '', event: reply };
}
