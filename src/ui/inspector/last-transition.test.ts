import { expect, test } from 'vitest';
import { componentOf } from '../../engine/model.ts';
import { chartOf, currentStates } from '../../machines/chart.ts';
import { machineOf } from '../../machines/drive.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { lastTransitions } from './last-transition.ts';

const played = playConfiguration(builtin('paused-holder')!, 'fenced', {});
if (!played.ok) throw new Error('paused-holder cannot be played');
const { history, model } = played.value;
const chart = chartOf(machineOf(componentOf(model, 'A')!)!);

test('gives the last change of each region up to an entry, with its event', () => {
  const pause = history.entries.find(({ ev }) => ev === 'pause')!.seq;
  expect(lastTransitions(history, 0, 'A', chart).get('process')).toBeUndefined();
  expect(lastTransitions(history, pause, 'A', chart).get('process')).toMatchObject({
    from: 'running',
    to: 'paused',
    event: 'pause',
  });
  expect(lastTransitions(history, pause, 'A', chart).get('lock')).toMatchObject({
    from: 'acquiring',
    to: 'holding',
    event: 'granted',
  });
});

test('ends in the present state at every entry', () => {
  for (const { seq } of history.entries) {
    const step = history.steps.findLast(({ firstSeq }) => firstSeq <= seq)!;
    const states = currentStates(chart, step.world.cells['A']!.state.value);
    for (const [region, { to }] of lastTransitions(history, seq, 'A', chart)) {
      expect(states.get(region)).toBe(to);
    }
  }
});
