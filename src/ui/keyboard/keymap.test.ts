import { expect, test } from 'vitest';
import { keysText } from '../../text/keys.ts';
import { commandOf, KEYMAP } from './keymap.ts';

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test('no key has two meanings', () => {
  const seen = KEYMAP.flatMap(({ keys, shift }) =>
    keys.map((key) => `${shift === true ? 'Shift ' : ''}${key}`),
  );
  expect(new Set(seen).size).toBe(seen.length);
});

test('every command has words in the overview', () => {
  expect(KEYMAP.map(({ command }) => command).toSorted()).toEqual(Object.keys(keysText.commands).toSorted());
});

test('a key gives its command, letters in either case', () => {
  expect(commandOf({ ...plain, key: 'n' })).toBe('next-finding');
  expect(commandOf({ ...plain, key: 'N', shiftKey: true })).toBe('next-finding');
  expect(commandOf({ ...plain, key: 'ArrowRight' })).toBe('step-forward');
  expect(commandOf({ ...plain, key: 'ArrowRight', shiftKey: true })).toBe('lane-next-entry');
  expect(commandOf({ ...plain, key: '?', shiftKey: true })).toBe('help');
  expect(commandOf({ ...plain, key: 'q' })).toBeNull();
});

test('keys with Ctrl, Alt or Meta belong to the browser', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
    expect(commandOf({ ...plain, key: 'c', [modifier]: true })).toBeNull();
  }
});
