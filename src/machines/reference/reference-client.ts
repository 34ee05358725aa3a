import { setup } from 'xstate';
import type { Component, Effect } from '../../engine/component.ts';
import { componentOf } from '../drive.ts';
import { effectActions } from '../effects.ts';
import type { ClientCall } from './reference-messages.ts';

interface Context {
  /** The token of its last grant; 0 for none. */
  readonly token: number;
}

type Event = ClientCall | { readonly type: (typeof OWN_EVENTS)[number]['type'] };

interface Args {
  readonly context: Context;
  readonly event: Event;
}

const OWN_EVENTS = [
  { type: 'acquire' },
  { type: 'check' },
  { type: 'send' },
  { type: 'renew' },
  { type: 'pause' },
  { type: 'resume' },
] as const;

/**
 * A client of the reference model: acquires, checks that it still holds, and sends a write to `writesTo`.
 * Its pause is an event of its own here, not a fault of the engine: an idle client cannot be paused.
 */
export function referenceClient(id: string, writesTo: string): Component {
  const machines = setup({ types: { context: {} as Context, events: {} as Event }, actions: effectActions });
  const assign = machines.assign;
  const emit = (make: (args: Args) => readonly Effect[]) => ({ type: 'emit' as const, params: make });
  const call = (
    to: string,
    make: (context: Context) => { readonly type: string; readonly [field: string]: number | string },
  ) => emit(({ context }) => [{ type: 'call', to, event: make(context) }]);
  const ask = (type: string) => call('lock', () => ({ type, client: id }));
  // Time passes for every client; taking the event with an action says so.
  const tick = { tick: { actions: emit(() => []) } };

  const machine = machines.createMachine({
    id,
    context: () => ({ token: 0 }),
    initial: 'idle',
    states: {
      idle: { on: { ...tick, acquire: { target: 'acquiring', actions: ask('acquire') } } },
      // The states in between are left again within the same step.
      acquiring: {
        on: {
          granted: {
            target: 'holding',
            actions: assign(({ event }: Args) => (event.type === 'granted' ? { token: event.token } : {})),
          },
        },
      },
      holding: {
        on: {
          ...tick,
          check: { target: 'checking', actions: ask('check') },
          renew: { actions: ask('renew') },
          pause: 'holding, paused',
        },
      },
      'holding, paused': { on: { ...tick, resume: 'holding' } },
      checking: {
        on: {
          checked: [
            { guard: ({ event }: Args) => event.type === 'checked' && event.holds, target: 'ready' },
            { target: 'idle', actions: assign({ token: 0 }) },
          ],
        },
      },
      // No tick here: who has checked and runs writes before time passes.
      ready: {
        on: {
          send: {
            target: 'holding',
            actions: call(writesTo, ({ token }) => ({ type: 'write', token })),
          },
          pause: 'ready, paused',
        },
      },
      'ready, paused': { on: { ...tick, resume: 'ready' } },
    },
  });
  return componentOf(machine, { id, role: 'part', spontaneous: OWN_EVENTS });
}
