import type { Schedule } from '../../engine/schedule.ts';
import type { Edits } from '../edits.ts';
import { playConfiguration } from '../play-scenario.ts';
import type { ParameterValues, Scenario } from '../scenario.ts';
import type { OutcomeAt } from './strip.ts';

/** Everything that is held while one parameter moves. */
export interface HeldStill {
  readonly values: ParameterValues;
  readonly schedule: Schedule;
  readonly edits: Edits;
}

/** What a configuration comes to with a value of one parameter, all others as they are. */
export function outcomeWith(
  scenario: Scenario,
  configuration: string,
  parameter: string,
  { values, schedule, edits }: HeldStill,
): OutcomeAt {
  return (value) => {
    const played = playConfiguration(
      scenario,
      configuration,
      { ...values, [parameter]: value },
      schedule,
      edits,
    );
    if (!played.ok || played.value.history.end !== 'over') return 'none';
    return played.value.run.verdict.outcome;
  };
}
