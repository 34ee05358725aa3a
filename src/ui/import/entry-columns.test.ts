import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDINARY } from '../../engine/schedule.ts';
import type { Micros } from '../../engine/time.ts';
import type { Entry, Json, Trace } from '../../engine/trace.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { addEntries, buffersOf, columnsOf } from './entry-columns.ts';

/** As a worker tells the page: so many at a time, lists handed over. */
function told(trace: Trace, atOnce: number): Trace {
  const entries: Entry[] = [];
  for (let from = 0; from < trace.length; from += atOnce) {
    const columns = columnsOf(trace, from, Math.min(trace.length, from + atOnce));
    addEntries(structuredClone(columns, { transfer: [...buffersOf(columns)] as ArrayBuffer[] }), entries);
  }
  return entries;
}

const text = fc.constantFrom('A', 'B', 'lock', '', '__proto__', '\uD800', 'a longer name than others');
const time = fc.integer({ min: 0, max: 2 ** 50 }).map((us) => us as Micros);
const number = fc.oneof(fc.integer(), fc.constantFrom(-0, 2 ** 53 - 1));
const json = fc.json({ maxDepth: 2 }).map((one) => JSON.parse(one) as Json);
const fields = fc.record(
  {
    client: text,
    key: text,
    token: number,
    expires: time,
    store: text,
    record: text,
    value: text,
    outcome: fc.constantFrom('accepted' as const, 'rejected' as const),
    sent: time,
    base: number,
    by: text,
    held: fc.boolean(),
    unit: text,
    phase: fc.constantFrom('start' as const, 'end' as const),
    text,
    id: text,
    message: text,
    to: text,
    body: json,
    op: text,
    reason: text,
    fence: number,
    byUs: time,
    ratePpm: number,
    marginUs: time,
    extra: fc.dictionary(text, json, { noNullPrototype: true }),
  },
  { requiredKeys: [] },
);
const trace = fc
  .array(fc.tuple(time, text, text, fc.option(fc.nat()), fields), { maxLength: 30 })
  .map((all) =>
    all.map(([t, ev, actor, cause, others], seq): Entry => ({ seq, t, ev, actor, cause, ...others })),
  );

test('any entries come out as they went in, each field in its place', () => {
  fc.assert(
    fc.property(trace, fc.integer({ min: 1, max: 12 }), (entries, atOnce) => {
      const out = told(entries, atOnce);
      expect(out).toStrictEqual(entries);
      expect(out.map((entry) => Object.keys(entry))).toEqual(entries.map((entry) => Object.keys(entry)));
    }),
  );
});

test('a text that many entries have is one text', () => {
  const entries = Array.from({ length: 50 }, (_, seq): Entry => ({
    seq,
    t: 0 as Micros,
    ev: 'note',
    actor: 'A',
    cause: null,
    client: `C${String(seq % 3)}`,
  }));
  const { texts } = columnsOf(entries, 0, entries.length);
  expect(texts).toEqual(['note', 'A', 'C0', 'C1', 'C2']);
});

test('a whole run comes out as it was played', () => {
  const played = playConfiguration(builtin('paused-holder')!, 'naive', {}, ORDINARY);
  if (!played.ok) throw new Error('not played');
  const { entries } = played.value.run;
  expect(told(entries, 7)).toStrictEqual(entries);
});
