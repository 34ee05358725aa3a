import { setup } from 'xstate';
import type { Component, Effect } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import type { ReferenceSize, WriteCall } from './reference-messages.ts';

interface Context {
  /** Tokens of the writes on their way, each at most once, ascending. */
  readonly tokens: readonly number[];
}

type Event = WriteCall | { readonly type: 'deliver'; readonly token: number };

interface Args {
  readonly context: Context;
  readonly event: Event;
}

/** The network of the reference model: a set of writes, delivered to `store` in any order and never lost. */
export function referenceNetwork(size: ReferenceSize, store: string): Component {
  const machines = setup({ types: { context: {} as Context, events: {} as Event }, actions: effectActions });
  const assign = machines.assign;
  const machine = machines.createMachine({
    id: 'network',
    context: () => ({ tokens: [] }),
    initial: 'open',
    states: {
      open: {
        on: {
          write: {
            actions: assign(({ context, event }: Args) => ({
              tokens: [...new Set([...context.tokens, event.token])].sort((a, b) => a - b),
            })),
          },
          deliver: {
            guard: ({ context, event }: Args) => context.tokens.includes(event.token),
            actions: [
              assign(({ context, event }: Args) => ({
                tokens: context.tokens.filter((token) => token !== event.token),
              })),
              {
                type: 'emit',
                params: ({ event }: Args): Effect[] => [
                  { type: 'call', to: store, event: { type: 'write', token: event.token } },
                ],
              },
            ],
          },
        },
      },
    },
  });
  const spontaneous = Array.from({ length: size.tokens }, (_, index) => ({
    type: 'deliver',
    token: index + 1,
  }));
  return componentOf(machine, { id: 'network', role: 'part', spontaneous });
}
