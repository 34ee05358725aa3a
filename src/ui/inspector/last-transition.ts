import { stepOfEntry, type History, type HistoryStep } from '../../engine/play.ts';
import { currentStates, type Chart } from '../../machines/chart.ts';

/** A time that a region of a component went from one state to another. */
export interface LastTransition {
  readonly from: string;
  readonly to: string;
  /** Name of the event; null where another component's step moved it. */
  readonly event: string | null;
  /** Index of the step in the history. */
  readonly step: number;
}

/** All changes of state of one component, by region id, in order. */
type Changes = ReadonlyMap<string, readonly LastTransition[]>;

const known = new WeakMap<History, Map<string, Changes>>();

/** For each region of a component, by region id, its last change of state up to the step of the entry `seq`. */
export function lastTransitions(
  history: History,
  seq: number,
  component: string,
  chart: Chart,
): ReadonlyMap<string, LastTransition> {
  const step = stepOfEntry(history, seq);
  const found = new Map<string, LastTransition>();
  for (const [region, changes] of changesOf(history, component, chart)) {
    const last = lastUpTo(changes, step);
    if (last !== undefined) found.set(region, last);
  }
  return found;
}

function lastUpTo(changes: readonly LastTransition[], step: number): LastTransition | undefined {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.step ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1];
}

/** Read once for a history, so that a step costs no walk through the run. */
function changesOf(history: History, component: string, chart: Chart): Changes {
  const byComponent = known.get(history) ?? new Map<string, Changes>();
  known.set(history, byComponent);
  const before = byComponent.get(component);
  if (before !== undefined) return before;
  const changes = readChanges(history, component, chart);
  byComponent.set(component, changes);
  return changes;
}

function readChanges({ steps }: History, component: string, chart: Chart): Changes {
  const found = new Map<string, LastTransition[]>();
  let before = steps[0];
  for (const [step, after] of steps.entries()) {
    const stateBefore = before?.world.cells[component]?.state;
    const stateAfter = after.world.cells[component]?.state;
    // A component's state is the same object until an event changes it.
    if (
      before !== undefined &&
      stateBefore !== undefined &&
      stateAfter !== undefined &&
      stateAfter !== stateBefore
    ) {
      const now = currentStates(chart, stateAfter.value);
      for (const [region, from] of currentStates(chart, stateBefore.value)) {
        const to = now.get(region);
        if (to === undefined || to === from) continue;
        const changes = found.get(region) ?? [];
        found.set(region, changes);
        changes.push({ from, to, event: eventOf(after, before, component), step });
      }
    }
    before = after;
  }
  return found;
}

function eventOf(after: HistoryStep, before: HistoryStep, component: string): string | null {
  const { choice } = after;
  if (choice === null || choice.node !== component) return null;
  const item = before.world.cells[component]?.pending.find(
    ({ id, kind }) => id === choice.id && kind === choice.kind,
  );
  if (item !== undefined) return item.event.type;
  return choice.kind === 'event' ? null : choice.kind;
}
