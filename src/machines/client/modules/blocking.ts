import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { callTimer, cancelCallTimer, ends, goesOn, type Caller, type Turn } from './lock-module.ts';

/**
 * Waiting for a key by asking again: at each retry interval, and a last time at the very end of the
 * time-out. Shared by the modules whose service has no queue.
 */
export interface Blocking {
  /** The time-out has come; the attempt under way is the last. */
  readonly isPast: boolean;
  readonly step: 'asking' | 'waiting' | 'giving-up';
}

/** The progress of a call that asks for the first time, with what goes out for it. */
export function startBlocking(caller: Caller): {
  readonly progress: Json;
  readonly effects: readonly Effect[];
} {
  const { mode, timeoutUs } = caller.call;
  const hasTimeout = mode === 'block' && timeoutUs !== null;
  const progress: Blocking = { isPast: hasTimeout && timeoutUs <= 0, step: 'asking' };
  return {
    progress: progress as unknown as Json,
    effects: hasTimeout && timeoutUs > 0 ? [callTimer(caller, 'timeout', timeoutUs)] : [],
  };
}

/** What a call that is over leaves no longer pending, however it ended. */
export function stopBlocking(caller: Caller): readonly Effect[] {
  const { mode, timeoutUs } = caller.call;
  if (mode === 'once' || timeoutUs === null) return [];
  return [cancelCallTimer(caller, 'timeout'), cancelCallTimer(caller, 'retry')];
}

/** Past the time-out a call waits so long before it gives up, as a loop that sleeps before it looks at the time. */
const LAST_WAIT_US = 1000;

/** The attempt was refused: wait for the next, or give up. */
export function blocked<Memory extends object>(
  memory: Memory,
  caller: Caller,
  progress: unknown,
): Turn<Memory> {
  const { mode, retryUs } = caller.call;
  if (mode === 'once') return ends(memory, { kind: 'refused', reason: 'held' });
  const { isPast } = progress as Blocking;
  const next: Blocking = { isPast, step: isPast ? 'giving-up' : 'waiting' };
  return goesOn(
    memory,
    next as unknown as Json,
    [callTimer(caller, 'retry', isPast ? LAST_WAIT_US : retryUs)],
    'waiting',
  );
}

/**
 * A timer of the call has come: ask again, for the last time, or give up. No effect and no outcome: it was the
 * time-out, and the request that is under way is the last.
 */
export function retried<Memory extends object>(
  memory: Memory,
  caller: Caller,
  progress: unknown,
  event: MachineEvent,
  request: (caller: Caller) => Effect,
): Turn<Memory> {
  const at = progress as Blocking;
  const isTimeout = event['name'] === 'timeout';
  if (isTimeout && at.step === 'asking') return goesOn(memory, { ...at, isPast: true }, []);
  if (at.step === 'giving-up') {
    return caller.call.onTimeout === 'taken-for-success'
      ? ends(memory, { kind: 'granted', token: null })
      : ends(memory, { kind: 'refused', reason: 'timeout' });
  }
  const next: Blocking = { isPast: isTimeout, step: 'asking' };
  const effects = isTimeout ? [cancelCallTimer(caller, 'retry'), request(caller)] : [request(caller)];
  return goesOn(memory, next as unknown as Json, effects);
}
