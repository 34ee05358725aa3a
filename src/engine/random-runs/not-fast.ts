/** What a model or a fault does that random runs do not know: such runs are to be played in the ordinary way. */
export class NotFast extends Error {
  constructor(what: string) {
    super(`random runs know no ${what}`);
  }
}
