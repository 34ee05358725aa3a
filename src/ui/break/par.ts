import type { PropertyResult } from '../../engine/explore/properties.ts';
import type { FaultBudget } from '../../engine/faults.ts';
import type { Problem } from '../../engine/result.ts';
import type { ReportedCounterexample } from '../../explore/job.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { USUAL } from '../prove/ask.ts';
import type { ProofState } from '../prove/proof-desk.ts';
import { cellQuestion, type Question } from '../prove/question.ts';
import type { BreakAsk } from './ask.ts';

/** Kinds of fault among which a par is searched for. */
const KINDS = ['pause', 'late', 'lose', 'crash'] as const;

/** One number of faults: a question for each way to share it among the kinds. */
export interface ParLevel {
  readonly count: number;
  readonly questions: readonly Question[];
}

/** A schedule that breaks it, with as few faults as any that is known. */
export interface FewestFound {
  readonly count: number;
  readonly question: Question;
  readonly found: ReportedCounterexample;
}

/** How far the search for the least number of faults is, and what it came to. */
export interface Par {
  readonly best: FewestFound | null;
  /** So many numbers of faults, from 0 on, of which every schedule was looked into and none breaks it. */
  readonly excluded: number;
  /** Something that could still lower the par, or find one, is to be looked into. */
  readonly isPending: boolean;
  /** Questions answered so far, and all that may be needed. */
  readonly done: number;
  readonly all: number;
  /** Distinct situations that were found in all searches. */
  readonly states: number;
  /** Why it cannot be explored at all. */
  readonly problems: readonly Problem[];
  /** What a worker that broke down said; null: none did. */
  readonly failed: string | null;
  /** How each property fared in all searches that found nothing to break. */
  readonly properties: readonly PropertyResult[];
}

/** The questions whose answers make a par, fewest faults first. */
export function parLevels(
  scenario: Scenario,
  configuration: string,
  changed: Parameters<typeof cellQuestion>[2],
  { goal, most }: BreakAsk,
): readonly ParLevel[] {
  const asked = { ...USUAL, goal };
  return Array.from({ length: most + 1 }, (_, count) => ({
    count,
    questions: budgetsOf(count).map((budget) =>
      cellQuestion(scenario, configuration, changed, asked, budget),
    ),
  }));
}

/** Every way to share so many faults among the kinds. */
export function budgetsOf(count: number): readonly FaultBudget[] {
  const share = (left: number, [kind, ...others]: readonly string[]): readonly object[] => {
    if (kind === undefined) return left === 0 ? [{}] : [];
    return Array.from({ length: left + 1 }, (_, index) => left - index).flatMap((some) =>
      share(left - some, others).map((rest) => ({ [kind]: some, ...rest })),
    );
  };
  return share(count, KINDS).map((budget) => ({ pause: 0, late: 0, lose: 0, crash: 0, ...budget }));
}

/** What is known of the par from what is known of its questions. Says no more than the searches showed. */
export function parOf(levels: readonly ParLevel[], stateOf: (key: string) => ProofState | null): Par {
  let best: FewestFound | null = null;
  let excluded = 0;
  let isPending = false;
  let [done, all, states] = [0, 0, 0];
  const problems: Problem[] = [];
  let failed: string | null = null;
  const fared: (readonly PropertyResult[])[] = [];
  for (const { count, questions } of levels) {
    if (best !== null) break;
    let isExcluded = true;
    let isLevelPending = false;
    all += questions.length;
    for (const question of questions) {
      const state = stateOf(question.key);
      const end = state?.end ?? null;
      states += end?.type === 'done' ? end.report.states : (state?.progress?.progress.states ?? 0);
      if (end?.type === 'done' && end.report.counterexample !== null) {
        best ??= { count, question, found: end.report.counterexample };
      } else if (end?.type === 'done' && end.report.cutBy !== 'cancelled') {
        isExcluded &&= end.report.complete;
        fared.push(end.report.properties);
      } else {
        isExcluded = false;
        if (end?.type === 'failed') failed ??= end.message;
        else if (end?.type === 'problem') problems.push(...end.problems);
        else isLevelPending = true;
      }
      if (!isOpen(state)) done += 1;
    }
    if (best === null) isPending ||= isLevelPending;
    if (isExcluded && best === null && excluded === count) excluded += 1;
  }
  return {
    best,
    excluded,
    isPending,
    done,
    all,
    states,
    problems: problems.slice(0, 1),
    failed,
    properties: merged(fared),
  };
}

/** Questions whose worker broke down, which can be asked again. */
export function failedOf(
  levels: readonly ParLevel[],
  stateOf: (key: string) => ProofState | null,
): readonly Question[] {
  return levels
    .flatMap(({ questions }) => questions)
    .filter(({ key }) => stateOf(key)?.end?.type === 'failed');
}

/** What is known while it is not settled yet of what the par is asked. */
export const UNSETTLED: Par = {
  best: null,
  excluded: 0,
  isPending: true,
  done: 0,
  all: 0,
  states: 0,
  problems: [],
  failed: null,
  properties: [],
};

/** Not asked yet, on its way, or stopped before it was answered. */
export function isOpen(state: ProofState | null): boolean {
  if (state === null || state.phase !== 'ended') return true;
  const { end } = state;
  return end === null || end.type === 'unheard' || (end.type === 'done' && end.report.cutBy === 'cancelled');
}

/** What all searches say together: what must never happen holds if it held in each, what should be seen if it was in any. */
function merged(all: readonly (readonly PropertyResult[])[]): readonly PropertyResult[] {
  return (all[0] ?? []).map(({ name, kind }) => {
    const statuses = all.flatMap((one) =>
      one.filter((result) => result.name === name).map(({ status }) => status),
    );
    const status =
      kind === 'sometimes'
        ? (['holds', 'open', 'never-reached'] as const).find((one) => statuses.includes(one))
        : (['fails', 'open', 'holds'] as const).find((one) => statuses.includes(one));
    return { name, kind, status: status ?? 'open' };
  });
}
