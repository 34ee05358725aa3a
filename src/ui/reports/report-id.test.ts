import { expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { openReport } from '../open/open-report.ts';
import { reportIdOf } from './report-id.ts';

test('a report is the same, recorded or simulated', async () => {
  const recorded = await openReport('C01');
  const simulated = builtin('c01-watchdog-gives-up');
  const other = builtin('paused-holder');
  expect(reportIdOf(recorded!)).toBe('C01');
  expect(reportIdOf({ kind: 'scenario', scenario: simulated! })).toBe('C01');
  expect(reportIdOf({ kind: 'scenario', scenario: other! })).toBeNull();
});
