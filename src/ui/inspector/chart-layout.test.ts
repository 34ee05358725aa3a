import { describe, expect, test } from 'vitest';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { chartOf, type ChartRegion } from '../../machines/chart.ts';
import { machineOf } from '../../machines/drive.ts';
import { regionLayout } from './chart-layout.ts';

const WIDTH = 252;

/** Every region of every machine of the built-in scenarios. */
function allRegions(): readonly ChartRegion[] {
  return builtins().flatMap((scenario) => {
    const played = playConfiguration(scenario, scenario.configurations[0]!.id, {});
    if (!played.ok) throw new Error(scenario.id);
    return played.value.model.components.flatMap((component) => {
      const machine = machineOf(component);
      return machine === undefined ? [] : chartOf(machine).regions;
    });
  });
}

describe('regionLayout', () => {
  const layouts = allRegions().map((region) => regionLayout(region, WIDTH));

  test('fits every chart of the built-in scenarios into the panel', () => {
    for (const { width, states } of layouts) {
      expect(width).toBeLessThanOrEqual(WIDTH);
      for (const state of states) {
        expect(state.x - state.width / 2).toBeGreaterThanOrEqual(0);
        expect(state.x + state.width / 2).toBeLessThanOrEqual(width);
      }
    }
  });

  test('keeps states apart', () => {
    for (const { states } of layouts) {
      for (const [index, a] of states.entries()) {
        for (const b of states.slice(index + 1)) {
          const beside = Math.abs(a.x - b.x) - (a.width + b.width) / 2;
          const below = Math.abs(a.y - b.y) - (a.height + b.height) / 2;
          expect(Math.max(beside, below), `${a.id} and ${b.id}`).toBeGreaterThan(2);
        }
      }
    }
  });

  test('draws one line for both directions and none for what leads from any state', () => {
    const process = layouts.find(({ states }) => states.some(({ id }) => id === 'paused'))!;
    expect(process.edges.map(({ from, to, back }) => [from, to, back])).toEqual([
      ['running', 'paused', ['resume']],
      ['running', 'crashed', ['restart']],
      ['paused', 'crashed', []],
    ]);
    const lock = layouts.find(({ states }) => states.some(({ id }) => id === 'gave up'))!;
    expect(lock.fromAnyState.map(({ to }) => to)).toContain('idle');
    expect(lock.edges.every(({ from }) => lock.states.some(({ id }) => id === from))).toBe(true);
  });

  test('is computed once for equal regions', () => {
    const [first] = allRegions();
    expect(regionLayout(structuredClone(first!), WIDTH)).toBe(layouts[0]);
  });
});
