import { setup } from 'xstate';
import type { Component } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import type { WriteCall } from './reference-messages.ts';

/** Whether the store of the reference model refuses a token below the highest it has seen. */
export type ReferenceStoreKind = 'naive' | 'fenced';

interface Context {
  readonly highest: number;
}

interface Args {
  readonly context: Context;
  readonly event: WriteCall;
}

/** The state that the naive store of the reference model stays in once it has taken a stale write. */
export const BAD = 'bad';

/** The store of the reference model. */
export function referenceStore(kind: ReferenceStoreKind): Component {
  const machines = setup({
    types: { context: {} as Context, events: {} as WriteCall },
    actions: effectActions,
  });
  const raise = machines.assign(({ context, event }: Args) => ({
    highest: Math.max(context.highest, event.token),
  }));
  const isStale = ({ context, event }: Args) => event.token < context.highest;
  const machine = machines.createMachine({
    id: 'store',
    context: () => ({ highest: 0 }),
    initial: 'good',
    states: {
      good: {
        on: {
          write: [
            ...(kind === 'naive' ? [{ guard: isStale, target: BAD, actions: raise } as const] : []),
            { actions: raise },
          ],
        },
      },
      [BAD]: { on: { write: { actions: raise } } },
    },
  });
  return componentOf(machine, { id: 'store', role: 'part' });
}
