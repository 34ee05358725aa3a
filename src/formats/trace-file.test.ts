import { describe, expect, test } from 'vitest';

import type { Trace } from '../engine/trace.ts';
import { readTrace, readTraceList, writeTrace, type TraceFile } from './trace-file.ts';
import {
  MAX_ENTRIES,
  MAX_NAME_CHARS,
  MAX_PROBLEMS,
  MAX_TEXT_CHARS,
  MAX_TRACE_BYTES,
} from './trace-limits.ts';

function read(text: string): TraceFile {
  const result = readTrace(text);
  if (!result.ok) throw new Error(`not read: ${JSON.stringify(result.problems)}`);
  return result.value;
}

function refused(text: string): readonly string[] {
  const result = readTrace(text);
  return result.ok ? [] : result.problems.map(({ where, what }) => `${where}: ${what}`);
}

function told(text: string): readonly string[] {
  return read(text).problems.map(({ where, what }) => `${where}: ${what}`);
}

const GOOD = '{"t":0,"ev":"note","text":"ok"}\n';

describe('reading', () => {
  test('takes milliseconds, keeps what it does not know, gives every entry its place and lane', () => {
    const text = [
      '{"t":0.5,"ev":"grant","client":"A","token":1,"expires":10000,"shard":[1,{"a":null}]}',
      '',
      '{"t":1,"ev":"write","client":"A","token":1,"outcome":"accepted","sent":0.75}',
      '{"t":2,"ev":"heartbeat","client":"A"}',
    ].join('\r\n');
    expect(read(text)).toEqual({
      origin: 'recorded',
      problems: [],
      entries: [
        {
          seq: 0,
          t: 500,
          ev: 'grant',
          actor: 'lock service',
          cause: null,
          client: 'A',
          token: 1,
          expires: 10_000_000,
          extra: { shard: [1, { a: null }] },
        },
        {
          seq: 1,
          t: 1000,
          ev: 'write',
          actor: 'store',
          cause: null,
          client: 'A',
          token: 1,
          outcome: 'accepted',
          sent: 750,
        },
        { seq: 2, t: 2000, ev: 'heartbeat', actor: 'A', cause: null, client: 'A' },
      ],
    });
  });

  test('resolves causes by name, and says which cannot be', () => {
    const text = [
      '{"t":0,"ev":"grant","client":"A","id":"g1","cause":"later"}',
      '{"t":1,"ev":"believe","client":"A","held":true,"cause":"g1","id":"later"}',
      '{"t":2,"ev":"note","cause":"nobody"}',
      '{"t":2,"ev":"note","id":"g1"}',
      '{"t":3,"ev":"note","id":77}',
      '{"t":4,"ev":"note","cause":77}',
    ].join('\n');
    const { entries, problems } = read(text);
    expect(entries.map(({ cause }) => cause)).toEqual([null, 0, null, null, null, 4]);
    expect(entries[4]?.id).toBe('77');
    expect(problems.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      'line 4: the name "g1" is taken by an earlier entry',
      'line 1: "cause" names an entry that does not come before this one',
      'line 3: no entry has the name "nobody" that "cause" gives',
    ]);
  });

  test('puts lines in the order of time and keeps those of one time as they came', () => {
    const text = [3, 1, 3, 1]
      .map((t, index) => `{"t":${String(t)},"ev":"note","text":"${String(index)}"}`)
      .join('\n');
    expect(read(text).entries.map((entry) => entry.text)).toEqual(['1', '3', '0', '2']);
    expect(told(text)).toEqual([
      'line 2: is earlier than a line before it, and 1 more like it: entries were put in the order of time',
    ]);
  });

  test('a mark of byte order is no part of the first line', () => {
    expect(read(`\uFEFF${GOOD}`)).toMatchObject({ problems: [], entries: [{ text: 'ok' }] });
  });
});

