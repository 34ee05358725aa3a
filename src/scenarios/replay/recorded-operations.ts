import * as v from 'valibot';
import { bad, good, type Problem, type Result } from '../../engine/result.ts';

/** One recorded operation: the clock when it started, its arguments, and what came of it. */
export interface RecordedOperation {
  readonly op: string;
  /** The recorded system's own clock, in its own unit. */
  readonly at: number;
  readonly result?: { readonly [field: string]: unknown };
  readonly error?: string;
  readonly [argument: string]: unknown;
}

/** A recorded sequence of operations, from an empty state with the clock at 0. */
export interface RecordedSequence {
  readonly system: string;
  readonly id: string;
  readonly config: { readonly [name: string]: unknown };
  readonly ops: readonly RecordedOperation[];
}

/** The largest file of recorded operations that is read, in characters. */
export const LARGEST_RECORDING = 50_000_000;

const schema = v.object({
  system: v.string(),
  id: v.string(),
  config: v.optional(v.record(v.string(), v.unknown()), {}),
  ops: v.array(
    v.looseObject({
      op: v.string(),
      at: v.number(),
      result: v.optional(v.record(v.string(), v.unknown())),
      error: v.optional(v.string()),
    }),
  ),
});

/** Reads recorded sequences, one JSON object a line. A bad line is named by its number. */
export function readRecordedSequences(text: string): Result<readonly RecordedSequence[]> {
  if (text.length > LARGEST_RECORDING) {
    return bad({ where: 'file', what: `is larger than ${String(LARGEST_RECORDING)} characters` });
  }
  const sequences: RecordedSequence[] = [];
  const problems: Problem[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const where = `line ${String(index + 1)}`;
    const parsed = v.safeParse(schema, parseLine(line));
    if (parsed.success) sequences.push(parsed.output as RecordedSequence);
    else {
      const issue = parsed.issues[0];
      const path = (issue.path ?? []).map((item) => String(item.key)).join('.');
      problems.push({
        where,
        what: `is not a recorded sequence: ${path === '' ? '' : `${path}: `}${issue.message}`,
      });
    }
  });
  if (sequences.length === 0 && problems.length === 0)
    problems.push({ where: 'file', what: 'holds no sequence' });
  return problems.length === 0 ? good(sequences) : bad(...problems);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
