/** One choice that is not the ordinary one: which step of the run (from 1) and the choice's stable name. */
export interface Pick {
  readonly step: number;
  readonly choice: string;
}

/** Every choice that differs from the ordinary one. The empty schedule takes the earliest at each step. */
export interface Schedule {
  readonly picks: readonly Pick[];
}

/** Takes the ordinary choice at every step. */
export const ORDINARY: Schedule = { picks: [] };
