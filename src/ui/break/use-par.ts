import { useEffect, useMemo, useState } from 'react';
import type { Edits } from '../../scenarios/edits.ts';
import type { ParameterValues, Scenario } from '../../scenarios/scenario.ts';
import { desk, useDesk } from '../prove/desk-of-page.ts';
import { withoutFaults } from '../prove/question.ts';
import { useApp } from '../state/app-context.ts';
import type { BreakAsk } from './ask.ts';
import { failedOf, isOpen, parLevels, parOf, UNSETTLED, type Par, type ParLevel } from './par.ts';

/** How long the scenario must stay as it is before a search begins: what is dragged changes with every frame. */
const SETTLED_MS = 300;

/** Searches for the par of the open scenario as it is set, as long as somebody looks. */
export function usePar(
  scenario: Scenario,
  configuration: string,
  ask: BreakAsk,
): {
  readonly par: Par;
  readonly levels: readonly ParLevel[];
  /** Asks again what broke down; null: nothing did, or it is still searched. */
  readonly tryAgain: (() => void) | null;
} {
  const edits = useApp((state) => state.edits);
  const values = useApp((state) => state.values);
  const now = useMemo(() => changedBy(values, edits), [values, edits]);
  const changed = useSettled(now);
  const levels = useMemo(
    () => parLevels(scenario, configuration, JSON.parse(changed) as Changed, ask),
    [scenario, configuration, changed, ask],
  );
  const at = useDesk();
  const par = parOf(levels, (key) => at.stateOf(key));
  const fewest = par.best?.count ?? Infinity;
  useEffect(() => {
    // Fewest faults first; what needs more faults than are known to suffice is not gone on with.
    const wanted = levels.filter(({ count }) => count < fewest).flatMap(({ questions }) => questions);
    desk.ask(wanted.filter(({ key }) => isOpen(desk.stateOf(key))));
    desk.cancel(keysOf(levels.filter(({ count }) => count >= fewest)));
  });
  useEffect(() => () => desk.cancel(keysOf(levels)), [levels]);
  // What is known is of the scenario as it was.
  if (now !== changed) return { par: UNSETTLED, levels, tryAgain: null };
  const failed = failedOf(
    levels.filter(({ count }) => count < fewest),
    (key) => at.stateOf(key),
  );
  const tryAgain = par.isPending || failed.length === 0 ? null : () => desk.ask(failed);
  return { par, levels, tryAgain };
}

interface Changed {
  readonly values: ParameterValues;
  readonly edits: Edits;
}

/** What a par depends on, as text: the faults that are placed are none of it. */
function changedBy(values: ParameterValues, edits: Edits): string {
  return JSON.stringify({ values, edits: withoutFaults(edits) } satisfies Changed);
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return undefined;
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled;
}

function keysOf(levels: readonly ParLevel[]): readonly string[] {
  return levels.flatMap(({ questions }) => questions.map(({ key }) => key));
}
