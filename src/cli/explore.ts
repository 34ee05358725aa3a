import '../scenarios/services/all-services.ts';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import type { Json } from '../engine/trace.ts';
import { prepareJob, type ExploreJob } from '../explore/job.ts';
import { REFERENCE_SIZES } from '../machines/reference/reference-model.ts';
import { readScenario } from '../scenarios/scenario.ts';
import { say } from './messages.ts';
import { readInput } from './read-input.ts';

const USAGE = `Usage: fenceline explore FILE [OPTIONS]
       fenceline explore --reference XS|S|M|X [--t T] [--l L] --store naive|fenced [--writes delayed|direct]

Explores every schedule of a scenario within a fault budget, breadth first, and prints one JSON object.

Options
  --configuration ID   Which configuration of the scenario; the first unless given.
  --pause N, --crash N, --lose N, --late N, --duplicate N
                       How many faults of each kind may happen: pauses of a client, crashes, lost messages,
                       messages that a later event passes over, messages that arrive twice. One pause and one late message unless given.
  --keep-faults        The scenario's own faults strike as well.
  --paused-holder      A stale write counts only if its writer was paused across its lease's end.
  --all                Go on after the first counterexample.
  --max-states N       Stop after so many distinct states.
  --memory MB          Stop before the tables take more; 512 unless given.

Exit codes: 0 no counterexample, 1 a counterexample, 2 bad usage.
`;

/** Worlds looked into between two looks at the clock. */
const PORTION = 50_000;
const FOUND = 1;
const BAD_USAGE = 2;

/** The command `explore`: prints one JSON object; 1 on a counterexample, 2 on bad usage or input. */
export async function main(args: readonly string[]): Promise<number> {
  const job = await readJob(args).catch((error: unknown) => {
    if (error instanceof Usage || (error instanceof Error && 'code' in error)) return error;
    throw error;
  });
  if (job === null) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (job instanceof Error) return complain(job.message);
  const prepared = prepareJob(job);
  if (!prepared.ok)
    return complain(prepared.problems.map(({ where, what }) => `${where}: ${what}`).join('\n'));
  const { exploration, report } = prepared.value;
  const startedMs = performance.now();
  while (exploration.run(PORTION));
  const seconds = (performance.now() - startedMs) / 1000;
  const { states, transitions, complete, ...rest } = report();
  process.stdout.write(
    `${JSON.stringify({ states, transitions, seconds: Number(seconds.toFixed(3)), complete, ...rest })}\n`,
  );
  return rest.counterexample === null ? 0 : FOUND;
}

class Usage extends Error {
  override readonly name = 'Usage';
}

/** Null: help was asked for. */
async function readJob(args: readonly string[]): Promise<ExploreJob | null> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      reference: { type: 'string' },
      t: { type: 'string' },
      l: { type: 'string' },
      store: { type: 'string' },
      writes: { type: 'string' },
      configuration: { type: 'string' },
      pause: { type: 'string' },
      crash: { type: 'string' },
      lose: { type: 'string' },
      late: { type: 'string' },
      duplicate: { type: 'string' },
      'keep-faults': { type: 'boolean' },
      'paused-holder': { type: 'boolean' },
      all: { type: 'boolean' },
      'max-states': { type: 'string' },
      memory: { type: 'string' },
    },
  });
  if (values.help === true) return null;
  const limits = {
    maxStates: values['max-states'] === undefined ? null : whole('--max-states', values['max-states'], 1),
    maxBytes: whole('--memory', values.memory ?? '512', 1) * 1_000_000,
    stopAtFirst: values.all !== true,
  };
  if (values.reference !== undefined) {
    if (positionals.length > 0) throw new Usage('Give a file or --reference, not both.');
    const size = pick(
      '--reference',
      values.reference,
      Object.keys(REFERENCE_SIZES),
    ) as keyof typeof REFERENCE_SIZES;
    const { tokens, lease } = REFERENCE_SIZES[size];
    return {
      kind: 'reference',
      ...limits,
      tokens: values.t === undefined ? tokens : whole('--t', values.t, 1),
      lease: values.l === undefined ? lease : whole('--l', values.l, 1),
      store: pick('--store', values.store ?? 'fenced', ['naive', 'fenced']) as 'naive' | 'fenced',
      writes: pick('--writes', values.writes ?? 'delayed', ['delayed', 'direct']) as 'delayed' | 'direct',
    };
  }
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new Usage('Name one scenario file, or --reference.');
  const document = await readDocument(file);
  const scenario = readScenario(document);
  const first = scenario.ok ? scenario.value.configurations[0]?.id : undefined;
  return {
    kind: 'scenario',
    ...limits,
    document,
    configuration: values.configuration ?? first ?? '',
    values: {},
    budget: {
      pause: whole('--pause', values.pause ?? '1', 0),
      crash: whole('--crash', values.crash ?? '0', 0),
      lose: whole('--lose', values.lose ?? '0', 0),
      late: whole('--late', values.late ?? '1', 0),
      ...(values.duplicate === undefined ? {} : { duplicate: whole('--duplicate', values.duplicate, 0) }),
    },
    keepsFaults: values['keep-faults'] === true,
    pausedHolder: values['paused-holder'] === true,
  };
}

async function readDocument(file: string): Promise<Json> {
  const input = await readInput(file);
  if (!input.ok) throw new Usage(input.problems.map(({ what }) => `${file}: ${what}`).join('\n'));
  try {
    return JSON.parse(input.value) as Json;
  } catch {
    throw new Usage(`${file}: is not JSON`);
  }
}

function whole(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/u.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new Usage(`${option} wants a whole number, at least ${String(least)}; got "${text}".`);
  }
  return value;
}

function pick(option: string, text: string, options: readonly string[]): string {
  if (!options.includes(text)) throw new Usage(`${option} wants ${options.join(', ')}; got "${text}".`);
  return text;
}

function complain(what: string): number {
  say(`fenceline explore: ${what}`);
  return BAD_USAGE;
}
