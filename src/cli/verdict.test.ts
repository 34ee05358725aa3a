import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { main } from './verdict.ts';

let folder = '';
let out = '';
let err = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verdict-'));
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    err += String(chunk);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

async function file(name: string, content: string | Buffer): Promise<string> {
  const full = path.join(folder, name);
  await writeFile(full, content);
  return full;
}

const STALE = [
  { t: 0, ev: 'grant', client: 'A', token: 1, expires: 10_000 },
  { t: 10_000, ev: 'expire', client: 'A' },
  { t: 11_000, ev: 'grant', client: 'B', token: 2, expires: 21_000 },
  { t: 16_400, ev: 'write', client: 'A', token: 1, outcome: 'accepted' },
];
const stale = STALE.map((line) => JSON.stringify(line)).join('\n');

describe('verdict', () => {
  test('prints one object a file, with a sentence for each finding', async () => {
    const trace = await file('stale.jsonl', stale);
    expect(await main([trace, trace])).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      file: trace,
      outcome: 'corrupted',
      liveness: [],
      findings: [
        {
          kind: 'stale-write-accepted',
          t: 16_400,
          client: 'A',
          key: 'lock',
          entry: 3,
          why: 'A wrote with token 1 at 16.4 s; its lease ended at 10.0 s and B has held the key since 11.0 s with token 2.',
          causes: [0, 1, 2, 3],
        },
      ],
      notRecorded: ['starvation', 'duplicate-work', 'false-loss'],
      staleWritesStoppedBy: { fenced: false, 'fenced-at-takeover': true, authoritative: true },
      rightfulWritesRejectedBy: [],
      problems: [],
    });
    expect(err).toBe('');
  });

  test('exits 1 where a case expects something else, and says what', async () => {
    const wrong = {
      id: 'X',
      trace: STALE,
      findings: ['lost-update'],
      staleWritesStoppedBy: { fenced: true },
    };
    expect(await main([await file('case.json', JSON.stringify(wrong))])).toBe(1);
    expect(err).toContain('findings: expected ["lost-update"], got ["stale-write-accepted"]');
    expect(err).toContain('staleWritesStoppedBy: expected {"fenced":true}');
    const right = {
      trace: STALE,
      findings: ['stale-write-accepted'],
      staleWritesStoppedBy: { authoritative: true, fenced: false, 'fenced-at-takeover': true },
      rightfulWritesRejectedBy: [],
    };
    expect(await main([await file('right.json', JSON.stringify(right))])).toBe(0);
    expect(await main([await file('silent.json', JSON.stringify({ trace: STALE }))])).toBe(0);
  });

  test('tells bad lines and judges the rest', async () => {
    expect(await main([await file('some.jsonl', `${stale}\noops\n`)])).toBe(0);
    expect(err).toContain('line 5: is not JSON');
    expect(JSON.parse(out)).toMatchObject({ outcome: 'corrupted', problems: [{ where: 'line 5' }] });
  });

  test('exits 2 where a file cannot be read, and goes on with the others', async () => {
    const good = await file('good.jsonl', stale);
    const files = [path.join(folder, 'missing.jsonl'), folder, await file('empty.jsonl', ''), good];
    expect(await main(files)).toBe(2);
    const printed = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(printed.map((object) => object['error'] ?? object['outcome'])).toEqual([
      'cannot be read',
      'cannot be read',
      'cannot be read',
      'corrupted',
    ]);
    expect(err).toContain('is a directory');
    expect(err).toContain('empty.jsonl: file: empty');
    expect(await main([])).toBe(2);
  });

  test('plays a scenario and holds it to its expectations', async () => {
    const { default: document } = await import('../scenarios/builtin/s1/paused-holder.json');
    const expect0 = {
      naive: { outcome: 'corrupted', findings: ['overlapping-beliefs', 'stale-write-accepted'] },
    };
    const right = await file('right.json', JSON.stringify({ ...document, expect: expect0 }));
    expect(await main([right])).toBe(0);
    const printed = JSON.parse(out) as { outcome: string; configurations: { configuration: string }[] };
    expect(printed.outcome).toBe('corrupted');
    expect(printed.configurations[0]).toEqual({ configuration: 'naive', outcome: 'corrupted' });
    const wrong = { ...document, expect: { naive: { outcome: 'safe', findings: [] } } };
    expect(await main([await file('wrong.json', JSON.stringify(wrong))])).toBe(1);
    expect(err).toContain('naive: outcome: expected "safe", got "corrupted"');
  });

  test('reads UTF-16 and a mark of byte order', async () => {
    const scenario = JSON.stringify((await import('../scenarios/builtin/s1/paused-holder.json')).default);
    const utf16 = Buffer.from(`\uFEFF${stale}`, 'utf16le');
    expect(await main([await file('utf16.jsonl', utf16)])).toBe(0);
    expect(await main([await file('case.json', `\uFEFF${JSON.stringify({ trace: STALE })}`)])).toBe(0);
    expect(await main([await file('scenario.json', `\uFEFF${scenario}`)])).toBe(0);
    expect(err).toBe('');
  });

  test('takes no option, and says so before anything is read', async () => {
    expect(await main([await file('good.jsonl', stale), '--json'])).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('unknown option "--json"');
  });

  test('says when a run goes on for too long and was cut', async () => {
    expect(await main([await file('long.json', JSON.stringify(ENDLESS))])).toBe(0);
    const { problems } = JSON.parse(out) as { problems: { where: string; what: string }[] };
    expect(problems).toEqual([
      { where: 'naive', what: expect.stringMatching(/cut after 10,000 steps, at [\d.]+ ms: /) as string },
    ]);
    expect(err).toContain('naive: this run is too long to be played whole');
  });

  test('sends no control characters of a file to the terminal', async () => {
    const document = JSON.stringify({
      format: 'fenceline-scenario',
      version: 1,
      id: 'a',
      '\u001b]0;x\u0007': 1,
    });
    expect(await main([await file('escape.json', document)])).toBe(2);
    // eslint-disable-next-line no-control-regex
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

/** A client asks for a held lock every microsecond of a day. */
const ENDLESS = {
  format: 'fenceline-scenario',
  version: 1,
  id: 'endless',
  horizon: 86_400_000,
  configurations: [{ id: 'naive', set: {} }],
  service: { kind: 'lease-manager' },
  stores: [{ kind: 'naive' }],
  clients: [
    { id: 'A', script: [{ op: 'acquire', ttl: 86_400_000 }] },
    {
      id: 'B',
      start: 1,
      policies: { acquire: { kind: 'block', retry: 0.001 } },
      script: [{ op: 'acquire', ttl: 1000 }],
    },
  ],
};
