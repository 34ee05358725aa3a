import type { Entry } from '../engine/trace.ts';
import type { Finding } from '../engine/verdict/types.ts';
import type { Run } from '../scenarios/run.ts';
import { describeEntry } from '../text/describe-entry.ts';
import { describeFinding as sentenceOf } from '../text/describe-finding.ts';
import { timeFormatOf } from '../text/time.ts';
import { text } from './text.ts';

/** One sentence about an entry, in the language of the page: the same in list, picture and live region. */
export function describe(entry: Entry, run: Run): string {
  return describeEntry(entry, run.entries, text);
}

/** One sentence about a finding, in the language of the page. */
export function describeFinding(finding: Finding, run: Run): string {
  return sentenceOf(finding, text, timeFormatOf(run.entries));
}
