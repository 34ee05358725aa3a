import type { ReportedCounterexample } from '../../explore/job.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { openEdited, type AppStore } from '../state/store.ts';
import { openedCounterexample } from './opened-counterexample.ts';
import type { Question } from './question.ts';

/**
 * Opens a counterexample in the timeline, at its finding. It is an edit of what is open: the link holds it, and undo
 * takes it back. The way back to this view is a step of the tab's history.
 */
export function openFound(
  store: AppStore,
  scenario: Scenario,
  { configuration, job }: Question,
  found: ReportedCounterexample,
): void {
  if (job.kind !== 'scenario') return;
  const { edited, by } = openedCounterexample(scenario, job, found);
  const shown = shownConfigurations(store.getState());
  // A schedule is of one configuration: in another its steps are other steps.
  // Faults are taken away by their place: in a configuration that has others, other faults would go.
  const faults = shown.map((id) => {
    const body = resolveBody(scenario, id, job.values, job.edits ?? NO_EDITS);
    return body.ok ? body.value.faults.length : -1;
  });
  const isBeside = by === 'faults' && shown.includes(configuration) && new Set(faults).size === 1;
  openEdited(store, configuration, isBeside, edited);
}