describe('bad lines are named and left out', () => {
  test.each<[string, string]>([
    ['{"t":1,', 'is not JSON; a trace has one JSON object a line'],
    ['[1]', 'expected an entry such as {"t": 0, "ev": "note"}, got a list'],
    ['null', 'expected an entry such as {"t": 0, "ev": "note"}, got null'],
    ['{}', 'an entry needs "t" and "ev"'],
    ['{"ev":"note"}', '"note" needs "t"'],
    ['{"t":"1","ev":"note"}', '"t": expected a number of milliseconds, got "1"'],
    ['{"t":-1,"ev":"note"}', '"t": expected a time of zero or more, got -1'],
    ['{"t":1e999,"ev":"note"}', '"t": expected a finite number, got Infinity'],
    ['{"t":1e300,"ev":"note"}', '"t": out of range, got 1e+300'],
    ['{"t":NaN,"ev":"note"}', 'is not JSON; a trace has one JSON object a line'],
    ['{"t":1,"ev":"grant"}', '"grant" needs "client"'],
    ['{"t":1,"ev":"believe"}', '"believe" needs "client" and "held"'],
    ['{"t":1,"ev":"write","client":"A"}', '"write" needs "outcome"'],
    [
      '{"t":1,"ev":"write","client":"A","outcome":"ok"}',
      '"outcome": expected "accepted" or "rejected", got "ok"',
    ],
    ['{"t":1,"ev":"grant","client":"A","token":1.5}', '"token": expected a whole number, got 1.5'],
    [
      '{"t":1,"ev":"grant","client":"A","token":1e20}',
      '"token": expected a whole number, got 100000000000000000000',
    ],
    ['{"t":1,"ev":"grant","client":""}', '"client": expected a name, got an empty text, got ""'],
    ['{"t":1,"ev":"grant","client":"a\\u0007b"}', '"client": holds control characters, got "ab"'],
    ['{"t":1,"ev":"grant","client":{}}', '"client": expected a text, got an object'],
    [
      `{"t":1,"ev":"grant","client":"${'x'.repeat(MAX_NAME_CHARS + 1)}"}`,
      `"client": longer than 200 characters, got "${'x'.repeat(40)}..."`,
    ],
    ['x'.repeat(200_001), 'longer than 200,000 characters'],
  ])('case %#', (line, what) => {
    const { entries, problems } = read(`${GOOD}${line}\n${GOOD}`);
    expect(entries).toHaveLength(2);
    expect(problems).toEqual([{ where: 'line 2', what }]);
  });

  test('many problems are counted, not listed', () => {
    const { problems } = read(GOOD + 'bad\n'.repeat(MAX_PROBLEMS + 5));
    expect(problems).toHaveLength(MAX_PROBLEMS + 1);
    expect(problems.at(-1)).toEqual({ where: 'file', what: 'there are 5 more problems' });
  });
});

describe('good lines may lose a part that cannot be kept', () => {
  test('a write sent after it was applied', () => {
    const line = '{"t":1,"ev":"write","client":"A","outcome":"accepted","sent":2}';
    expect(told(line)).toEqual(['line 1: "sent" is left out: it is after "t"']);
  });

  test('text that is endless or holds control characters', () => {
    const line = JSON.stringify({ t: 0, ev: 'note', text: `\u0001${'x'.repeat(MAX_TEXT_CHARS)}` });
    expect(read(line).entries[0]?.text).toBe('x'.repeat(MAX_TEXT_CHARS - 1));
    expect(told(line)).toHaveLength(2);
  });

  test('values nested too deep', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    expect(told(`{"t":0,"ev":"note","more":${deep}}`)).toEqual([
      'line 1: "more" is left out: nested deeper than 32 levels',
    ]);
  });
});

describe('what is no trace at all', () => {
  test.each<[string, string, readonly string[]]>([
    ['empty', '', ['file: empty']],
    ['blank', ' \n\n \t', ['file: empty']],
    ['binary', `PK\u0003\u0004\u0000\u0000${GOOD}`, ['file: not a text file']],
    ['wrongly decoded', '\uFFFD\uFFFD\uFFFDabc', ['file: not a text file']],
    ['other text', 'hello', ['line 1: is not JSON; a trace has one JSON object a line']],
  ])('%s', (_name, text, problems) => {
    expect(refused(text)).toEqual(problems);
  });

  test('too large', () => {
    expect(refused('x'.repeat(MAX_TRACE_BYTES + 1))).toEqual(['file: larger than 50 MB']);
  });

  test('nested without end', () => {
    expect(refused('['.repeat(150_000))).toHaveLength(1);
    expect(refused(`{"t":${'['.repeat(90_000)}`)).toHaveLength(1);
  });
});

test('more entries than the limit: the first are read, the rest is told', { timeout: 120_000 }, () => {
  const { entries, problems } = read('{"t":0,"ev":"note"}\n'.repeat(MAX_ENTRIES + 2));
  expect(entries).toHaveLength(MAX_ENTRIES);
  expect(problems).toEqual([
    { where: 'line 1000001', what: 'a trace has at most 1,000,000 entries; the rest is left out' },
  ]);
});

test('a list of entries names its places', () => {
  const result = readTraceList([{ t: 0, ev: 'note' }, 7], 'trace');
  expect(result).toMatchObject({ ok: true, value: { problems: [{ where: 'trace[1]' }] } });
});

describe('writing', () => {
  test('the product marks its own traces', () => {
    const trace: Trace = [{ seq: 0, t: 0 as Trace[0]['t'], ev: 'note', actor: 'A', cause: null }];
    const horizon = 60_000_000 as Trace[0]['t'];
    expect(read(writeTrace(trace, { origin: 'simulated', horizon }))).toEqual({
      entries: trace,
      origin: 'simulated',
      horizon,
      problems: [],
    });
    expect(read(writeTrace(trace)).origin).toBe('recorded');
  });

  test('an empty trace is an empty text', () => {
    expect(writeTrace([])).toBe('');
  });
});
