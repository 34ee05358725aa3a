import type { FaultScript } from '../../engine/explore/shrink.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import type { Json } from '../../engine/trace.ts';
import type { FindingKind } from '../../engine/verdict/types.ts';
import type { ExploreJob, ReportedCounterexample } from '../../explore/job.ts';
import { NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';

/** What the verdict of a run says where a property is broken. */
export const FINDING_OF: Readonly<Record<string, FindingKind>> = {
  'no-stale-write': 'stale-write-accepted',
  'no-lost-update': 'lost-update',
  'no-rightful-write-rejected': 'rightful-write-rejected',
  'tokens-rise': 'token-regression',
  'leases-disjoint': 'overlapping-leases',
  'only-owners-release': 'wrong-release',
  'waiter-served': 'starvation',
  'no-leaked-lease': 'leaked-lease',
  'no-duplicate-work': 'duplicate-work',
};

type ScenarioJob = Extract<ExploreJob, { kind: 'scenario' }>;

/** A counterexample as changes of the scenario it was found in. */
export interface Opened {
  readonly edited: Edited;
  /** How: by faults at set times, which are easier to read and to change, or by the schedule itself. */
  readonly by: 'faults' | 'schedule';
}

/**
 * Makes a counterexample a scenario of its own: what was explored, with the faults that lead ordinary playback to the
 * same finding about the same client in no more entries. Where no such faults are known, with the schedule.
 */
export function openedCounterexample(
  scenario: Scenario,
  job: ScenarioJob,
  found: ReportedCounterexample,
): Opened {
  const candidates: Opened[] = [];
  // Faults of the document that stay would be struck by twice.
  if (found.faults !== null && !job.keepsFaults) {
    const edits = editsOf(scenario, job, found, faultsOfScript(found.faults));
    candidates.push({ edited: { values: job.values, edits, schedule: ORDINARY }, by: 'faults' });
  }
  const bySchedule: Opened = {
    edited: { values: job.values, edits: editsOf(scenario, job, found, []), schedule: found.schedule },
    by: 'schedule',
  };
  const own = firstOf(scenario, job, found, bySchedule.edited);
  const isSame = ({ edited }: Opened): boolean => {
    if (own === null) return shows(scenario, job, found, edited);
    const other = firstOf(scenario, job, found, edited);
    return other !== null && other.client === own.client && other.entry <= own.entry;
  };
  return candidates.find(isSame) ?? bySchedule;
}

/** The first finding of what a counterexample is of: whose it is, and at which entry; null where there is none. */
function firstOf(
  scenario: Scenario,
  job: ScenarioJob,
  { property }: ReportedCounterexample,
  edited: Edited,
): { readonly client: string | undefined; readonly entry: number } | null {
  const played = playConfiguration(scenario, job.configuration, edited.values, edited.schedule, edited.edits);
  if (!played.ok) return null;
  const { verdict, entries } = played.value.run;
  const wanted = FINDING_OF[property];
  const [first] = verdict.findings
    .filter(({ kind, unreplaced }) => kind === wanted && unreplaced !== true)
    .toSorted((a, b) => a.entry - b.entry);
  return first === undefined ? null : { client: entries[first.entry]?.client, entry: first.entry };
}

/** Whether ordinary playback shows what the counterexample is of. */
export function shows(
  scenario: Scenario,
  job: ScenarioJob,
  found: ReportedCounterexample,
  edited: Edited,
): boolean {
  const played = playConfiguration(scenario, job.configuration, edited.values, edited.schedule, edited.edits);
  if (!played.ok) return false;
  const { findings, liveness } = played.value.run.verdict;
  const wanted = FINDING_OF[found.property];
  return (
    findings.some(({ kind, unreplaced }) => kind === wanted && unreplaced !== true) ||
    (wanted !== undefined && liveness.includes(wanted))
  );
}

function editsOf(
  scenario: Scenario,
  job: ScenarioJob,
  { endsAtUs }: ReportedCounterexample,
  added: readonly Json[],
): Edits {
  const edits = job.edits ?? NO_EDITS;
  const body = resolveBody(scenario, job.configuration, job.values, edits);
  const own = body.ok ? body.value.faults.length : 0;
  const horizon = body.ok ? body.value.horizon : 0;
  // What happens at the very end is still to be seen.
  const endMs = Math.ceil(endsAtUs / 1000) + AFTER_MS;
  return {
    set: horizon >= endMs ? edits.set : { ...edits.set, '/horizon': endMs },
    removed: job.keepsFaults ? edits.removed : Array.from({ length: own }, (_, index) => index),
    added: job.keepsFaults ? edits.added : added,
  };
}

/** How much longer than to its last step a counterexample is played, so that one sees what comes of it. */
const AFTER_MS = 2000;

/** Faults as a document writes them, in milliseconds. */
export function faultsOfScript({ timedFaults, messageFaults }: FaultScript): readonly Json[] {
  return [
    ...timedFaults.map((fault): Json => {
      const { kind, at } = fault;
      if (kind === 'pause' && fault.forUs !== undefined)
        return { kind, node: fault.node, at: at / 1000, for: fault.forUs / 1000 };
      if (kind === 'restart') return { kind, node: fault.node, at: at / 1000, data: fault.data };
      return 'node' in fault ? { kind, node: fault.node, at: at / 1000 } : { kind };
    }),
    ...messageFaults.map((fault): Json => {
      const { kind, message } = fault;
      return 'byUs' in fault ? { kind, message, by: fault.byUs / 1000 } : { kind, message };
    }),
  ];
}
