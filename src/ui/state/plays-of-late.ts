import type { Schedule } from '../../engine/schedule.ts';
import type { Edits } from '../../scenarios/edits.ts';
import type { ParameterValues, Scenario } from '../../scenarios/scenario.ts';

/** What a play is asked for. Values are told apart by what they say, all else by identity. */
export interface PlayQuestion {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly values: ParameterValues;
  readonly schedule: Schedule;
  readonly edits: Edits;
}

/** More steps than the longest run that is played has are kept of the present values alone. */
const MOST_STEPS = 10_000;

/**
 * Plays of late of one scenario, as it is edited: a value of a parameter that was met before, as by a hand that moves to
 * and fro, is shown without playing again.
 */
export class PlaysOfLate<Play> {
  private readonly stepsOf: (play: Play) => number;
  /** By values, then by configuration; values that were asked for longest ago come first. */
  private readonly plays = new Map<string, Map<string, Play>>();
  private steps = 0;
  private scenario: Scenario | null = null;
  private schedule: Schedule | null = null;
  private edits: Edits | null = null;

  constructor(stepsOf: (play: Play) => number) {
    this.stepsOf = stepsOf;
  }

  /** The play of a question: the same object as before where it is kept, else made by `play`. */
  get(question: PlayQuestion, play: () => Play): Play {
    const { scenario, configuration, values, schedule, edits } = question;
    if (this.scenario !== scenario || this.schedule !== schedule || this.edits !== edits)
      this.begin(question);
    const named = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify(named);
    const present = this.plays.get(key) ?? new Map<string, Play>();
    this.plays.delete(key);
    this.plays.set(key, present);
    const known = present.get(configuration);
    if (known !== undefined) return known;
    const made = play();
    present.set(configuration, made);
    this.steps += this.stepsOf(made);
    for (const [oldest, plays] of this.plays) {
      if (this.steps <= MOST_STEPS || plays === present) break;
      this.plays.delete(oldest);
      for (const old of plays.values()) this.steps -= this.stepsOf(old);
    }
    return made;
  }

  private begin({ scenario, schedule, edits }: PlayQuestion): void {
    this.scenario = scenario;
    this.schedule = schedule;
    this.edits = edits;
    this.plays.clear();
    this.steps = 0;
  }
}
