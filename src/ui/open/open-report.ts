import { loadReport } from '../../formats/load-report.ts';
import { REPORTS } from '../../scenarios/reports/index.ts';
import { aboutOf } from '../reports/about.ts';
import type { ReportSource } from '../state/source.ts';
import { recordedRun } from './recorded-run.ts';

/** Opens a public report by its id; null if there is none. Rejects if its body cannot be fetched or read. */
export async function openReport(id: string): Promise<ReportSource | null> {
  const report = REPORTS.find((one) => one.id === id);
  if (report === undefined) return null;
  const read = await loadReport(report);
  if (!read.ok) throw new Error(`report ${id} is not good: ${read.problems[0]?.what ?? ''}`);
  const run = recordedRun(read.value.trace, report.title, 'recorded');
  return { kind: 'report', id, run, about: aboutOf(read.value) };
}
