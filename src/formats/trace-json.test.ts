import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PlacedProblems } from './problem-list.ts';
import { parseLines } from './trace-json.ts';

interface Parsed {
  readonly values: readonly (readonly [place: number, raw: unknown])[];
  readonly problems: readonly string[];
}

function parsed(text: string, most = Infinity): Parsed {
  const problems = new PlacedProblems((place) => String(place));
  const values: [number, unknown][] = [];
  parseLines(text, 0, problems, (raw, place) => {
    if (values.length === most) return false;
    values.push([place, raw]);
    return true;
  });
  return { values, problems: problems.list().map(({ where }) => where) };
}

/** What is meant: each line by itself. */
function oneByOne(text: string): Parsed {
  const values: [number, unknown][] = [];
  const problems: string[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      values.push([index + 1, JSON.parse(line.trim())]);
    } catch {
      problems.push(String(index + 1));
    }
  }
  return { values, problems };
}

/** Pieces of which lines are made that look good together and are not, or the other way round. */
const piece = fc.constantFrom(
  '{"a":1}',
  '{"a":"b"}',
  '{"a":[1,2]}',
  '{"a":{"b":1}}',
  '{}',
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\\',
  '1',
  '"a"',
  '{"a":"',
  '"}',
  '{"a":[',
  ']}',
  ' ',
  '\r',
  '\u00a0',
  '\uFEFF',
);
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('{"t":0,"ev":"note"}', '{"__proto__":1,"a":"\\n"}') },
  { weight: 2, arbitrary: fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.json() },
);

test('many lines at once come out as one by one', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      expect(parsed(text)).toEqual(oneByOne(text));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['a text that goes on in the next line', '{"a":"x}\n{","b":"y"}\n{"a":1}'],
  ['a list that goes on in the next line', '{"a":[1\n{"b":2}]}\n{"c":3}'],
  ['two objects in a line and a line that is none', '{"a":1},{"b":2}\n{"c":3}\n1'],
  ['more values than lines', '{"a":1},5\n{"b":2}'],
  ['a comma too many', '{"a":1},\n{"b":2}'],
])('%s is bad, and told by its line', (_name, text) => {
  expect(parsed(text)).toEqual(oneByOne(text));
  expect(parsed(text).problems).not.toEqual([]);
});

test('longer texts than one batch, with a bad line in the middle', () => {
  const lines = Array.from({ length: 3000 }, (_, index) =>
    index === 1700 ? '{"a":}' : index === 900 ? `{"a":{"b":${String(index)}}}` : `{"a":${String(index)}}`,
  );
  const text = `${lines.join('\r\n')}\n\n`;
  expect(parsed(text)).toEqual(oneByOne(text));
  expect(parsed(text).problems).toEqual(['1701']);
});

test('stops where it is told to', () => {
  expect(parsed('{"a":1}\n'.repeat(2000), 1234).values).toHaveLength(1234);
});

test('few braces in a long text are parsed to its end', () => {
  const text = `{"a":1}\n${'1\n'.repeat(200_000)}{"a":1}`;
  expect(parsed(text).values).toHaveLength(200_002);
});
