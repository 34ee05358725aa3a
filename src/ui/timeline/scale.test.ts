import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisOf, shortDuration, timeNumber, timeScale } from './scale.ts';
import { clampView, panView, revealInView, zoomView } from './view.ts';

const EXTENT = { from: 0, to: 20_000_000 };

describe('scale', () => {
  test('maps there and back', () => {
    const scale = timeScale({ from: 5, to: 105 }, 1000);
    expect(scale.x(55)).toBe(500);
    expect(scale.t(500)).toBe(55);
  });

  test('has one unit and precision a view', () => {
    expect(axisOf(EXTENT, 800, 80)).toMatchObject({ unit: 's', decimals: 0 });
    expect(axisOf({ from: 1_000_000, to: 1_004_000 }, 800, 80)).toMatchObject({ unit: 'ms', decimals: 1 });
    expect(axisOf({ from: 1_000_000, to: 1_000_100 }, 800, 80).unit).toBe('us');
  });

  test('writes times as short as they are exact', () => {
    expect(timeNumber(17_000_000, 's', 1, 3)).toBe('17.0');
    expect(timeNumber(17_432_000, 's', 1, 3)).toBe('17.432');
    expect(timeNumber(17_400_000, 's', 1, 3)).toBe('17.4');
    expect(shortDuration(14_000_000)).toEqual({ number: '14', unit: 's' });
    expect(shortDuration(250_000)).toEqual({ number: '250', unit: 'ms' });
  });
});

describe('view', () => {
  test('is null where it shows everything', () => {
    expect(clampView({ from: -5, to: 30_000_000 }, EXTENT)).toBeNull();
    expect(zoomView(EXTENT, EXTENT, 0.5, 3)).toBeNull();
  });

  test('keeps the moment it zooms around in its place', () => {
    const view = zoomView(EXTENT, EXTENT, 4, 5_000_000);
    expect(view).toEqual({ from: 3_750_000, to: 8_750_000 });
  });

  test('goes to a moment only if it is not in view', () => {
    const view = { from: 2_000_000, to: 4_000_000 };
    expect(revealInView(view, EXTENT, 3_000_000)).toEqual(view);
    expect(revealInView(view, EXTENT, 10_000_000)).toEqual({ from: 9_000_000, to: 11_000_000 });
  });

  test('never leaves the run, whatever is done to it', () => {
    const step = fc.oneof(
      fc.record({ pan: fc.double({ min: -3, max: 3, noNaN: true }) }),
      fc.record({
        zoom: fc.double({ min: 0.05, max: 20, noNaN: true }),
        at: fc.integer({ min: 0, max: EXTENT.to }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let view = EXTENT;
        for (const step of steps) {
          const next =
            'pan' in step ? panView(view, EXTENT, step.pan) : zoomView(view, EXTENT, step.zoom, step.at);
          view = next ?? EXTENT;
          expect(view.from).toBeGreaterThanOrEqual(EXTENT.from);
          expect(view.to).toBeLessThanOrEqual(EXTENT.to + 1e-6);
          expect(view.to - view.from).toBeGreaterThanOrEqual(19.99);
        }
      }),
    );
  });
});
