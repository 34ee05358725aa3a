import { expect, test } from 'vitest';
import { FIRST } from '../../scenarios/builtin/first.ts';
import { freshInputs, type Inputs } from '../state/inputs.ts';
import type { TraceSource } from '../state/source.ts';
import { openText } from '../open/open-text.ts';
import { openLink } from './open-link.ts';

const open: Inputs = {
  ...freshInputs({ kind: 'scenario', scenario: FIRST }),
  values: { pause: 12_000 },
};

test.each([
  's=no-such',
  's=%E0%A4%A',
  'r=C999',
  'trace=____',
  'doc=a',
  'file=gone.jsonl',
  'at=zero',
  '(a million characters)',
])('a link that opens nothing leaves open what is open: %s', async (name) => {
  const hash = name.startsWith('(') ? `lane=${'a'.repeat(1_000_000)}` : name;
  const { inputs, notices, stays } = await openLink(hash, { open, files: new Map() });
  expect(stays).toBe(true);
  expect(inputs).toBe(open);
  expect(notices.at(-1)?.text).toMatch(/What was open stays open\.$/u);
});

test('with nothing open the first scenario is shown, and that is said', async () => {
  for (const hash of ['s=no-such', `lane=${'a'.repeat(1_000_000)}`]) {
    const { inputs, notices, stays } = await openLink(hash);
    expect(stays).toBe(false);
    expect(inputs.source).toEqual({ kind: 'scenario', scenario: FIRST });
    expect(notices.at(-1)?.text).toMatch(/The first scenario is shown instead\.$/u);
  }
});

test('a file that was opened in this tab is found again', async () => {
  const { source } = await openText('{"t": 0, "ev": "note"}', 'trace', 'big.jsonl');
  const files = new Map([['big.jsonl', source as TraceSource]]);
  const { inputs, notices, stays } = await openLink('file=big.jsonl&l=1', { open, files });
  expect(inputs.source).toBe(source);
  expect(notices).toEqual([]);
  expect(stays).toBe(false);
});

test('a link full of mistakes does not fill the page', async () => {
  const fields = Array.from({ length: 900 }, (_, index) => `z${String(index)}=1`).join('&');
  const { notices } = await openLink(`s=paused-holder&${fields}`);
  expect(notices).toHaveLength(9);
  expect(notices.at(-1)?.text).toBe('892 more things in the link are wrong.');
});
