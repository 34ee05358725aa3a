import { describe, expect, test } from 'vitest';

import { CASE_VERSION, readCase } from './case-file.ts';
import { detectFormat } from './detect.ts';

const ENTRY = { t: 0, ev: 'note' };

function problemsOf(value: unknown): readonly string[] {
  const read = readCase(JSON.stringify(value));
  const problems = read.ok ? read.value.problems : read.problems;
  return problems.map(({ where, what }) => `${where}: ${what}`);
}

describe('a case', () => {
  test('needs its trace and nothing else', () => {
    const read = readCase(JSON.stringify({ trace: [ENTRY] }));
    expect(read).toMatchObject({ ok: true, value: { id: '', behaviours: [], problems: [] } });
    expect(read.ok && 'findings' in read.value).toBe(false);
  });

  test('of a newer version is read as far as it is understood, and says so', () => {
    expect(problemsOf({ version: CASE_VERSION + 1, trace: [ENTRY] })).toEqual([
      'version: is 2, newer than 1: some of it may be passed over',
    ]);
  });

  test('names the path of what is wrong', () => {
    expect(problemsOf({ trace: [ENTRY], findings: ['stale-write'] })).toEqual([
      'findings.0: not a kind of finding',
    ]);
    expect(problemsOf({ trace: [ENTRY], staleWritesStoppedBy: { magic: true } })).toEqual([
      'staleWritesStoppedBy.magic: not a kind of store',
    ]);
    expect(problemsOf({ trace: {} })).toEqual(['trace: expected a list of entries']);
    expect(problemsOf({})).toEqual(['trace: is missing']);
    expect(problemsOf({ trace: [] })).toEqual(['file: there is no entry in it']);
    expect(problemsOf({ trace: [ENTRY, { ev: 'note' }] })).toEqual(['trace[1]: "note" needs "t"']);
    expect(readCase('{').ok).toBe(false);
  });
});

describe('what a text is, by its content', () => {
  test.each<[string | null, string, string]>([
    ['trace', 'a.jsonl', '{"t":0,"ev":"note"}\n{"t":1,"ev":"note"}'],
    ['trace', 'misnamed.json', '{"t":0,"ev":"note"}'],
    ['trace', 'with a bad start', 'garbage\n\n{"t":0,"ev":"note"}'],
    ['trace', 'all bad.jsonl', 'garbage\nmore garbage'],
    ['case', 'a.jsonl', '{"id":"C01","trace":[]}'],
    ['case', 'spread over lines', '{\n  "trace": [\n    {"t": 0, "ev": "note"}\n  ]\n}'],
    ['scenario', 'x', '{"format":"fenceline-scenario","version":1}'],
    ['scenario', 'x', '{"clients":[]}'],
    [null, 'x.json', '{"a":1}'],
    [null, 'x.txt', 'hello'],
    [null, 'x.json', ''],
  ])('%s: %s', (format, name, text) => {
    expect(detectFormat(name, text)).toBe(format);
  });
});
