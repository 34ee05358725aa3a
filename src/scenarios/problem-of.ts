import type * as v from 'valibot';
import type { Problem } from '../engine/result.ts';

/** What a schema found, as a problem; its place is empty for the whole of what was read. */
export function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const where = (issue.path ?? []).map((item) => String(item.key)).join('.');
  return { where, what: sentenceOf(issue) };
}

/** The schema's own words, or for what any object may lack or have too much of, the same words everywhere. */
function sentenceOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'is not a field known here';
  if (issue.input === undefined) return 'is missing';
  if (issue.message.startsWith('Invalid type: Expected Object')) return 'must be an object';
  if (issue.message.startsWith('Invalid type: Expected Array')) return 'must be a list';
  return issue.message;
}
