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

/** All plays that are kept have no more steps than the longest run that is played. */
const MOST_STEPS = 10_000;

/**
 * Plays of late of one scenario, as it is edited: a value of a parameter that was met before, as by a hand that moves to
 * and fro, is shown without playing again.
 */
export class PlaysOfLate<Play> {
  private readonly stepsOf: (play: Play) => number;
  /** What was asked for longest ago comes first. */
  private readonly plays = new Map<string, Play>();
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
    const key = JSON.stringify([configuration, named]);
    const known = this.plays.get(key);
    if (known !== undefined) {
      this.plays.delete(key);
      this.plays.set(key, known);
      return known;
    }
    const made = play();
    this.plays.set(key, made);
    this.steps += this.stepsOf(made);
    for (const [oldest, old] of this.plays) {
      if (this.steps <= MOST_STEPS) break;
      this.plays.delete(oldest);
      this.steps -= this.stepsOf(old);
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
