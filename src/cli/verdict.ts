import '../scenarios/services/all-services.ts';
import '../text/rare-words.ts';
import { bad, good, type Problem, type Result } from '../engine/result.ts';
import { toMs, ZERO } from '../engine/time.ts';
import type { Trace } from '../engine/trace.ts';
import { judgeWithWrites, type Judged, type JudgeOptions } from '../engine/verdict/judge.ts';
import { OUTCOMES, type Finding, type Outcome, type Verdict } from '../engine/verdict/types.ts';
import { readCase } from '../formats/case-file.ts';
import { detectFormat, type Format } from '../formats/detect.ts';
import { replayWrites } from '../formats/replay-writes.ts';
import { readTrace } from '../formats/trace-file.ts';
import type { StoreKind } from '../machines/resource-store/stores/rule.ts';
import { playScenario } from '../scenarios/play-scenario.ts';
import { defaultValues, readScenario } from '../scenarios/scenario.ts';
import { describeFinding } from '../text/describe-finding.ts';
import { en } from '../text/en.ts';
import { formatTime, timeFormatOf } from '../text/time.ts';
import { asksForHelp, say, unknownOption } from './messages.ts';
import { readInput } from './read-input.ts';

const USAGE = `Usage: fenceline verdict FILE...

Says what went wrong in recorded traces (.jsonl), and in cases and scenarios (.json); - is standard input. One
JSON object for each file goes to standard output, one a line; problems and differences go to standard error.

A scenario plays every configuration with its parameters at their own values. Where it has an "expect", outcome
and findings must be those: docs/SCENARIOS.md says how to write one.

Options
  -h, --help   Print this.

Exit codes: 0 everything was read and agrees, 1 something expected does not hold, 2 bad usage or a file that
cannot be read.
`;

const AGREES = 0;
const DIFFERS = 1;
const UNREADABLE = 2;

/**
 * `verdict FILE...`: judges recorded traces (.jsonl), cases and scenarios (.json); `-` is standard input.
 * One JSON object per file on one line of standard output; problems and differences on standard error.
 * Exit code 0; 1 if a file carries expected findings that differ; 2 if a file cannot be read.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0) {
    say('verdict: name at least one trace, case or scenario, or - for standard input');
    return UNREADABLE;
  }
  if (asksForHelp(args)) {
    process.stdout.write(USAGE);
    return AGREES;
  }
  const option = unknownOption(args);
  if (option !== undefined) {
    say(`verdict: unknown option "${option}"; a file of that name is ./${option}`);
    return UNREADABLE;
  }
  let code = AGREES;
  for (const file of args) code = Math.max(code, await judgeFile(file));
  return code;
}

/** What is printed of a file, and where its expectations do not hold. */
interface Report {
  readonly printed: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
  readonly differences: readonly string[];
}

async function judgeFile(file: string): Promise<number> {
  const input = await readInput(file);
  const report = input.ok ? reportOf(file, input.value) : input;
  if ('ok' in report && !report.ok) {
    print(file, { error: 'cannot be read', problems: report.problems });
    tell(file, report.problems.map(sentenceOf));
    return UNREADABLE;
  }
  const { printed, problems, differences } = report.value;
  print(file, { ...printed, problems });
  tell(file, [...problems.map(sentenceOf), ...differences]);
  return differences.length === 0 ? AGREES : DIFFERS;
}

function reportOf(file: string, text: string): Result<Report> {
  // What cannot be told apart is read as a trace, which names what is wrong line by line.
  const format = detectFormat(file, text) ?? (file.endsWith('.json') ? 'case' : 'trace');
  return READERS[format](text);
}

