import fc from 'fast-check';
import { expect, test } from 'vitest';

import { LINE_FIELDS, wrongWith } from './trace-fields.ts';
import { MAX_NAME_CHARS, MAX_TIME_MS } from './trace-limits.ts';

const value = fc.oneof(
  fc.json({ maxDepth: 2 }).map((json): unknown => JSON.parse(json)),
  fc.constantFrom<unknown>('accepted', 'rejected', 'start', 'end', '', 'A', true, false, null, undefined),
  fc.constantFrom<unknown>(0, -0, -1, 0.5, NaN, Infinity, -Infinity, 1e20, 2 ** 53, 2 ** 53 - 1),
  fc.constantFrom<unknown>(MAX_TIME_MS, -MAX_TIME_MS, MAX_TIME_MS + 1, -MAX_TIME_MS - 1, 1000, 1001),
  fc.integer({ min: MAX_NAME_CHARS - 1, max: MAX_NAME_CHARS + 1 }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.integer({ min: 0, max: 0x100 }).map((code) => `a${String.fromCharCode(code)}b`),
  fc.double(),
);

test.each([...LINE_FIELDS])('"%s": what is good beyond doubt is good by its schema, too', (_name, rule) => {
  fc.assert(
    fc.property(value, (one) => {
      const issues = rule.schema['~run']({ value: one }, {}).issues;
      if (rule.isSurelyGood(one)) expect(issues).toBeUndefined();
      expect(wrongWith(rule, one)).toBe(issues === undefined ? null : issues[0].message);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['t', 12.5],
  ['ev', 'grant'],
  ['token', 7],
  ['expires', -1],
  ['value', ''],
  ['outcome', 'accepted'],
  ['held', false],
  ['id', 3],
  ['id', 'g1'],
  ['phase', 'end'],
])('"%s" of %j needs no schema', (name, one) => {
  expect(LINE_FIELDS.get(name)?.isSurelyGood(one)).toBe(true);
});
