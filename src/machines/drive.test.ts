import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { BrokenPromise } from '../engine/assert.ts';
import type { Effect, MachineEvent } from '../engine/component.ts';
import { componentOf } from './drive.ts';
import { effectActions } from './effects.ts';
import { processRegion } from './process-region.ts';

/**
 * What drive.ts relies on in XState, some of it semi-internal. When XState is updated and one of these
 * fails, drive.ts has to be looked at before anything else.
 */
interface Context {
  readonly count: number;
  readonly notes: { readonly [name: string]: number };
}
type Event = { readonly type: string; readonly by?: number };

let executed = 0;

function counter() {
  const machines = setup({
    types: { context: {} as Context, events: {} as Event },
    actions: {
      // oxlint-disable-next-line no-unused-vars -- as in effects.ts, with a trap in it
      emit: (_args: unknown, _effects: readonly Effect[]): void => {
        executed += 1;
      },
    },
  });
  const assign = machines.assign;
  const say = (text: string) => ({
    type: 'emit' as const,
    params: ({ context }: { context: Context }): readonly Effect[] => [
      { type: 'trace', entry: { ev: 'note', text: `${text} ${String(context.count)}` } },
    ],
  });
  return machines.createMachine({
    id: 'counter',
    type: 'parallel',
    context: () => ({ count: 0, notes: {} }),
    entry: say('starts at'),
    states: {
      process: processRegion,
      counting: {
        initial: 'low',
        states: {
          low: {
            on: {
              add: [
                {
                  guard: ({ context, event }) => context.count + (event.by ?? 1) >= 3,
                  target: 'high',
                  actions: [
                    say('before'),
                    assign(({ context, event }) => ({ count: context.count + (event.by ?? 1) })),
                    say('after'),
                  ],
                },
                { actions: assign(({ context, event }) => ({ count: context.count + (event.by ?? 1) })) },
              ],
              never: { guard: () => false, actions: say('never') },
              noop: {},
              tell: { actions: say('is') },
              fail: {
                actions: assign(() => {
                  throw new Error('on purpose');
                }),
              },
            },
          },
          high: { on: { reset: { target: 'low', actions: assign({ count: 0 }) } } },
        },
      },
    },
  });
}

const component = () => componentOf(counter(), { id: 'counter', role: 'service' });
const first = () => component().initial();
const texts = (effects: readonly Effect[] | undefined): readonly unknown[] =>
  (effects ?? []).map((effect) => (effect.type === 'trace' ? effect.entry.text : effect.type));

describe('a machine driven as a pure function', () => {
  test('starts with its entry effects', () => {
    const { state, effects } = first();
    expect(state).toEqual({
      value: { process: 'running', counting: 'low' },
      context: { count: 0, notes: {} },
    });
    expect(texts(effects)).toEqual(['starts at 0']);
  });

  test('gives null for an unknown event and for a guard that fails', () => {
    const one = component();
    const { state } = one.initial();
    expect(one.step(state, { type: 'unknown' })).toBeNull();
    expect(one.step(state, { type: 'never' })).toBeNull();
    expect(one.step(state, { type: 'reset' })).toBeNull();
  });

  test('gives a step for an event that is taken and changes nothing, if it asks for something', () => {
    const one = component();
    const { state } = one.initial();
    const step = one.step(state, { type: 'tell' });
    expect(step?.state).toEqual(state);
    expect(texts(step?.effects)).toEqual(['is 0']);
  });

  test('gives a step for an assignment that changes nothing, with an equal state', () => {
    const one = component();
    const { state } = one.initial();
    expect(one.step(state, { type: 'add', by: 0 })).toEqual({ state, effects: [] });
  });

  test('gives null for an event that is listed with neither target nor action: nothing comes of it', () => {
    const one = component();
    expect(one.step(one.initial().state, { type: 'noop' })).toBeNull();
  });

  test('gives the effects in their order, each with the context of its place', () => {
    const one = component();
    const step = one.step(one.initial().state, { type: 'add', by: 5 });
    expect(step?.state).toEqual({
      value: { process: 'running', counting: 'high' },
      context: { count: 5, notes: {} },
    });
    expect(texts(step?.effects)).toEqual(['before 0', 'after 5']);
  });

  test('executes nothing itself', () => {
    executed = 0;
    const one = component();
    one.step(one.initial().state, { type: 'add', by: 5 });
    expect(executed).toBe(0);
  });

  test('comes to equal states, whatever way led there', () => {
    const one = component();
    const { state } = one.initial();
    const twice = one.step(one.step(state, { type: 'add' })!.state, { type: 'add' })!.state;
    expect(one.step(state, { type: 'add', by: 2 })!.state).toEqual(twice);
    expect(one.step(one.step(state, { type: 'add', by: 5 })!.state, { type: 'reset' })!.state).toEqual(state);
  });

  test('goes on the same from plain JSON, in a component made anew', () => {
    const one = component();
    const { state } = one.step(one.initial().state, { type: 'add', by: 2 })!;
    const other = component();
    const restored = JSON.parse(JSON.stringify(state)) as typeof state;
    for (const event of [
      { type: 'add' },
      { type: 'tell' },
      { type: 'unknown' },
      { type: 'pause' },
    ] as MachineEvent[]) {
      expect(other.step(restored, event)).toEqual(one.step(state, event));
    }
    expect(other.status(restored)).toBe('running');
  });

  test('tells its process status by tag', () => {
    const one = component();
    const step = (state: ReturnType<typeof first>['state'], type: string) => one.step(state, { type })!.state;
    const { state } = one.initial();
    const paused = step(state, 'pause');
    const crashed = step(paused, 'crash');
    expect([state, paused, crashed, step(crashed, 'restart')].map((each) => one.status(each))).toEqual([
      'running',
      'paused',
      'crashed',
      'running',
    ]);
  });

  test('that fails is a broken promise', () => {
    const one = component();
    expect(() => one.step(one.initial().state, { type: 'fail' })).toThrow(Error);
  });

  test('that asks for an action of XState itself is a broken promise', () => {
    const machine = setup({
      types: { events: {} as Event },
      actions: { ...effectActions, other: () => undefined },
    }).createMachine({
      id: 'other',
      on: { go: { actions: 'other' } },
    });
    const one = componentOf(machine, { id: 'other', role: 'part' });
    expect(() => one.step(one.initial().state, { type: 'go' })).toThrow(BrokenPromise);
  });

  test('has no context in common with another made from the same definition', () => {
    expect(first().state.context).not.toBe(first().state.context);
  });
});
