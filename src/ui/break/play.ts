import { ORDINARY } from '../../engine/schedule.ts';
import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import { withoutFaults } from '../prove/question.ts';
import { NO_VIEW } from '../state/inputs.ts';
import { edit, type AppStore } from '../state/store.ts';

/** How many faults a scenario has of its own in one configuration. */
export function ownFaults(scenario: Scenario, configuration: string): number {
  const body = resolveBody(scenario, configuration, {});
  return body.ok ? body.value.faults.length : 0;
}

/**
 * Opens the picture to break one configuration by hand: without the scenario's own faults, without what was placed
 * before, everything else as it is set. That is an edit, so that undo, branches and links are as ever.
 */
export function startBreaking(
  store: AppStore,
  scenario: Scenario,
  configuration: string,
  asked: string,
): void {
  const { edits, openings } = store.getState();
  const removed = Array.from({ length: ownFaults(scenario, configuration) }, (_, index) => index);
  store.setState({
    study: null,
    breaking: asked,
    openings: openings + 1,
    shown: [configuration],
    leading: null,
    cursor: null,
    view: null,
  });
  edit(store, { edits: { ...withoutFaults(edits), removed }, schedule: ORDINARY });
  store.setState({ cursor: null });
}

/** Ends it: the page where it began is shown again. What was placed stays, and undo takes it back. */
export function endBreaking(store: AppStore): void {
  // In one step, so that the history of the tab keeps what was tried.
  store.setState(({ breaking, openings }) => ({
    ...NO_VIEW,
    study: { page: 'break', asked: breaking ?? '' },
    breaking: null,
    playing: false,
    openings: openings + 1,
  }));
}
