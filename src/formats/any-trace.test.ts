import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fromMs, micro } from '../engine/time.ts';
import type { Entry, EntryKind, Trace } from '../engine/trace.ts';
import { judgeWithWrites, VerdictFold } from '../engine/verdict/judge.ts';
import { STORE_KINDS } from '../machines/resource-store/stores/rule.ts';
import { describeEntry } from '../text/describe-entry.ts';
import { describeFinding } from '../text/describe-finding.ts';
import { en } from '../text/en.ts';
import { timeFormatOf } from '../text/time.ts';
import { readCase } from './case-file.ts';
import { detectFormat } from './detect.ts';
import { replayWrites } from './replay-writes.ts';
import { readTrace, writeTrace } from './trace-file.ts';

/** Does everything that is done with a text from outside, and tells which promises it breaks. */
function brokenBy(text: string): readonly string[] {
  detectFormat('some.jsonl', text);
  readCase(text);
  const read = readTrace(text);
  if (!read.ok) return read.problems.length > 0 ? [] : ['no reason is given'];
  const { entries } = read.value;
  const { verdict, writes } = judgeWithWrites(entries, { origin: 'recorded' });
  replayWrites(entries, writes, STORE_KINDS);
  const broken: string[] = [];
  for (const entry of entries) {
    if (!/\S/.test(describeEntry(entry, entries, en))) broken.push('an entry has no sentence');
  }
  const format = timeFormatOf(entries);
  for (const finding of verdict.findings) {
    if (finding.causes.at(-1) !== finding.entry) broken.push('the causes do not end with the entry');
    const sentence = describeFinding(finding, en, format);
    if (/undefined|NaN|\?/.test(sentence)) broken.push(`does not know what it says: ${sentence}`);
  }
  return broken;
}

const KINDS: readonly EntryKind[] = [
  ...([
    'grant',
    'renew',
    'expire',
    'release',
    'revoke',
    'steal',
    'forget',
    'believe',
    'write',
    'read',
  ] as const),
  ...(['wait', 'abandon', 'work', 'pause', 'resume', 'crash', 'restart', 'note'] as const),
  ...(['send', 'deliver', 'lose', 'refuse', 'fence', 'fault', 'clock', 'revive'] as const),
];

const name = fc.constantFrom('A', 'B', 'C', 'P1/g2', 'Zoë');
const token = fc.integer({ min: -2, max: 9 });
const timeUs = fc.integer({ min: 0, max: 60_000_000 }).map(micro);
const anyTimeUs = fc.integer({ min: -60_000_000, max: 2 ** 51 }).map(micro);
const prose = fc.string({ maxLength: 12, unit: 'grapheme' });
// Written and read once, for JSON has no negative zero.
const json = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
  .map((value) => JSON.parse(JSON.stringify(value)) as typeof value);

const optional = fc.record(
  {
    key: fc.constantFrom('lock', 'other'),
    token,
    expires: anyTimeUs,
    store: fc.constantFrom('store', 's2'),
    record: fc.constantFrom('record', 'r2'),
    value: prose,
    base: fc.nat({ max: 4 }),
    by: name,
    phase: fc.constantFrom('start', 'end'),
    text: prose,
    message: fc.constantFrom('A>lock#1', 'lock>A#1', 'B>store#1'),
    to: name,
    body: json,
    op: fc.constantFrom('acquire', 'renew', 'release', 'cut'),
    reason: fc.constantFrom('held', 'stale-token', 'partition', 'released'),
    fence: token,
    byUs: anyTimeUs,
    ratePpm: fc.nat({ max: 2_000_000 }),
    marginUs: timeUs,
    extra: fc.dictionary(fc.constantFrom('shard', 'node', '__proto__', 'seq', 'constructor'), json, {
      minKeys: 1,
    }),
  },
  { requiredKeys: [] },
);

const draft = fc.record({
  ev: fc.constantFrom(...KINDS, 'heartbeat'),
  client: name,
  actor: fc.constantFrom('A', 'B', 'lock', 'store', 'lock service'),
  gapUs: fc.constantFrom(0, 0, 1, 999, 1000, 2_500_000),
  outcome: fc.constantFrom('accepted' as const, 'rejected' as const),
  held: fc.boolean(),
  unit: fc.constantFrom('job 1', 'job 2'),
  causeBack: fc.nat({ max: 6 }),
  sentBackUs: fc.nat({ max: 5_000_000 }),
  isNamed: fc.boolean(),
  optional,
});

