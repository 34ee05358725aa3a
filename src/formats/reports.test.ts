import { describe, expect, test } from 'vitest';

import { judgeWithWrites } from '../engine/verdict/judge.ts';
import { REPORTS, reportById } from '../scenarios/reports/index.ts';
import type { CaseFile } from './case-file.ts';
import { loadReport } from './load-report.ts';
import { replayWrites, type Replay } from './replay-writes.ts';

async function load(id: string): Promise<CaseFile> {
  const report = reportById(id);
  if (report === undefined) throw new Error(`there is no report ${id}`);
  const read = await loadReport(report);
  if (!read.ok) throw new Error(`${id}: ${JSON.stringify(read.problems)}`);
  return read.value;
}

/** As the files state it: nothing where the trace has no stale write. */
function stoppedBy(replay: Replay): Readonly<Record<string, boolean>> | undefined {
  if (!replay.hasStaleWrites) return undefined;
  return Object.fromEntries(replay.stores.map((store) => [store.kind, store.stopsEveryStaleWrite]));
}

describe('the public reports', () => {
  test('are 24', () => {
    expect(REPORTS).toHaveLength(24);
  });

  describe.each(REPORTS.map((report) => [report.id, report] as const))('%s', (id, report) => {
    test('reads without a problem, under its own title', async () => {
      const body = await load(id);
      expect(body.problems).toEqual([]);
      expect({ id: body.id, title: body.title, source: body.source }).toEqual({
        id,
        title: report.title,
        source: report.source,
      });
    });

    test('the verdict finds exactly what is known', async () => {
      const { trace, findings = [] } = await load(id);
      const { verdict } = judgeWithWrites(trace, { origin: 'recorded' });
      expect(new Set(verdict.findings.map((finding) => finding.kind))).toEqual(new Set(findings));
      expect(verdict.outcome).toBe(report.outcome);
    });

    test('replaying its writes agrees on which stores help', async () => {
      const { trace, staleWritesStoppedBy, rightfulWritesRejectedBy = [] } = await load(id);
      const replay = replayWrites(trace, judgeWithWrites(trace, { origin: 'recorded' }).writes);
      expect(stoppedBy(replay)).toEqual(staleWritesStoppedBy);
      const refusing = replay.stores.filter((store) => store.refusesOthers).map((store) => store.kind);
      expect(refusing).toEqual(rightfulWritesRejectedBy);
    });

    test('every chain of causes goes up in order and ends with its entry', async () => {
      const { trace } = await load(id);
      for (const { causes, entry } of judgeWithWrites(trace, { origin: 'recorded' }).verdict.findings) {
        expect(causes).toEqual([...new Set(causes)].toSorted((a, b) => a - b));
        expect(causes.at(-1)).toBe(entry);
        expect(causes.length).toBeGreaterThan(1);
      }
    });
  });

  test('of 18 with a stale write, so many are stopped by each kind of store', async () => {
    const counts = { stale: 0, fenced: 0, 'fenced-at-takeover': 0, authoritative: 0 };
    for (const { id } of REPORTS) {
      const { trace } = await load(id);
      const replay = replayWrites(trace, judgeWithWrites(trace, { origin: 'recorded' }).writes);
      if (!replay.hasStaleWrites) continue;
      counts.stale += 1;
      for (const { kind, stopsEveryStaleWrite } of replay.stores) {
        if (kind in counts && stopsEveryStaleWrite) counts[kind as keyof typeof counts] += 1;
      }
    }
    expect(counts).toEqual({ stale: 18, fenced: 4, 'fenced-at-takeover': 14, authoritative: 15 });
  });

  test('no report has an unknown id', () => {
    expect(reportById('C99')).toBeUndefined();
  });
});
