import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeadlineMarks } from './deadline-marks.ts';

/** The longest duration of a document. */
const DAY_US = 86_400_000_000;

const COUNT = 9;

function marked(): { readonly marks: DeadlineMarks; readonly dues: ReadonlyMap<string, number> } {
  const marks = new DeadlineMarks();
  for (let number = 0; number < COUNT; number += 1)
    marks.note(0, 'deadline', `lease:${String(number)}`, true);
  const standing = marks.at(0, null).filter(({ kind }) => kind === 'deadline');
  return { marks, dues: new Map(standing.map(({ id, due }) => [id, due])) };
}

const duration = fc.integer({ min: -DAY_US, max: DAY_US });
const mark = fc.integer({ min: 0, max: COUNT - 1 }).map((number) => `lease:${String(number)}`);

test('a duration of up to a day is never taken for a deadline, alone or after one', () => {
  const { marks, dues } = marked();
  expect(dues.size).toBe(COUNT);
  fc.assert(
    fc.property(duration, mark, (us, id) => {
      expect(marks.time(us)).toEqual({ plusUs: us, deadline: null });
      expect(marks.time((dues.get(id) ?? 0) + us)).toEqual({ plusUs: us, deadline: id });
    }),
  );
});

test('nor is what lies between two of them taken for anything else', () => {
  const { marks, dues } = marked();
  fc.assert(
    fc.property(duration, mark, mark, (us, from, to) => {
      if (from === to) return;
      const between = (dues.get(to) ?? 0) - (dues.get(from) ?? 0);
      expect(marks.margin(between + us)).toEqual({ plusUs: us, from, to });
    }),
  );
});
