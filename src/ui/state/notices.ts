/** A message to the reader that stays until it is closed: what could not be done, and what was done instead. */
export interface Notice {
  readonly text: string;
  /** A trace that is too long for a link is offered as a file. */
  readonly offersFile?: true;
}
