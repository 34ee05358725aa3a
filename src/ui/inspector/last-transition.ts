import type { HistoryStep } from '../../engine/play.ts';
import { stepOfEntry, type History } from '../../engine/play.ts';
import { currentStates, type Chart } from '../../machines/chart.ts';

/** The last time that a region of a component went from one state to another. */
export interface LastTransition {
  readonly from: string;
  readonly to: string;
  /** Name of the event; null where another component's step moved it. */
  readonly event: string | null;
  /** Index of the step in the history. */
  readonly step: number;
}

/**
 * For each region of a component, by region id, its last change of state up to the step of the entry
 * `seq`. Goes back through the history and stops when every region has been found.
 */
export function lastTransitions(
  history: History,
  seq: number,
  component: string,
  chart: Chart,
): ReadonlyMap<string, LastTransition> {
  const found = new Map<string, LastTransition>();
  for (let index = stepOfEntry(history, seq); index > 0; index -= 1) {
    const after = history.steps[index];
    const before = history.steps[index - 1];
    const stateAfter = after?.world.cells[component]?.state;
    const stateBefore = before?.world.cells[component]?.state;
    // A component's state is the same object until an event changes it.
    if (stateAfter === stateBefore) continue;
    if (after === undefined || before === undefined || !stateAfter || !stateBefore) continue;
    if (stateAfter.value === stateBefore.value) continue;
    const now = currentStates(chart, stateAfter.value);
    for (const [region, from] of currentStates(chart, stateBefore.value)) {
      const to = now.get(region);
      if (to === undefined || to === from || found.has(region)) continue;
      found.set(region, { from, to, event: eventOf(after, before, component), step: index });
    }
    if (found.size === chart.regions.length) return found;
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
