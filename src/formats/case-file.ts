import * as v from 'valibot';

import { bad, good, type Problem, type Result } from '../engine/result.ts';
import type { Trace } from '../engine/trace.ts';
import { FINDING_KINDS, type FindingKind } from '../engine/verdict/types.ts';
import { STORE_KINDS, type StoreKind } from '../machines/resource-store/stores/rule.ts';
import { readTraceList } from './trace-file.ts';

/** The newest version of the case format that is understood; a file without a version is of version 1. */
export const CASE_VERSION = 1;

/** A recorded incident with what is known about it and what the verdict must find in its trace. */
export interface CaseFile {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly symptom: string;
  readonly setup: string;
  readonly fix: string;
  readonly behaviours: readonly string[];
  readonly trace: Trace;
  /** The kinds that the verdict must find, no more and no fewer; absent where the file does not say. */
  readonly findings?: readonly FindingKind[];
  /** What happened but is not recorded in the trace. */
  readonly findingsNeedingTheSimulation: readonly FindingKind[];
  /** Whether a kind of store rejects every stale write of the trace; absent where there is none. */
  readonly staleWritesStoppedBy?: Readonly<Partial<Record<StoreKind, boolean>>>;
  /** The kinds of store that would also refuse a write that is not stale. */
  readonly rightfulWritesRejectedBy?: readonly StoreKind[];
  /** What could not be read or had to be put right. */
  readonly problems: readonly Problem[];
}

const prose = v.optional(v.string('expected a text'), '');
const kind = v.picklist(FINDING_KINDS, 'not a kind of finding');
const store = v.picklist(STORE_KINDS, 'not a kind of store');

const caseSchema = v.looseObject({
  version: v.optional(v.pipe(v.number('expected a number'), v.integer('expected a whole number'))),
  id: prose,
  source: prose,
  title: prose,
  symptom: prose,
  setup: prose,
  fix: prose,
  behaviours: v.optional(v.array(v.string('expected a text'), 'expected a list'), []),
  trace: v.array(v.unknown(), 'expected a list of entries'),
  findings: v.optional(v.array(kind, 'expected a list')),
  findingsNeedingTheSimulation: v.optional(v.array(kind, 'expected a list'), []),
  staleWritesStoppedBy: v.optional(
    v.record(store, v.boolean('expected true or false'), 'expected an object'),
  ),
  rightfulWritesRejectedBy: v.optional(v.array(store, 'expected a list')),
});

/** Reads a case from the text of a JSON file. Never throws. */
export function readCase(text: string): Result<CaseFile> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return bad({ where: 'file', what: 'is not JSON' });
  }
  return readCaseValue(raw);
}

/** Reads a case from parsed JSON. Never throws. */
export function readCaseValue(raw: unknown): Result<CaseFile> {
  const parsed = v.safeParse(caseSchema, raw);
  if (!parsed.success) {
    return bad(
      ...parsed.issues.slice(0, 20).map((issue) => ({
        where: v.getDotPath(issue) ?? 'file',
        what: issue.input === undefined ? 'is missing' : issue.message,
      })),
    );
  }
  const { version, trace, findings, staleWritesStoppedBy, rightfulWritesRejectedBy, ...rest } = parsed.output;
  const read = readTraceList(trace, 'trace');
  if (!read.ok) return read;
  const newer: readonly Problem[] =
    version !== undefined && version > CASE_VERSION
      ? [
          {
            where: 'version',
            what: `is ${String(version)}, newer than ${String(CASE_VERSION)}: some of it may be passed over`,
          },
        ]
      : [];
  const { id, source, title, symptom, setup, fix, behaviours, findingsNeedingTheSimulation } = rest;
  return good({
    id,
    source,
    title,
    symptom,
    setup,
    fix,
    behaviours,
    findingsNeedingTheSimulation,
    trace: read.value.entries,
    ...(findings === undefined ? {} : { findings }),
    ...(staleWritesStoppedBy === undefined ? {} : { staleWritesStoppedBy }),
    ...(rightfulWritesRejectedBy === undefined ? {} : { rightfulWritesRejectedBy }),
    problems: [...newer, ...read.value.problems],
  });
}
