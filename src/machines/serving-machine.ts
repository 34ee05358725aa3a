import { setup } from 'xstate';
import type { Component, Effect, MachineEvent, Role } from '../engine/component.ts';
import type { RankRules } from '../engine/ranks.ts';
import { componentOf } from './drive.ts';
import { effectActions } from './effects.ts';
import { processRegion } from './process-region.ts';

/** What one event does to a server: its memory afterwards and what it asks for. */
export interface Served<Memory> {
  readonly memory: Memory;
  readonly effects: readonly Effect[];
}

/** A server by its memory. The regions beside it show what the memory says, for the state chart. */
export interface ServerDefinition<Memory extends object> {
  readonly id: string;
  readonly role: Role;
  readonly initial: Memory;
  /** Its messages say how far the sender's clock was ahead, see `Component`. */
  readonly dated?: true;
  /** What it asks for at the start of the run. */
  readonly starts?: readonly Effect[];
  /** Which of its numbers count only by their order. */
  readonly ranks?: RankRules;
  /** Pure; null where the server does not take the event. */
  serve(memory: Memory, event: MachineEvent): Served<Memory> | null;
  /** Regions by name: every state it can show, and which one a memory is in. */
  readonly regions: {
    readonly [region: string]: { readonly states: readonly string[]; of(memory: Memory): string };
  };
}

interface Context {
  readonly memory: object;
}

interface Args {
  readonly context: Context;
  readonly event: MachineEvent;
}

/** A server as a component of the engine. */
export function server<Memory extends object>(definition: ServerDefinition<Memory>): Component {
  const { id, role, dated, ranks } = definition;
  return componentOf(servingMachine(definition), {
    id,
    role,
    ...(dated === undefined ? {} : { dated }),
    ...(ranks === undefined ? {} : { ranks }),
  });
}

/** The machine behind `server`: a process region, one that serves, and the regions that are shown. */
export function servingMachine<Memory extends object>(definition: ServerDefinition<Memory>) {
  const machines = setup({
    types: { context: {} as Context, events: {} as MachineEvent },
    actions: effectActions,
  });
  let last: { readonly memory: object; readonly event: MachineEvent; served: Served<Memory> | null } | null =
    null;
  // The guard asks first, then each action: what it comes to is worked out once.
  const serve = ({ context: { memory }, event }: Args): Served<Memory> | null => {
    if (last?.memory !== memory || last.event !== event)
      last = { memory, event, served: definition.serve(memory as Memory, event) };
    return last.served;
  };
  const served = {
    guard: (args: Args) => serve(args) !== null,
    actions: [
      { type: 'emit' as const, params: (args: Args) => serve(args)?.effects ?? [] },
      machines.assign((args: Args) => ({ memory: serve(args)?.memory ?? args.context.memory })),
    ],
  };
  return machines.createMachine({
    id: definition.id,
    type: 'parallel',
    context: () => ({ memory: definition.initial }),
    entry: [{ type: 'emit', params: () => definition.starts ?? [] }],
    states: {
      process: processRegion,
      server: {
        initial: 'serving',
        states: { serving: { on: { '*': served } } },
      },
      ...Object.fromEntries(
        Object.entries(definition.regions).map(([region, shown]) => {
          const { states } = shown;
          const stateOf = (memory: object): string => shown.of(memory as Memory);
          const shows = (state: string) => (args: { context: Context }) =>
            stateOf(args.context.memory) === state;
          const toOthers = (state: string) =>
            states
              .filter((other) => other !== state)
              .map((other) => ({ guard: shows(other), target: other }));
          return [
            region,
            {
              initial: stateOf(definition.initial),
              states: Object.fromEntries(states.map((state) => [state, { always: toOthers(state) }])),
            },
          ];
        }),
      ),
    },
  });
}
