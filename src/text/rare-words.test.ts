import { expect, test } from 'vitest';
import { micro } from '../engine/time.ts';
import type { Entry } from '../engine/trace.ts';
import { describeEntry } from './describe-entry.ts';
import { en } from './en.ts';
import './rare-words.ts';

const told = (reason: string): string => {
  const entry: Entry = {
    seq: 0,
    t: micro(0),
    actor: 'A',
    cause: null,
    ev: 'believe',
    client: 'A',
    held: false,
    reason,
  };
  return describeEntry(entry, [entry], en);
};

test('why a client believes no longer is said in words, for what only some clients learn too', () => {
  expect(told('check-refused')).toBe(
    'A no longer believes that it holds the key: the lock service says that it does not hold it.',
  );
  expect(told('deadline')).toContain('by its own clock the lease is over');
  expect(told('lock-delay')).toContain('its grace time has not');
});

test('what a node notes of itself is said in words', () => {
  const noted = (op: string): string => {
    const entry: Entry = {
      seq: 0,
      t: micro(0),
      actor: 'redlock-2',
      cause: null,
      ev: 'note',
      client: 'A',
      op,
    };
    return describeEntry(entry, [entry], en);
  };
  expect(noted('promote')).toBe('redlock-2 is promoted: it is the primary from now on.');
  expect(noted('copy-grant')).toBe('redlock-2 has the key for A.');
  expect(noted('copy-forget')).toBe('redlock-2 has lost the key of A.');
  expect(noted('unheard-of')).toBe('A noted something.');
});
