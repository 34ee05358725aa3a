import type { ReportSource } from '../state/source.ts';

/** Opens a public report by its id; null if there is none. */
export function openReport(_id: string): ReportSource | null {
  return null;
}
