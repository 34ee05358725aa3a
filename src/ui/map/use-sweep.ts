import { useEffect, useMemo } from 'react';
import type { Result } from '../../engine/result.ts';
import { prepareSweep } from '../../explore/map/sweep.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { useApp } from '../state/app-context.ts';
import { desk, useDesk } from './desk-of-page.ts';
import type { MapState } from './map-desk.ts';
import { subjectOf, type MapQuestion, type Subject } from './subject.ts';

/** With no more runs than these a map is drawn without being asked for. */
const AT_ONCE = 100_000;
/** The same where runs are slow. */
const SLOW_AT_ONCE = 2000;
/** Changes that follow each other at once are waited for. */
const PATIENCE_MS = 300;

/** What the pages ask about: a configuration of the open scenario as it is now. */
export function useSubject(scenario: Scenario, configuration: string): Result<Subject> {
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  return useMemo(
    () => subjectOf(scenario, configuration, values, edits),
    [scenario, configuration, values, edits],
  );
}

/**
 * What is known of a question. When it begins by itself: with few runs, always, or not yet. What nobody looks at any more is not
 * gone on with.
 */
export function useSweep(
  question: MapQuestion | null,
  cells: number,
  begins: 'small' | 'always' | 'not-yet' = 'small',
): MapState | null {
  const key = question?.key ?? '';
  const state = useDesk().stateOf(key);
  const isSmall = question !== null && cells * question.job.runs <= AT_ONCE;
  const mayBegin = question !== null && (begins === 'always' || (begins === 'small' && isSmall));
  useEffect(() => {
    if (question === null || !mayBegin) return undefined;
    const timer = setTimeout(() => {
      if (begins === 'always' || cells * question.job.runs <= SLOW_AT_ONCE || isFast(question))
        desk.begin(question);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the question
  }, [key, mayBegin, begins]);
  useEffect(() => () => desk.leave(key), [key]);
  return state;
}

/** Whether runs are fast; where it has problems, that is told at once. */
function isFast({ isSlow, job }: MapQuestion): boolean {
  if (isSlow) return false;
  const sweep = prepareSweep(job);
  return !sweep.ok || sweep.value.isFast();
}
