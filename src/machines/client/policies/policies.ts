import type { Attempt, Manner, TokenSource } from '../protocols/protocol.ts';
import type { BackOff } from './back-off.ts';

/**
 * The explicit choices of a lock library, whatever service it speaks to. They combine freely, except for
 * what a protocol does not offer. Durations are microseconds of the process's own time.
 */
export interface Policies {
  readonly attempt: AttemptPolicy;
  /** Null: a request waits for its answer for ever. */
  readonly request: RequestPolicy | null;
  readonly validity: ValidityPolicy;
  readonly renewal: RenewalPolicy;
  readonly belief: BeliefPolicy;
  /** `random`: a number drawn for each acquisition, not ordered. */
  readonly token: TokenSource | 'random';
  readonly release: ReleasePolicy;
  /** The request under which a key is acquired ends so long afterwards; null: nothing ever ends it. */
  readonly context: { readonly endsUs: number } | null;
  /**
   * Acquisitions marked re-entrant: counted for their owner, or (flaw) for anybody of the process, as where
   * every owner has the same id.
   */
  readonly reentrancy: 'off' | 'count' | 'anybody-in-process';
  /** An acquire of which nothing is known fails, or falls back to a lock inside the process. */
  readonly serviceDown: 'fail-closed' | 'degrade';
  /** Whether the workers of a process share one record of a key (flaw) or have each their own. */
  readonly records: 'by-key' | 'by-worker';
}

/** One attempt at a key. */
export interface AttemptPolicy {
  readonly how: Attempt;
  /** What an acquire of which nothing is known is: `give-back` fails and undoes what may have been granted. */
  readonly unknown: 'fail' | 'give-back' | 'retry' | 'taken-for-acquired';
  /** After an unknown result that is to be tried again, where the worker does not wait for the key. */
  readonly retryUs: number;
  /** How the wait between attempts grows; the worker's acquire policy says how long it is at first. */
  readonly backOff: BackOff;
}

/** How long a request may take, and how often it is sent again before its result is unknown. */
export interface RequestPolicy {
  readonly timeoutUs: number;
  readonly retries: number;
  /** From a request that failed to the next one. */
  readonly pauseUs: number;
  readonly backOff: BackOff;
}

/** How long a lease is good, as its holder reckons. */
export interface ValidityPolicy {
  /**
   * From when on its TTL counts: from before the request was sent (right), from the reply, or from before
   * the first of several attempts was sent.
   */
  readonly from: 'request' | 'reply' | 'first-attempt';
  /** A grant that is over as it is handled is not taken, but given back. */
  readonly checkedOnReturn: boolean;
}

/** How a holder extends its lease. */
export type RenewalPolicy = { readonly kind: 'none' } | WatchdogPolicy;

/** The background task that renews. */
export interface WatchdogPolicy {
  readonly kind: 'watchdog';
  /** Null: a third of the TTL, rounded down so that the third renewal is not late. */
  readonly intervalUs: number | null;
  /** `steady`: at each interval, whatever became of the last; `after-answer`: an interval after the last was answered. */
  readonly pace: 'steady' | 'after-answer';
  /** Tries on until it is refused, or until the lease is over by the holder's reckoning, or (flaw) until one renewal fails. */
  readonly until: 'refused' | 'deadline' | 'first-error';
  /** For each acquisition, or (flaw) only for those marked re-entrant. */
  readonly armed: 'always' | 'only-reentrant';
  /** Its own context, or (flaw) the request's: it stops when that ends. */
  readonly context: 'own' | 'request';
  readonly afterRelease: 'stops' | 'goes-on';
  readonly how: Manner;
  /** A renewal finds its lease gone: that is told, ignored (flaw), or the key is silently taken again (flaw). */
  readonly onMissing: 'tells-loss' | 'ignores' | 'takes-again';
}

/** How long a holder believes. */
export type BeliefPolicy =
  | { readonly kind: 'until-told' }
  /** Until the lease is over by its own reckoning, less a margin. */
  | { readonly kind: 'until-deadline'; readonly marginUs: number };

/** How a lock is given back. */
export interface ReleasePolicy {
  readonly how: Manner | 'never';
  readonly afterUnknown: 'gives-up' | 'retries';
  readonly retryUs: number;
  /**
   * When the record of the acquisition goes: with its reply, or (flaw) before it; or it stays, so that a
   * later release presents it again.
   */
  readonly forgets: 'never' | 'after-reply' | 'before-reply';
  /** Its own context, or (flaw) the request's: once that has ended, a release fails without asking anybody. */
  readonly context: 'own' | 'request';
}
