import { describe, expect, test } from 'vitest';
import {
  propertiesOfRun,
  statusAt,
  type JudgedRun,
  type RunProperty,
} from '../engine/explore/properties-of-run.ts';
import { judge } from '../engine/verdict/judge.ts';
import { Ledger } from '../engine/verdict/ledger.ts';
import type { FindingKind } from '../engine/verdict/types.ts';
import { loadReport } from '../formats/load-report.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { playScenario } from '../scenarios/play-scenario.ts';
import { REPORTS } from '../scenarios/reports/index.ts';

/** What the verdict of a whole run must say where a property is broken at its end. */
const BROKEN_BY: Readonly<Record<string, FindingKind>> = {
  'no-stale-write': 'stale-write-accepted',
  'no-lost-update': 'lost-update',
  'no-rightful-write-rejected': 'rightful-write-rejected',
  'tokens-rise': 'token-regression',
  'leases-disjoint': 'overlapping-leases',
  'only-owners-release': 'wrong-release',
  'waiter-served': 'starvation',
  'no-leaked-lease': 'leaked-lease',
  'no-duplicate-work': 'duplicate-work',
};

const simulated: readonly { readonly name: string; readonly run: JudgedRun }[] = builtins().flatMap(
  (scenario) => {
    const played = playScenario(scenario, {});
    if (!played.ok) throw new Error(JSON.stringify(played.problems));
    return played.value.map(({ run }) => ({ name: `${scenario.id}, ${run.configuration}`, run }));
  },
);
const recorded = await Promise.all(
  REPORTS.map(async (report) => {
    const read = await loadReport(report);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const { trace: entries } = read.value;
    const run: JudgedRun = { origin: 'recorded', entries, verdict: judge(entries, { origin: 'recorded' }) };
    return { name: report.id, run };
  }),
);

/** Names of the properties that are broken after an entry. */
const brokenAt = (properties: readonly RunProperty[], seq: number): readonly string[] =>
  properties.filter((one) => statusAt(one, seq).status === 'broken').map(({ name }) => name);

describe.each([...simulated, ...recorded])('$name', ({ run }) => {
  const properties = propertiesOfRun(run);
  const last = run.entries.length - 1;
  const { findings, outcome } = run.verdict;

  test('at the end of the run a property is broken if and only if the verdict found what breaks it', () => {
    const broken = brokenAt(properties, last);
    const wanted = properties.filter(
      ({ name, kind }) =>
        kind !== 'sometimes' &&
        findings.some((finding) => finding.kind === BROKEN_BY[name] && finding.unreplaced !== true),
    );
    expect(broken).toEqual(wanted.map(({ name }) => name));
    const isCorrupted = broken.includes('no-stale-write') || broken.includes('no-lost-update');
    expect(isCorrupted).toBe(outcome === 'corrupted');
    const statusOf = (name: string): string | undefined => {
      const property = properties.find((one) => one.name === name);
      return property === undefined ? undefined : statusAt(property, last).status;
    };
    const hasStale = findings.some(({ kind }) => kind.startsWith('stale-write'));
    expect(statusOf('zombie-writes')).toBe(hasStale ? 'seen' : 'not-seen');
    const accepted = run.entries.some((entry) => entry.ev === 'write' && entry.outcome === 'accepted');
    expect(statusOf('write-accepted')).toBe(accepted ? 'seen' : 'not-seen');
  });

  test('it is broken from the very entry that shows it, and stays so', () => {
    for (const { entry } of findings) {
      const before = brokenAt(properties, entry - 1);
      const after = brokenAt(properties, entry);
      for (const name of before) expect(after).toContain(name);
    }
    const first = Math.min(...findings.map(({ entry }) => entry), last);
    expect(brokenAt(properties, first - 1)).toEqual([]);
  });

  test('at every entry those wait of whom the verdict knows that they wait', () => {
    const waits = properties.find(({ name }) => name === 'waiter-served');
    if (waits?.lasting == null) throw new Error('it was not looked at');
    const ledger = new Ledger();
    for (const entry of run.entries) {
      ledger.take(entry);
      const known = [...ledger.keys.values()].flatMap(({ key, holders }) =>
        [...holders.values()].flatMap(({ wait, client }) =>
          wait === null ? [] : [{ key, client: client.id, from: wait.seq }],
        ),
      );
      const open = waits.lasting.filter(({ from, to }) => from <= entry.seq && entry.seq < to);
      expect(open.map(({ key, client, from }) => ({ key, client, from })).toSorted(inOrder)).toEqual(
        known.toSorted(inOrder),
      );
    }
    for (const { kind, key, client } of findings) {
      if (kind !== 'starvation') continue;
      expect(waits.lasting.some((one) => one.key === key && one.client === client && one.to > last)).toBe(
        true,
      );
    }
  });

  test('a lease that the verdict of a simulation calls leaked had nobody who believed to hold it', () => {
    const left = properties.find(({ name }) => name === 'no-leaked-lease');
    if (run.origin === 'recorded' || left?.lasting == null) return;
    for (const { kind, key, client } of findings) {
      if (kind !== 'leaked-lease') continue;
      expect(left.lasting.some((one) => one.key === key && one.client === client)).toBe(true);
    }
  });
});

function inOrder(a: { key: string; client: string }, b: { key: string; client: string }): number {
  return `${a.key} ${a.client}` < `${b.key} ${b.client}` ? -1 : 1;
}
