import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import type { Effect, MachineEvent } from '../engine/component.ts';
import { Courses, go } from './courses.ts';
import { componentOf, stepByXState } from './drive.ts';
import { effectActions } from './effects.ts';

interface Context {
  readonly count: number;
}

interface Args {
  readonly context: Context;
  readonly event: MachineEvent;
}

/** How often guards and actions of the machine below were asked. */
let asked = 0;

const note = (text: string) => ({
  type: 'emit' as const,
  params: ({ context }: Args): readonly Effect[] => {
    asked += 1;
    return [{ type: 'trace', entry: { ev: 'note', text: `${text} ${String(context.count)}` } }];
  },
});

/** Entries, exits, a transition without an event, fields that are assigned one by one, constant effects. */
function machine() {
  const { assign, createMachine } = setup({
    types: { context: {} as Context, events: {} as MachineEvent },
    actions: effectActions,
  });
  return createMachine({
    id: 'counter',
    context: () => ({ count: 0 }),
    initial: 'low',
    on: { forget: { target: '.low', actions: assign({ count: 0 }) } },
    states: {
      low: {
        exit: note('leaves low'),
        always: { guard: ({ context }: Args) => context.count > 2, target: 'high' },
        on: {
          add: {
            guard: ({ event }: Args) => event['by'] !== 0,
            actions: [
              note('before'),
              assign({ count: ({ context, event }: Args) => context.count + Number(event['by']) }),
            ],
          },
          '*': { actions: { type: 'emit', params: [{ type: 'cancel', id: 'any' }] } },
        },
      },
      high: { entry: note('enters high') },
    },
  });
}

const EVENTS: readonly MachineEvent[] = [
  { type: 'add', by: 1 },
  { type: 'add', by: 0 },
  { type: 'add', by: 2 },
  { type: 'other' },
  { type: 'forget' },
  { type: 'add', by: 5 },
  { type: 'add', by: 1 },
  { type: 'forget' },
];

test('gone again, a course comes to the same as XState', () => {
  const shared = machine();
  for (let round = 0; round < 3; round += 1) {
    // A component of its own remembers nothing; the courses are those of the machine.
    const component = componentOf(shared, { id: 'counter', role: 'part' });
    let { state } = component.initial();
    for (const event of EVENTS) {
      const step = component.step(state, event);
      expect(step).toEqual(stepByXState(component, state, event));
      state = step?.state ?? state;
    }
  }
});

test('XState is not asked for a course that is known: each guard and action runs once', () => {
  const shared = machine();
  const once = componentOf(shared, { id: 'counter', role: 'part' });
  const first = once.step(once.initial().state, { type: 'add', by: 2 });
  const again = componentOf(shared, { id: 'counter', role: 'part' });
  const { state } = again.initial();
  asked = 0;
  expect(again.step(state, { type: 'add', by: 1 })).toMatchObject({ state: { context: { count: 1 } } });
  expect(asked).toBe(1);
  expect(first).toMatchObject({ state: { context: { count: 2 } } });
});

describe('a machine has no courses with', () => {
  const states = (low: object) => ({ id: 'm', initial: 'low', states: { low, high: {} } }) as const;
  const guards = { never: () => false };
  const made = setup({ actions: effectActions, guards });
  const coursesOf = (config: object): Courses | null => Courses.of(made.createMachine(config) as never);

  test('a guard that goes by a name', () => {
    const on = { go: { guard: 'never', target: 'high' } };
    expect(coursesOf(states({ on }))).toBeNull();
  });

  test('an action of XState', () => {
    const on = { go: { actions: made.raise({ type: 'x' }) } };
    expect(coursesOf(states({ on }))).toBeNull();
  });

  test('a final state, a timer of XState', () => {
    expect(coursesOf(states({ type: 'final' }))).toBeNull();
    expect(coursesOf(states({ after: { 10: 'high' } }))).toBeNull();
  });
});

test('a course that is not known to its end gives nothing', () => {
  const courses = Courses.of(machine());
  expect(go(courses!.fromValue('"low"'), { type: 'add', by: 1 }, { count: 0 }, [])).toBeNull();
});
