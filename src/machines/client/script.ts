/**
 * The work script of a client: what it does, one instruction after the other. Durations are microseconds
 * of the client's own time. A script is fixed for a run; the machine's context holds only its place in it.
 */
export type Instruction =
  /** Asks for the key by the acquire policy and goes on when it is granted. */
  | { readonly op: 'acquire'; readonly key: string; readonly ttlUs: number }
  /** Computes: a pause stops it half-way. */
  | { readonly op: 'work'; readonly forUs: number; readonly unit: string | null }
  /** Waits for time to pass: a pause does not stop it. */
  | { readonly op: 'sleep'; readonly forUs: number }
  /** Reads a record; later writes to it are computed from what was read. */
  | { readonly op: 'read'; readonly store: string; readonly key: string; readonly record: string }
  | {
      readonly op: 'write';
      readonly store: string;
      readonly key: string;
      readonly record: string;
      readonly value: string;
      /** What the client presents: the token of its grant, none, or a number of its own invention. */
      readonly token: 'granted' | 'none' | number;
      /** Whether it waits for the answer before it goes on. */
      readonly awaits: boolean;
    }
  /** Asks once for more time; goes on whatever the answer. */
  | { readonly op: 'renew'; readonly key: string; readonly ttlUs: number }
  /** Ends its lease and its belief; goes on when answered. */
  | { readonly op: 'release'; readonly key: string };

/** What the client does when a blocking acquire is refused. */
export type AcquirePolicy = { readonly kind: 'once' } | { readonly kind: 'block'; readonly retryUs: number };

/** Whether and how the client extends its lease while it holds. */
export type RenewalPolicy =
  | { readonly kind: 'none' }
  | { readonly kind: 'watchdog'; readonly intervalUs: number };

/** The explicit choices of one client. */
export interface ClientPolicies {
  readonly acquire: AcquirePolicy;
  readonly renewal: RenewalPolicy;
}
