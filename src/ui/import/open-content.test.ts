import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { MOST_ENTRIES } from './limits.ts';
import { openContent } from './open-content.ts';
import type { Opened } from './opened.ts';

const GRANT = '{"t": 0, "ev": "grant", "client": "A", "token": 1, "expires": 10000}';
const WRITE = '{"t": 11000, "ev": "write", "client": "A", "token": 1, "outcome": "accepted"}';

async function opened(content: string, name = 'log.jsonl'): Promise<Opened> {
  const opening = await openContent(content, name);
  if (!opening.ok) throw new Error(JSON.stringify(opening));
  return opening.value;
}

describe('openContent', () => {
  test('opens a trace with its verdict', async () => {
    const { source, problems } = await opened(`${GRANT}\n${WRITE}\n`);
    expect(problems).toEqual([]);
    expect(source).toMatchObject({ kind: 'trace', name: 'log.jsonl' });
    if (source.kind !== 'trace') throw new Error('not a trace');
    expect(source.run.entries).toHaveLength(2);
    expect(source.run.verdict.findings.map(({ kind }) => kind)).toContain('stale-write-accepted');
  });

  test('names bad lines and loads the rest', async () => {
    const { source, problems } = await opened(`${GRANT}\nnot json\n{"t": "soon", "ev": "grant"}\n${WRITE}`);
    expect(source.kind === 'trace' && source.run.entries.length).toBe(2);
    expect(problems.map(({ where }) => where)).toEqual(['line 2', 'line 3']);
  });

  test('opens a case with what it tells', async () => {
    const body = readFileSync(new URL('../../scenarios/reports/c01.json', import.meta.url), 'utf8');
    const { source } = await opened(body, 'c01.json');
    expect(source).toMatchObject({
      kind: 'trace',
      name: 'One failed renewal ends the watchdog for good',
      about: { source: 'redisson/redisson#775' },
    });
    // What a link or a copy of the file holds is the trace alone.
    if (source.kind !== 'trace') throw new Error('not a trace');
    const again = await opened(source.text);
    expect(again.source.kind === 'trace' && again.source.run.entries).toEqual(source.run.entries);
  });

  test('opens a scenario', async () => {
    const { source } = await opened(JSON.stringify(builtin('paused-holder')?.document), 'mine.json');
    expect(source).toMatchObject({ kind: 'document', name: 'mine.json' });
  });

  test.each([
    ['', 'empty'],
    [' \n\t\n', 'empty'],
    ['\u0000\u0001\u0002PNG', 'binary'],
    ['Dear diary, today the lock was lost.', 'unknown'],
    ['{"a": 1}', 'unknown'],
  ])('refuses %j', async (content, kind) => {
    expect(await openContent(content, 'notes.txt')).toMatchObject({ ok: false, reason: { kind } });
  });

  test('names what is wrong with a scenario that cannot be played', async () => {
    const document = { ...builtin('paused-holder')?.document, clients: 'nobody' };
    const opening = await openContent(JSON.stringify(document), 'mine.json');
    expect(opening).toMatchObject({ ok: false, reason: { kind: 'bad' } });
    if (!opening.ok) expect(opening.problems[0]?.where).toContain('clients');
  });

  test('refuses a million entries without reading them', async () => {
    const content = `${GRANT}\n`.repeat(1_000_000);
    const before = performance.now();
    expect(await openContent(content, 'big.jsonl')).toMatchObject({
      ok: false,
      reason: { kind: 'too-many' },
    });
    expect(performance.now() - before).toBeLessThan(1000);
    expect(MOST_ENTRIES).toBeLessThan(1_000_000);
  });

  test('refuses thousands of lanes, which no page could show', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      JSON.stringify({ t: index, ev: 'note', client: `C${String(index)}` }),
    );
    expect(await openContent(lines.join('\n'), 'crowd.jsonl')).toMatchObject({
      ok: false,
      problems: [{ where: 'file', what: expect.stringMatching(/^has 10,000 clients/u) as string }],
    });
  });

  test('never throws, whatever it is given', async () => {
    const line = fc.oneof(
      fc.constantFrom(GRANT, WRITE, '', '{', '[]', 'null', '{"trace": [{"t": 0, "ev": "grant"}]}'),
      fc.json(),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const opening = await openContent(lines.join('\n'), 'any.jsonl');
        expect(typeof opening.ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
