import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { chartOf, currentStates, edgeBetween } from './chart.ts';
import { client } from './client/client.ts';
import { machineOf } from './drive.ts';
import { leaseManager } from './lock-server/lease-manager/lease-manager.ts';

const A = client({
  id: 'A',
  lockService: 'lock',
  startUs: 0,
  script: [],
  acquire: { kind: 'once', goesOn: false },
  renewal: { kind: 'none' },
});

describe('machineOf', () => {
  test('gives the machine that drives a component', () => {
    expect(machineOf(A)?.root.id).toBe('process');
    expect(machineOf({ ...A })).toBeUndefined();
  });
});

describe('chartOf', () => {
  const chart = chartOf(machineOf(A)!);
  const process = chart.regions.find(({ id }) => id === 'process')!;
  const lock = chart.regions.find(({ id }) => id === 'lock')!;

  test('has a region for each parallel part', () => {
    expect(chart.regions.map(({ id, label, initial }) => ({ id, label, initial }))).toEqual([
      { id: 'process', label: 'process', initial: 'running' },
      { id: 'lock', label: 'lock', initial: 'idle' },
    ]);
    expect(lock.states.map(({ id }) => id)).toContain('gave up');
  });

  test('says by which events one state leads to another', () => {
    expect(process.edges).toEqual([
      { from: 'running', to: 'paused', events: ['pause'] },
      { from: 'running', to: 'crashed', events: ['crash'] },
      { from: 'paused', to: 'running', events: ['resume'] },
      { from: 'paused', to: 'crashed', events: ['crash'] },
      { from: 'crashed', to: 'running', events: ['restart'] },
    ]);
    expect(process.states[1]?.tags).toEqual(['paused']);
    // Refused one key it still holds another.
    expect(edgeBetween(lock, 'acquiring', 'holding')?.events).toEqual(['granted', 'refused']);
    expect(edgeBetween(lock, 'renewing', 'idle')?.events).toEqual(['answered']);
  });

  test('tells a transition of the whole region apart', () => {
    expect(lock.edges).toContainEqual(expect.objectContaining({ from: null, to: 'idle' }));
  });

  test('keeps what a state takes without leaving', () => {
    expect(lock.states.find(({ id }) => id === 'holding')?.stays).toContain('run');
  });

  test('is made once for a machine', () => {
    expect(chartOf(machineOf(A)!)).toBe(chart);
  });

  test('finds the current state of every region, of each key too', () => {
    const service = leaseManager({ id: 'lock', keys: ['a.b', 'lock'], clock: 'wall', raises: [] });
    const { regions } = chartOf(machineOf(service)!);
    const current = currentStates({ regions }, service.initial().state.value);
    expect(Object.fromEntries(current)).toEqual({ process: 'running', 'a.b': 'free', lock: 'free' });
  });

  test('reads nested states, a single region and named guards', () => {
    const machine = setup({ guards: { quorum: () => true } }).createMachine({
      id: 'door',
      initial: 'shut',
      states: {
        shut: { on: { open: { target: 'ajar', guard: 'quorum' } } },
        ajar: {
          initial: 'little',
          on: { close: 'shut' },
          states: { little: { on: { push: 'wide' } }, wide: {} },
        },
      },
    });
    const chart = chartOf(machine);
    expect(chart.regions).toEqual([
      {
        id: 'door',
        path: [],
        label: 'door',
        initial: 'shut',
        states: [
          { id: 'shut', tags: [], stays: [] },
          { id: 'ajar.little', tags: [], stays: [] },
          { id: 'ajar.wide', tags: [], stays: [] },
        ],
        edges: [
          { from: 'shut', to: 'ajar.little', events: ['open [quorum]'] },
          { from: 'ajar.little', to: 'ajar.wide', events: ['push'] },
          { from: 'ajar.little', to: 'shut', events: ['close'] },
          { from: 'ajar.wide', to: 'shut', events: ['close'] },
        ],
      },
    ]);
    expect(currentStates(chart, { ajar: 'wide' }).get('door')).toBe('ajar.wide');
    expect(currentStates(chart, 'shut').get('door')).toBe('shut');
  });
});