/** Any trace of the product's own: every kind, every field, in order of time, causes before effects. */
const arbitraryTrace: fc.Arbitrary<Trace> = fc.array(draft, { minLength: 1, maxLength: 40 }).map((drafts) => {
  let t = fromMs(0);
  return drafts.map((one, seq): Entry => {
    t = micro(t + one.gapUs);
    const { ev } = one;
    return {
      seq,
      t,
      ev,
      actor: one.actor,
      cause: one.causeBack === 0 || one.causeBack > seq ? null : seq - one.causeBack,
      client: one.client,
      ...(ev === 'write' ? { outcome: one.outcome, sent: micro(Math.max(0, t - one.sentBackUs)) } : {}),
      ...(ev === 'believe' ? { held: one.held } : {}),
      ...(ev === 'work' ? { unit: one.unit } : {}),
      ...(one.isNamed ? { id: `e${String(seq)}` } : {}),
      ...(one.optional as Partial<Entry>),
    };
  });
});

const NASTY = fc.constantFrom(
  '\u0000',
  '\uFEFF',
  '}',
  '{',
  '"',
  '\n',
  '\\',
  '-',
  '1e999',
  '[',
  'null',
  '\uD800',
  '__proto__',
);

/** A well-formed trace with some of its text cut, doubled or replaced. */
const mutated = fc
  .tuple(
    arbitraryTrace,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 30 }), NASTY), { minLength: 1, maxLength: 6 }),
  )
  .map(([trace, changes]) => {
    let text = writeTrace(trace);
    for (const [place, length, insert] of changes) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + insert + text.slice(at + length);
    }
    return text;
  });

const anyText = fc.string({ unit: 'binary', maxLength: 300 });
const anyJsonLines = fc.array(fc.json({ maxDepth: 4 }), { maxLength: 10 }).map((all) => all.join('\n'));
const anyValuesInFields = fc
  .array(
    fc.dictionary(
      fc.constantFrom('t', 'ev', 'client', 'token', 'expires', 'held', 'outcome', 'cause', 'id', 'body'),
      fc.oneof(fc.constantFrom(0, 1, 'grant', 'write', 'believe', 'A', true), fc.jsonValue({ maxDepth: 2 })),
    ),
    { maxLength: 12 },
  )
  .map((all) => all.map((line) => JSON.stringify({ t: 0, ev: 'note', ...line })).join('\n'));

describe('hostile input', () => {
  test.each<[string, fc.Arbitrary<string>, number]>([
    ['any text', anyText, 2],
    ['any JSON, line by line', anyJsonLines, 3],
    ['any values in the fields of the format', anyValuesInFields, 4],
    ['mutated traces', mutated, 5],
  ])('%s', { timeout: 60_000 }, (_name, texts, seed) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(brokenBy(text)).toEqual([]);
      }),
      { numRuns: 250, seed },
    );
  });

  // Each broke something once.
  test.each<[string, string]>([
    ['a note without words', '{"t":0,"ev":"note","text":""}'],
    ['a kind of its own with a blank text', '{"t":0,"ev":"heartbeat","client":"A","text":" "}'],
    ['a negative zero', '{"t":-0,"ev":"grant","client":"A","token":-0,"expires":-0}'],
  ])('%s', (_name, line) => {
    expect(brokenBy(line)).toEqual([]);
  });

  test('script in a text stays text', () => {
    const line = JSON.stringify({ t: 0, ev: 'note', text: '<img src=x onerror=alert(1)>' });
    const read = readTrace(line);
    expect(read).toMatchObject({ ok: true, value: { entries: [{ text: '<img src=x onerror=alert(1)>' }] } });
  });
});

describe('any readable trace', () => {
  test('is equal when it was written and read back', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryTrace, (trace) => {
        const read = readTrace(writeTrace(trace));
        expect(read).toEqual({ ok: true, value: { entries: trace, origin: 'recorded', problems: [] } });
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  test('is judged without an exception, entry by entry as in one go', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryTrace, fc.constantFrom('recorded', 'simulated'), (trace, origin) => {
        const fold = new VerdictFold(origin);
        for (const entry of trace) fold.step(entry);
        const { verdict } = fold.end();
        expect(verdict).toEqual(judgeWithWrites(trace, { origin }).verdict);
        expect(brokenBy(writeTrace(trace))).toEqual([]);
      }),
      { numRuns: 200, seed: 6 },
    );
  });

  test('gets the same verdict after it was written and read', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryTrace, (trace) => {
        const read = readTrace(writeTrace(trace, { origin: 'simulated' }));
        if (!read.ok) throw new Error('not read');
        const { entries, origin } = read.value;
        expect(judgeWithWrites(entries, { origin }).verdict).toEqual(
          judgeWithWrites(trace, { origin: 'simulated' }).verdict,
        );
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
