import type { Result } from '../engine/result.ts';
import type { ReportEntry } from '../scenarios/reports/index.ts';
import { readCaseValue, type CaseFile } from './case-file.ts';

/** Loads the body of a public report and reads it as any case is read. Rejects if it cannot be fetched. */
export async function loadReport(report: ReportEntry): Promise<Result<CaseFile>> {
  const body = await report.load();
  return readCaseValue(body.default);
}
