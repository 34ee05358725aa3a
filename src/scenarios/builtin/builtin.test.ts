import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../engine/trace.ts';
import { FINDING_KINDS, type FindingKind } from '../../engine/verdict/types.ts';
import { playConfiguration, type PlayedRun } from '../play-scenario.ts';
import { readScenario, type ParameterValues, type Scenario } from '../scenario.ts';
import { builtin, builtins } from './index.ts';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const CONFIGURATIONS = builtins().flatMap((scenario) =>
  scenario.configurations.map(({ id }) => ({ scenario, name: scenario.id, id })),
);

function played(scenario: Scenario, configuration: string, values: ParameterValues = {}): PlayedRun {
  const run = playConfiguration(scenario, configuration, values);
  if (!run.ok) throw new Error(run.problems.map(({ where, what }) => `${where}: ${what}`).join('; '));
  return run.value;
}

function entriesOf(id: string, configuration: string, values: ParameterValues = {}): readonly Entry[] {
  return played(scenarioOf(id), configuration, values).run.entries;
}

function scenarioOf(id: string): Scenario {
  const scenario = builtin(id);
  if (scenario === undefined) throw new Error(`there is no scenario "${id}"`);
  return scenario;
}

describe('every document', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  );

  test.each(files)('%s is read without a problem, is in the list, and is called as its file', (file) => {
    const read = readScenario(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')));
    expect(read).toMatchObject({ ok: true });
    expect(builtin(path.basename(file, '.json'))).toBeDefined();
  });

  test('is listed once, in the order of its row within its system', () => {
    expect(new Set(builtins().map(({ id }) => id)).size).toBe(files.length);
    const rows = builtins().flatMap(({ row }) => (row === undefined ? [] : [rowNumber(row)]));
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  });

  test('says what every one of its configurations shows', () => {
    for (const { configurations, expect: expected } of builtins()) {
      expect(Object.keys(expected)).toEqual(configurations.map(({ id }) => id));
    }
  });
});

/** S5.24 as one number, the system first. */
function rowNumber(row: string): number {
  const [system, number] = row.slice(1).split('.').map(Number);
  return (system ?? 0) * 1000 + (number ?? 0);
}

describe('shows exactly what it says', () => {
  test.each(CONFIGURATIONS)('$name, $id', ({ scenario, id }) => {
    const { run, history } = played(scenario, id);
    expect({ outcome: run.verdict.outcome, findings: kinds(run.verdict.findings) }).toEqual({
      outcome: scenario.expect[id]?.outcome,
      findings: scenario.expect[id]?.findings.toSorted(byKind),
    });
    expect(history).toMatchObject({ end: 'over', missed: [] });
  });
});

describe('parameters', () => {
  test.each(CONFIGURATIONS)('at either end of their range run on: $name, $id', ({ scenario, id }) => {
    const ends = scenario.parameters.map((parameter) => ({
      id: parameter.id,
      values: parameter.kind === 'choice' ? parameter.options : [parameter.min, parameter.max],
    }));
    const all = [0, -1].map((end) =>
      Object.fromEntries(ends.map((parameter) => [parameter.id, parameter.values.at(end) ?? 0])),
    );
    const each = ends.flatMap((parameter) => parameter.values.map((value) => ({ [parameter.id]: value })));
    for (const values of [...each, ...all]) {
      expect(played(scenario, id, values).history.end, `with ${JSON.stringify(values)}`).toBe('over');
    }
  });

  test('change the run: a pause shorter than the lease leaves nothing to refuse', () => {
    const { run } = played(scenarioOf('paused-holder'), 'naive', { pause: 3000 });
    expect(run.verdict).toMatchObject({ outcome: 'safe', findings: [] });
  });
});

