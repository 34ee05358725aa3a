import { expect, test } from 'vitest';
import { at, latencyOf, modelOf, puppet, sends, timer, told } from './testing/puppet.ts';
import type { Component, Effect } from './component.ts';

/** A process of two workers, whose entries belong to the worker that they are about. */
function pair(start: readonly Effect[] = []): Component {
  return { ...puppet({ id: 'P', start, on: { hello: [] } }), lanes: ['A', 'B'] };
}
const toB: Effect = { type: 'send', to: 'P', body: { type: 'hello', client: 'B' } };
const toAny = sends('P', 'hello');

test('what strikes a process is told of each of its workers', () => {
  const timedFaults = [
    { kind: 'pause', node: 'P', at: at(1), forUs: at(1) },
    { kind: 'clock', node: 'P', at: at(3), byUs: at(1) },
    { kind: 'partition', between: ['P', 'lock'], at: at(4) },
    { kind: 'crash', node: 'P', at: at(5) },
    { kind: 'restart', node: 'P', at: at(6), data: 'kept' },
  ] as const;
  const model = modelOf([pair(), puppet({ id: 'lock', role: 'service' })], { timedFaults });
  expect(told(model)).toEqual([
    '1 A pause',
    '1 B pause',
    '2 A resume',
    '2 B resume',
    '3 A clock',
    '3 B clock',
    '4 A note partition',
    '4 B note partition',
    '5 A crash',
    '5 B crash',
    '6 A restart',
    '6 B restart',
  ]);
});

test('a message is handled, or lost, in the lane of the worker that it is for', () => {
  const lock = puppet({
    id: 'lock',
    start: [toB, toAny, timer('again', 4)],
    on: { again: [toB, toAny] },
  });
  const timedFaults = [{ kind: 'crash', node: 'P', at: at(5) }] as const;
  const messageFaults = [{ kind: 'lose', message: 'lock>P#1' }] as const;
  const model = modelOf([pair(), lock], { latency: latencyOf(2), timedFaults, messageFaults });
  expect(told(model)).toEqual([
    '0 B lose lost',
    '2 A deliver lock>P#2',
    '5 A crash',
    '5 B crash',
    '6 B lose crashed',
    '6 A lose crashed',
  ]);
});
