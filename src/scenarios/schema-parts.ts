import * as v from 'valibot';
import { FORBIDDEN_NAMES } from './shape.ts';

/** The longest time a document may name, in milliseconds: 24 hours. */
export const LONGEST_MS = 86_400_000;

/** An id: a letter, then letters, digits, "-" or "_". */
export const name = v.pipe(
  v.string('must be text'),
  v.regex(/^[A-Za-z][\w-]{0,31}$/, 'must be a name: a letter, then up to 31 letters, digits, "-" or "_"'),
  v.check((id) => !FORBIDDEN_NAMES.has(id), 'must not be a name that every object has'),
);
/** Running text. */
export const text = v.pipe(v.string('must be text'), v.maxLength(2000, 'must be at most 2000 characters'));
/** A line of text. */
export const shortText = v.pipe(v.string('must be text'), v.maxLength(200, 'must be at most 200 characters'));
/** A finite number. */
export const number = v.pipe(v.number('must be a number'), v.finite('must be a finite number'));
/** A time or duration in milliseconds, not negative. */
export const instant = v.pipe(
  number,
  v.minValue(0, 'must not be negative'),
  v.maxValue(LONGEST_MS, 'must be at most 24 hours'),
);
/** A duration in milliseconds that may be negative. */
export const span = v.pipe(
  number,
  v.minValue(-LONGEST_MS, 'must be at least -24 hours'),
  v.maxValue(LONGEST_MS, 'must be at most 24 hours'),
);
/** A duration in milliseconds of at least a microsecond. */
export const positive = v.pipe(
  number,
  v.minValue(0.001, 'must be at least a microsecond'),
  v.maxValue(LONGEST_MS, 'must be at most 24 hours'),
);

/** A place in a document by JSON pointer, such as `/faults/0/for`, never by a name that every object has. */
export function jsonPointer(message?: string) {
  return v.pipe(
    v.string(message),
    v.maxLength(200, message),
    v.regex(/^(?:\/[\w-]+)+$/u, message),
    v.check((text) => !text.split('/').some((step) => FORBIDDEN_NAMES.has(step)), message),
  );
}
