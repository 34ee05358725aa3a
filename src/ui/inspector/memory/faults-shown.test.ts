import { expect, test } from 'vitest';
import { TRUE_CLOCK } from '../../../engine/component.ts';
import { fromMs } from '../../../engine/time.ts';
import type { Cell, Pending } from '../../../engine/world.ts';
import { pendingRows } from '../pending-rows.ts';
import { memoryRows } from './registry.ts';

const CELL: Cell = {
  state: { value: {}, context: {} },
  pending: [],
  clock: TRUE_CLOCK,
  received: {},
  cutFrom: [],
};

test('the memory of a component says what faults it is under, and what its clock shows by now', () => {
  expect(memoryRows(CELL, fromMs(0))).toEqual([]);
  const clock = { offsetUs: 1_000_000, ratePpm: 500_000, sinceUs: fromMs(2000) };
  const cell: Cell = { ...CELL, refusing: 1, slowUs: fromMs(200), clock };
  const rows = memoryRows(cell, fromMs(6000)).map(({ name, value }) => `${name}: ${value}`);
  expect(rows).toEqual([
    expect.stringMatching(/^Clock: 1(\.0)? s behind, runs at 50 % of true speed$/u),
    'Refuses: every request',
    expect.stringMatching(/^Slow: looks at everything 0?\.?2.* late$/u),
  ]);
});

test('what waits for a clock that stands still says how far it is', () => {
  const deadline: Pending = {
    kind: 'deadline',
    id: 'lease:lock',
    due: fromMs(10),
    stoppedUs: fromMs(3000),
    event: { type: 'deadline.passed', id: 'lease:lock' },
    cause: null,
    order: 0,
  };
  const [row] = pendingRows({ ...CELL, pending: [deadline] }, 'running', fromMs(500));
  expect(row).toMatchObject({
    isHeld: true,
    when: expect.stringMatching(/^the clock stands, 3.* s before it$/u),
  });
});
