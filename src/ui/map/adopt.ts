import { bad, type Result } from '../../engine/result.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import type { MapSpec } from '../../scenarios/map/map-spec.ts';
import { checkValues, type Scenario } from '../../scenarios/scenario.ts';
import { sweepText } from '../../text/sweep.ts';
import { edit, setLeading, type AppStore } from '../state/store.ts';
import { subjectOf, type Subject } from './subject.ts';

/**
 * What a file of a map is of, in the open scenario. Problems are those of another scenario, of a configuration that it does not have, and
 * of values and edits that it does not take: what the file asks would then be asked of something else.
 */
export function subjectOfFile(
  scenario: Scenario,
  file: Pick<MapSpec, 'scenario' | 'configuration' | 'values' | 'edits'>,
): Result<Subject> {
  const { scenario: id, configuration, values, edits } = file;
  if (id !== undefined && id !== scenario.id)
    return bad({ where: 'scenario', what: sweepText.otherScenario(id) });
  const problems = checkValues(scenario, values);
  if (problems.length > 0) return bad(...problems);
  return subjectOf(scenario, configuration, values, edits ?? NO_EDITS);
}

/** Opens what a file of a map is of: its values and edits, in one edit, and its configuration. */
export function adopt(store: AppStore, { configuration, values, edits }: Subject): void {
  edit(store, { values, edits });
  store.setState({ shown: [configuration], leading: null });
  setLeading(store, configuration);
}
