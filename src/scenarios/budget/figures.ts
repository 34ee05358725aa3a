/** How a lease is renewed while its holder works. */
export type Renewing =
  /** Not at all: the work must be done within one TTL. */
  | 'none'
  /** At each interval, whatever became of the renewal before. */
  | 'steady'
  /** An interval after the renewal before was answered or given up. */
  | 'after-answer';

/** When a holder that hears nothing stops believing. */
export type Believing = 'until-told' | 'until-deadline';

/** Times and counts of one client against its TTL. Times are milliseconds; on the client's own clock where it counts them. */
export interface Figures {
  readonly renewing: Renewing;
  readonly believing: Believing;
  /** From when on a holder that reckons counts its TTL: before the request was sent, or from its answer. */
  readonly countsFrom: 'request' | 'reply';
  /** A renewal that is refused ends the holder's belief. */
  readonly isTold: boolean;
  /** After one renewal that failed there are no more. */
  readonly stopsAtFirstError: boolean;
  readonly ttl: number;
  /** From one renewal to the next. */
  readonly interval: number;
  /** How many renewals in a row fail altogether before one that does not. */
  readonly failed: number;
  /** How long a request waits for its answer; null: for ever. */
  readonly timeout: number | null;
  /** How often a request that was not answered in time is sent again. */
  readonly retries: number;
  /** The wait before it is sent again the first time. */
  readonly backoff: number;
  /** By how much each such wait is longer than the one before; 1: all are alike. */
  readonly factor: number;
  /** The longest such wait. */
  readonly cap: number;
  /** The longest way of a message between client and service. */
  readonly way: number;
  /** From the grant to the last write, where nothing renews, in true time. */
  readonly work: number;
  /** What of that is sleep, which the client's clock measures. */
  readonly slept: number;
  /** The longest way of a write to its store. */
  readonly write: number;
  /** By which part the client's clock may be slower than the one that judges the lease: 0.01 is one in a hundred. */
  readonly drift: number;
  /** The longest stop of the process that is to be survived, once within a TTL. */
  readonly stop: number;
  /** So long before the lease is over by its own reckoning a holder stops believing. */
  readonly margin: number;
  /** What the service's own rule takes off a TTL before a holder may rely on it. */
  readonly allowance: number;
  /** So long after it should, a holder acts on the news that it lost its key. */
  readonly late: number;
}

/** The figures that are numbers. */
export type FigureName = {
  [Name in keyof Figures]: Figures[Name] extends number | null ? Name : never;
}[keyof Figures];