/** How each kind of file is judged. */
const READERS: Readonly<Record<Format, (text: string) => Result<Report>>> = {
  trace(text) {
    const read = readTrace(text);
    if (!read.ok) return read;
    const { entries, origin, horizon, problems } = read.value;
    const options: JudgeOptions = horizon === undefined ? { origin } : { origin, horizon };
    const judged = judgeWithWrites(entries, options);
    const printed = { ...printedVerdict(judged.verdict, entries), ...printedReplay(entries, judged) };
    return { ok: true, value: { printed, problems, differences: [] } };
  },

  case(text) {
    const read = readCase(text);
    if (!read.ok) return read;
    const { trace, problems, findings, staleWritesStoppedBy, rightfulWritesRejectedBy } = read.value;
    const judged = judgeWithWrites(trace, { origin: 'recorded' });
    const replay = printedReplay(trace, judged);
    const differences: string[] = [];
    if (findings !== undefined) {
      const kinds = judged.verdict.findings.map((finding) => finding.kind);
      differences.push(...compare('findings', sorted(findings), sorted(kinds)));
      differences.push(
        ...compare('staleWritesStoppedBy', staleWritesStoppedBy ?? null, replay.staleWritesStoppedBy ?? null),
      );
      differences.push(
        ...compare(
          'rightfulWritesRejectedBy',
          rightfulWritesRejectedBy ?? [],
          replay.rightfulWritesRejectedBy ?? [],
        ),
      );
    }
    const printed = { ...printedVerdict(judged.verdict, trace), ...replay };
    return { ok: true, value: { printed, problems, differences } };
  },

  scenario(text) {
    const document = parsed(text);
    if (!document.ok) return document;
    const read = readScenario(document.value);
    if (!read.ok) return read;
    const played = playScenario(read.value, defaultValues(read.value));
    if (!played.ok) return played;
    const differences: string[] = [];
    const problems: Problem[] = [];
    const runs = played.value.map(({ run, history: { end, steps } }) => {
      if (end !== 'over') {
        const until = formatTime(run.entries.at(-1)?.t ?? ZERO, timeFormatOf(run.entries), en.time);
        problems.push({ where: run.configuration, what: en.page.runCut(steps.length - 1, until) });
      }
      const expected = Object.hasOwn(read.value.expect, run.configuration)
        ? read.value.expect[run.configuration]
        : undefined;
      if (expected !== undefined) {
        const { outcome, findings } = run.verdict;
        const kinds = findings.map((finding) => finding.kind);
        differences.push(...compare(`${run.configuration}: outcome`, expected.outcome, outcome));
        differences.push(
          ...compare(`${run.configuration}: findings`, sorted(expected.findings), sorted(kinds)),
        );
      }
      return { configuration: run.configuration, ...printedVerdict(run.verdict, run.entries) };
    });
    const printed = {
      outcome: worst(runs.map((run) => run.outcome)),
      liveness: sorted(runs.flatMap((run) => run.liveness)),
      findings: runs.flatMap((run) =>
        run.findings.map((finding) => ({ ...finding, configuration: run.configuration })),
      ),
      configurations: runs.map(({ configuration, outcome }) => ({ configuration, outcome })),
    };
    return { ok: true, value: { printed, problems, differences } };
  },
};

function printedVerdict({ outcome, liveness, findings, notRecorded }: Verdict, trace: Trace) {
  const format = timeFormatOf(trace);
  return {
    outcome,
    liveness,
    findings: findings.map((finding) => ({
      ...printedFinding(finding),
      why: describeFinding(finding, en, format),
      causes: finding.causes,
    })),
    notRecorded,
  };
}

function printedFinding({ kind, unreplaced, t, client, key, entry }: Finding) {
  return { kind, ...(unreplaced === undefined ? {} : { unreplaced }), t: toMs(t), client, key, entry };
}

interface PrintedReplay {
  readonly staleWritesStoppedBy?: Readonly<Partial<Record<StoreKind, boolean>>>;
  readonly rightfulWritesRejectedBy?: readonly StoreKind[];
}

/** What other stores would have done; nothing where the trace has no stale write. */
function printedReplay(trace: Trace, { writes }: Judged): PrintedReplay {
  const { hasStaleWrites, stores } = replayWrites(trace, writes);
  if (!hasStaleWrites) return {};
  return {
    staleWritesStoppedBy: Object.fromEntries(stores.map((store) => [store.kind, store.stopsEveryStaleWrite])),
    rightfulWritesRejectedBy: stores.filter((store) => store.refusesOthers).map((store) => store.kind),
  };
}

function compare(what: string, expected: unknown, got: unknown): readonly string[] {
  const [wanted, given] = [stable(expected), stable(got)];
  return wanted === given ? [] : [`${what}: expected ${wanted}, got ${given}`];
}

/** JSON with the names of an object in a fixed order. */
function stable(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const sortedPairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sortedPairs));
}

function sorted<Name extends string>(names: readonly Name[]): readonly Name[] {
  return [...new Set(names)].toSorted();
}

function worst(outcomes: readonly Outcome[]): Outcome {
  return OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'no-finding';
}

function parsed(text: string): Result<unknown> {
  try {
    return good(JSON.parse(text) as unknown);
  } catch {
    return bad({ where: 'document', what: 'is not JSON' });
  }
}

function sentenceOf({ where, what }: Problem): string {
  return `${where}: ${what}`;
}

function print(file: string, object: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ file, ...object })}\n`);
}

function tell(file: string, sentences: readonly string[]): void {
  for (const sentence of sentences) say(`${file}: ${sentence}`);
}