describe('the documented results of the lease manager', () => {
  test('an expired lease is replaced: tokens 1, then 2', () => {
    expect(tokens(entriesOf('paused-holder', 'fenced'))).toEqual([1, 2]);
  });

  test("the fenced store rejects the late write of the first holder, and keeps the second one's", () => {
    const entries = entriesOf('paused-holder', 'fenced');
    expect(rejected(entries)).toHaveLength(1);
    expect(rejected(entries)[0]).toMatchObject({
      client: 'A',
      token: 1,
      fence: 2,
      value: 'reserved-by-a-late',
    });
    expect(valueAtEnd(entries)).toBe('reserved-by-b');
  });

  test('the same schedule on the naive store ends with the late write', () => {
    const entries = entriesOf('paused-holder', 'naive');
    expect(rejected(entries)).toEqual([]);
    expect(valueAtEnd(entries)).toBe('reserved-by-a-late');
  });

  test('the configurations part where the store rules, and nowhere before', () => {
    const [naive, fenced] = (['naive', 'fenced'] as const).map((id) => entriesOf('paused-holder', id));
    const first = naive?.findIndex((entry, index) => entry.outcome !== fenced?.[index]?.outcome) ?? -1;
    expect(naive?.[first]).toMatchObject({ ev: 'write', client: 'A', outcome: 'accepted' });
    expect(naive?.slice(0, first).map(({ t }) => t)).toEqual(fenced?.slice(0, first).map(({ t }) => t));
  });

  test('renewing before expiry extends the lease', () => {
    const entries = entriesOf('renew-before-expiry', 'naive');
    const renewal = only(entries, 'renew');
    expect(renewal).toMatchObject({ client: 'A', token: 1, t: 8_600_000, expires: 18_600_000 });
    expect(of(entries, 'grant').find(({ client }) => client === 'B')?.t).toBeGreaterThan(
      of(entries, 'release').find(({ client }) => client === 'A')?.t ?? Infinity,
    );
  });

  test('renewing after expiry fails', () => {
    const entries = entriesOf('renew-after-expiry', 'naive');
    expect(of(entries, 'renew')).toEqual([]);
    expect(only(entries, 'refuse')).toMatchObject({ op: 'renew', client: 'A', reason: 'lease-lost' });
    expect(tokens(entries)).toEqual([1, 2]);
  });

  test('of many acquirers one holds at any time, and every one gets its turn', () => {
    for (const configuration of ['naive', 'fenced']) {
      const entries = entriesOf('many-acquirers', configuration);
      const grants = of(entries, 'grant');
      expect(new Set(grants.map(({ client }) => client))).toEqual(new Set('ABCDEFGH'));
      expect(tokens(entries)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      let holder: string | null = null;
      for (const { ev, client } of entries) {
        if (ev === 'grant') {
          expect(holder).toBeNull();
          holder = client ?? null;
        } else if (ev === 'release' || ev === 'expire') holder = null;
      }
      expect(of(entries, 'write').every(({ outcome }) => outcome === 'accepted')).toBe(true);
    }
  });
});

describe('the rows', () => {
  test('S1.1: a lease long expired is released, and a second release fails', () => {
    const entries = entriesOf('release-after-expiry', 'fenced');
    expect(only(entries, 'expire').t).toBe(10_200_000);
    expect(only(entries, 'release')).toMatchObject({ client: 'A', token: 1, t: 50_200_000 });
    expect(only(entries, 'refuse')).toMatchObject({ op: 'release', reason: 'lease-lost' });
  });

  test('S1.2: three TTLs at one instant, three grants: 1, 2, 3', () => {
    const grants = of(entriesOf('zero-ttl-grants', 'fenced'), 'grant');
    expect(grants.map(({ client, token, t }) => [client, token, t])).toEqual([
      ['A', 1, 200_000],
      ['B', 2, 200_000],
      ['C', 3, 200_000],
    ]);
  });

  test('S1.3: after the clock stepped back a dead lease lives again, on a wall clock alone', () => {
    const wall = entriesOf('clock-steps-back', 'wall-clock');
    expect(of(wall, 'refuse')).toMatchObject([{ op: 'renew', t: 12_000_000 }]);
    expect(only(wall, 'revive')).toMatchObject({ client: 'A', token: 1 });
    expect(only(wall, 'renew').t).toBeGreaterThan(only(wall, 'clock').t);
    const monotonic = entriesOf('clock-steps-back', 'monotonic-clock');
    expect(of(monotonic, 'refuse')).toHaveLength(2);
    expect(of(monotonic, 'renew')).toEqual([]);
  });

  test('S1.4: both writes accepted, one of them lost; a fence raised at takeover prevents it', () => {
    const entries = entriesOf('write-before-new-holder', 'fenced');
    expect(only(entries, 'read')).toMatchObject({ client: 'B', value: '5' });
    expect(of(entries, 'write').map(({ client, value, outcome }) => [client, value, outcome])).toEqual([
      ['A', '5', 'accepted'],
      ['A', '6', 'accepted'],
      ['B', '7', 'accepted'],
    ]);
    expect(rejected(entriesOf('write-before-new-holder', 'fenced-at-takeover'))).toMatchObject([
      { client: 'A', value: '6' },
    ]);
  });

  test('S1.5: a token never granted is accepted and refuses the rightful until the counter gets there', () => {
    const entries = entriesOf('token-out-of-thin-air', 'fenced');
    expect(of(entries, 'write').map(({ client, token, outcome }) => [client, token, outcome])).toEqual([
      ['M', 1000, 'accepted'],
      ['A', 1, 'rejected'],
      ['B', 2, 'rejected'],
    ]);
    expect(rejected(entriesOf('token-out-of-thin-air', 'authoritative')).map(({ client }) => client)).toEqual(
      ['M'],
    );
  });

  test('S1.6: after an empty restart the counter begins again, and the rightful write is refused', () => {
    const entries = entriesOf('manager-restarts-empty', 'fenced');
    expect(tokens(entries)).toEqual([1, 2, 1]);
    expect(rejected(entries)).toMatchObject([{ client: 'D', token: 1, fence: 2 }]);
  });

  test('S1.7: a renewal with nothing succeeds, and a rival acquires at that instant', () => {
    const entries = entriesOf('renew-with-zero', 'fenced');
    expect(only(entries, 'renew')).toMatchObject({ client: 'A', t: 1_000_000, expires: 1_000_000 });
    expect(of(entries, 'grant')[1]).toMatchObject({ client: 'B', t: 1_000_000, token: 2 });
  });

  test('S1.8: the older of two own writes arrives last, and stays', () => {
    for (const configuration of ['fenced', 'naive']) {
      expect(valueAtEnd(entriesOf('own-write-overtaken', configuration))).toBe('v1');
    }
    expect(valueAtEnd(entriesOf('own-write-overtaken', 'strictly-fenced'))).toBe('v2');
  });

  test('S1.9: the restarted holder is refused until its own old lease is over', () => {
    const entries = entriesOf('holder-restarts', 'fenced');
    expect(of(entries, 'refuse')[0]).toMatchObject({ client: 'A', t: 1_000_000, reason: 'held', by: 'A' });
    const expiry = only(entries, 'expire').t;
    expect(of(entries, 'refuse').every(({ t }) => t < expiry)).toBe(true);
    expect(of(entries, 'grant')[1]).toMatchObject({ client: 'A', token: 2 });
    expect(of(entries, 'grant')[1]?.t).toBeGreaterThanOrEqual(expiry);
  });

  test('S1.10: the old token releases nothing, the new holder keeps the key', () => {
    const entries = entriesOf('late-release', 'fenced');
    expect(of(entries, 'refuse').at(-1)).toMatchObject({ op: 'release', client: 'A', by: 'B', token: 2 });
    expect(only(entries, 'release')).toMatchObject({ client: 'B', token: 2 });
  });
});

function kinds(findings: readonly { readonly kind: FindingKind }[]): readonly FindingKind[] {
  return [...new Set(findings.map(({ kind }) => kind))].toSorted(byKind);
}

function byKind(a: FindingKind, b: FindingKind): number {
  return FINDING_KINDS.indexOf(a) - FINDING_KINDS.indexOf(b);
}

function of(entries: readonly Entry[], ev: Entry['ev']): readonly Entry[] {
  return entries.filter((entry) => entry.ev === ev);
}

function only(entries: readonly Entry[], ev: Entry['ev']): Entry {
  const found = of(entries, ev);
  expect(found).toHaveLength(1);
  return found[0]!;
}

function tokens(entries: readonly Entry[]): readonly (number | undefined)[] {
  return of(entries, 'grant').map(({ token }) => token);
}

function rejected(entries: readonly Entry[]): readonly Entry[] {
  return of(entries, 'write').filter(({ outcome }) => outcome === 'rejected');
}

function valueAtEnd(entries: readonly Entry[]): string | undefined {
  return of(entries, 'write').findLast(({ outcome }) => outcome === 'accepted')?.value;
}
