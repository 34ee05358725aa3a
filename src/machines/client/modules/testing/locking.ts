import type { Component } from '../../../../engine/component.ts';
import { NO_FAULTS, type MessageFault, type TimedFault } from '../../../../engine/faults.ts';
import type { Model } from '../../../../engine/model.ts';
import { play } from '../../../../engine/play.ts';
import { ORDINARY } from '../../../../engine/schedule.ts';
import { fromMs, ZERO, type Micros } from '../../../../engine/time.ts';
import type { Entry } from '../../../../engine/trace.ts';
import { clientProcess } from '../../process.ts';
import { PLAIN_POLICIES, type AcquirePolicy, type Instruction, type WorkerPolicies } from '../../script.ts';
import { RARE_PARTS } from '../../worker/rare-parts.ts';
import type { LockModule } from '../lock-module.ts';

/** One worker of a test: what it does, from when on, and how it acquires. */
export interface Worker {
  readonly script: readonly Instruction[];
  readonly startMs?: number;
  readonly acquire?: AcquirePolicy;
  readonly policies?: Partial<WorkerPolicies>;
  /** See `WorkerOptions`. */
  readonly finallyAt?: number;
}

/** A process over a lock module; `workers` by id. One worker that has the process's id is the process. */
export function processOf(
  id: string,
  module: LockModule,
  workers: { readonly [id: string]: Worker },
): Component {
  const options = {
    id,
    module,
    workers: Object.entries(workers).map(([worker, { startMs = 0, acquire, policies, ...rest }]) => ({
      id: worker,
      startUs: fromMs(startMs),
      policies: { ...PLAIN_POLICIES, ...(acquire === undefined ? {} : { acquire }), ...policies },
      ...rest,
    })),
  };
  return clientProcess(options, RARE_PARTS);
}

/** An acquire of the key `lock`, with its TTL in milliseconds. */
export function acquire(ttlMs: number, reentrant = false): Instruction {
  return { op: 'acquire', key: 'lock', ttlUs: fromMs(ttlMs), reentrant };
}

/** A release of the key `lock`. */
export const RELEASE: Instruction = { op: 'release', key: 'lock' };

/** Time that passes under the key, in milliseconds. */
export function work(forMs: number, unit: string | null = null): Instruction {
  return { op: 'work', forUs: fromMs(forMs), unit };
}

/** Waits for the key, all times in milliseconds; for ever where no time-out is given. */
export function blocking(
  retryMs: number,
  timeoutMs: number | null,
  onTimeout: 'error' | 'taken-for-success' = 'error',
): AcquirePolicy {
  const timeoutUs = timeoutMs === null ? null : fromMs(timeoutMs);
  return { kind: 'block', retryUs: fromMs(retryMs), timeoutUs, onTimeout };
}

/** What strikes in a test. */
export interface Faults {
  readonly timed?: readonly TimedFault[];
  readonly message?: readonly MessageFault[];
}

/** Components over links that take a millisecond, for a minute. */
export function modelOf(components: readonly Component[], faults: Faults = {}): Model {
  return {
    components,
    seed: 1,
    latency: () => ({ baseUs: fromMs(1), jitterUs: ZERO }),
    timedFaults: faults.timed ?? [],
    messageFaults: faults.message ?? [],
    budget: NO_FAULTS,
    horizon: fromMs(60_000),
  };
}

/** What happens when such components are left to themselves. */
export function entriesOf(components: readonly Component[], faults: Faults = {}): readonly Entry[] {
  return play(modelOf(components, faults), ORDINARY).entries;
}

/** The entries of these kinds as lines: milliseconds, lane, kind, then what tells one from another. */
export function told(entries: readonly Entry[], ...kinds: readonly string[]): readonly string[] {
  return entries
    .filter(({ ev }) => kinds.includes(ev))
    .map((entry) => {
      const { t, actor, ev, client, held, token, by, reason, phase, unit } = entry;
      const whose = client === actor ? undefined : client;
      const rest = [whose, held, token, by === undefined ? by : `by ${by}`, reason, phase, unit];
      return [t / 1000, actor, ev, ...rest.filter((part) => part !== undefined)].join(' ');
    });
}

/** The types of the messages that a component sent, with their milliseconds. */
export function sent(entries: readonly Entry[], to: string): readonly string[] {
  return entries
    .filter((entry) => entry.ev === 'send' && entry.to === to)
    .map(({ t, body }) => `${String(t / 1000)} ${(body as { readonly type: string }).type}`);
}

/** An instant in milliseconds, for faults. */
export function at(ms: number): Micros {
  return fromMs(ms);
}
