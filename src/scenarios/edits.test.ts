import { expect, test } from 'vitest';
import { builtin } from './builtin/index.ts';
import { NO_EDITS } from './edits.ts';
import { playConfiguration } from './play-scenario.ts';
import { resolveBody } from './scenario.ts';
import { ORDINARY } from '../engine/schedule.ts';

const scenario = builtin('paused-holder')!;

function outcome(edits: Partial<typeof NO_EDITS>, configuration = 'naive'): string {
  const played = playConfiguration(scenario, configuration, {}, ORDINARY, { ...NO_EDITS, ...edits });
  return played.ok
    ? played.value.run.verdict.outcome
    : played.problems.map(({ where, what }) => `${where}: ${what}`).join('; ');
}

test('a value that was set changes the run as if the document said so', () => {
  expect(outcome({})).toBe('corrupted');
  expect(outcome({ set: { '/faults/0/for': 3000 } })).toBe('safe');
});

test('a fault that was taken away does not strike', () => {
  expect(outcome({ removed: [0] })).toBe('safe');
});

test('a fault that was added strikes', () => {
  const crash = { kind: 'crash', node: 'A', at: 16_100 };
  expect(outcome({ added: [crash] })).toBe('safe');
});

test('a field that the document leaves out can be set all the same, if it may be left out', () => {
  expect(outcome({ set: { '/seed': 7, '/latency': 5, '/links/2/loss': 1 } })).not.toBe(outcome({}));
});

test.each([
  [{ set: { '/faults/7/for': 1 } }, '/faults/7/for: names no place in this scenario'],
  [{ set: { '/links/9/loss': 1 } }, '/links/9/loss: names no place in this scenario'],
  [{ set: { '/links/0/speed': 1 } }, '/links/0/speed: names no place in this scenario'],
  [{ set: { '/faults/length': 1 } }, '/faults/length: names no place in this scenario'],
  [{ removed: [7] }, 'faults.7: was taken away, but the scenario has no such fault'],
  [{ added: [{ kind: 'crash', node: 'nobody', at: 1 }] }, /^faults\.\d+\.node: "nobody" takes no part/u],
  [{ added: [{ kind: 'crash', node: 'A' }] }, /^faults\.\d+\.at: is missing/u],
])('an edit that does not fit is told: %j', (edits, problem) => {
  expect(outcome(edits as Partial<typeof NO_EDITS>)).toMatch(problem);
});

test('edits of a fault that only another configuration has change nothing here; what none has is told', () => {
  const held = builtin('held-while-renewed')!;
  const written = (configuration: string, edits: Partial<typeof NO_EDITS>): string => {
    const body = resolveBody(held, configuration, {}, { ...NO_EDITS, ...edits });
    return body.ok ? JSON.stringify(body.value) : body.problems.map(({ what }) => what).join('; ');
  };
  const whole = written('holder-lives', {});
  expect(written('holder-lives', { removed: [0] })).toBe(whole);
  expect(written('holder-lives', { set: { '/faults/0/at': 1 } })).toBe(whole);
  expect(written('holder-crashes', { removed: [0] })).not.toBe(written('holder-crashes', {}));
  expect(written('holder-lives', { removed: [1] })).toMatch('the scenario has no such fault');
  expect(written('holder-lives', { set: { '/faults/1/at': 1 } })).toMatch('names no place');
});
