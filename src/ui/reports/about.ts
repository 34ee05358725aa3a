import type { CaseFile } from '../../formats/case-file.ts';

/** What is told about a recorded incident beside its trace. Texts from outside: shown, never interpreted. */
export interface ReportAbout {
  readonly title: string;
  readonly source: string;
  readonly symptom: string;
  readonly setup: string;
  readonly fix: string;
}

/** The part of a case that people read. */
export function aboutOf({ title, source, symptom, setup, fix }: CaseFile): ReportAbout {
  return { title, source, symptom, setup, fix };
}
