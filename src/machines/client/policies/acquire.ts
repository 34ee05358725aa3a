import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { randomFor } from '../../../engine/random.ts';
import type { Json } from '../../../engine/trace.ts';
import {
  callTimer,
  cancelCallTimer,
  ends,
  type Caller,
  type Outcome,
  type Turn,
} from '../modules/lock-module.ts';
import type { Result } from '../protocols/protocol.ts';
import { oneMore, waitUs } from './back-off.ts';
import type { Contexts } from './context.ts';
import { recordOf, type Library } from './library.ts';
import { slotOf, withRecord, type LockRecord, type Memory } from './memory.ts';
import { after, BEGUN, frameOf, proceed, staysAt, type Progress } from './progress.ts';
import { isOver } from './validity.ts';
import type { Watchdog } from './watchdog.ts';

/** Calls that ask for a key. */
export interface Acquiring {
  begin(memory: Memory, caller: Caller): Turn<Memory>;
  go(memory: Memory, caller: Caller, progress: Progress, event: MachineEvent): Turn<Memory>;
}

/** Past the time-out a call waits so long before it gives up, as a loop that sleeps before it looks at the time. */
const LAST_WAIT_US = 1000;

const HELD: Outcome = { kind: 'refused', reason: 'held' };

/** How a library acquires: one attempt or several, what of their results is believed, and what is remembered. */
export function acquiringOf(library: Library, watchdog: Watchdog, contexts: Contexts): Acquiring {
  const { policies, protocol, speech, validity, seed } = library;

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker, number } = caller;
    const nested = reentered(library, memory, caller);
    if (nested !== null) return nested;
    if (call.ended) return ends(memory, { kind: 'failed', reason: 'canceled' });
    const { timeoutUs } = call;
    const hasTimeout = call.mode !== 'once' && timeoutUs !== null;
    const progress: Progress = {
      ...BEGUN,
      proof: call.proof ?? `${worker}.${String(number)}`,
      isPast: hasTimeout && timeoutUs <= 0,
    };
    const timer = hasTimeout && timeoutUs > 0 ? [callTimer(caller, 'timeout', timeoutUs)] : [];
    return after(timer, attempt(memory, caller, progress));
  };

  /** Asks for the key, the first time or again. */
  const attempt = (memory: Memory, caller: Caller, progress: Progress): Turn<Memory> => {
    const frame = frameOf(caller);
    const { effects, id, memory: reckoned } = validity.asked(memory, frame, progress.clock);
    const mode = caller.call.mode === 'queue' ? 'queue' : 'once';
    const opening = { op: 'acquire', proof: progress.proof, claim: null, mode } as const;
    const said = speech.begin(frame, opening, progress.round, reckoned.local);
    const next: Progress = { ...progress, stage: 'acquire', clock: id, claim: null, token: null };
    return after(effects, went(reckoned, caller, next, said));
  };

  const went = (
    memory: Memory,
    caller: Caller,
    progress: Progress,
    said: Parameters<typeof proceed>[2],
  ): Turn<Memory> => {
    const turn = proceed(memory, progress, said, (kept, next, result) => read(kept, caller, next, result));
    // The time-out came before the place in the queue was known: it is given up at once.
    if (progress.isPast && said.talk?.waits === true && progress.stage === 'acquire') {
      const next: Progress = { ...progress, talk: said.talk, round: said.round };
      return after(said.effects, withdraw({ ...memory, local: said.local }, caller, next));
    }
    return turn;
  };

  const read = (memory: Memory, caller: Caller, progress: Progress, result: Result): Turn<Memory> => {
    if (progress.stage === 'give-back') return givenBack(memory, caller, progress);
    if (progress.stage === 'count') return counted(memory, caller, progress, result);
    switch (result.kind) {
      case 'granted': {
        const { claim } = result;
        const granted: Progress = { ...progress, claim, token: tokenOf(result.token, progress.proof) };
        return policies.token === 'counter' ? count(memory, caller, granted) : take(memory, caller, granted);
      }
      case 'unknown':
        return unknown(memory, caller, progress, result.reason, result.claim);
      case 'failed':
        return fail(memory, progress, { kind: 'failed', reason: result.reason });
      default:
        return pause(memory, caller, progress, HELD);
    }
  };

  const unknown = (
    memory: Memory,
    caller: Caller,
    progress: Progress,
    reason: string,
    claim: Json,
  ): Turn<Memory> => {
    switch (policies.attempt.unknown) {
      case 'taken-for-acquired':
        return accept(memory, caller, { ...progress, claim, token: null });
      case 'retry':
        return pause(memory, caller, progress, null);
      case 'give-back':
        return giveBack(memory, caller, { ...progress, claim }, { kind: 'failed', reason });
      case 'fail':
        return down(memory, caller, progress, reason);
    }
  };

  /** Draws the token from its counter, apart from the lock. */
  const count = (memory: Memory, caller: Caller, progress: Progress): Turn<Memory> => {
    const opening = { op: 'count', proof: progress.proof, claim: progress.claim, mode: 'once' } as const;
    const said = speech.begin(frameOf(caller), opening, progress.round, memory.local);
    return went(memory, caller, { ...progress, stage: 'count' }, said);
  };
  const counted = (memory: Memory, caller: Caller, progress: Progress, result: Result): Turn<Memory> => {
    if (result.kind === 'number') return take(memory, caller, { ...progress, token: result.value });
    const reason = result.kind === 'failed' || result.kind === 'unknown' ? result.reason : result.kind;
    return giveBack(memory, caller, progress, { kind: 'failed', reason });
  };

  /** The grant is the caller's, unless it is over as it is handled and that is looked at. */
  const take = (memory: Memory, caller: Caller, progress: Progress): Turn<Memory> =>
    policies.validity.checkedOnReturn && isOver(memory, progress.clock)
      ? giveBack(memory, caller, progress, null)
      : accept(memory, caller, progress);

  const giveBack = (
    memory: Memory,
    caller: Caller,
    progress: Progress,
    afterwards: Progress['afterwards'],
  ): Turn<Memory> => {
    const { proof, claim, round } = progress;
    const opening = { op: 'give-back', proof, claim, mode: 'once' } as const;
    const said = speech.begin(frameOf(caller), opening, round, memory.local);
    return went(memory, caller, { ...progress, stage: 'give-back', afterwards }, said);
  };
  const givenBack = (memory: Memory, caller: Caller, progress: Progress): Turn<Memory> => {
    const { afterwards } = progress;
    if (afterwards === null)
      return pause(memory, caller, progress, { kind: 'refused', reason: 'over-on-return' });
    return afterwards.kind === 'failed'
      ? down(memory, caller, progress, afterwards.reason)
      : fail(memory, progress, afterwards);
  };

  /** Leaves the service's queue. */
  const withdraw = (memory: Memory, caller: Caller, progress: Progress): Turn<Memory> => {
    const at = progress.talk?.progress ?? null;
    const claim = protocol.claimOf?.(at) ?? null;
    const left = speech.drop(frameOf(caller));
    return after(left, giveBack(memory, caller, { ...progress, talk: null, claim }, timedOut(caller)));
  };

  /**
   * Waits for the next attempt, or ends: with `refusal` where the key is not waited for, null to try again
   * all the same.
   */
  const pause = (
    memory: Memory,
    caller: Caller,
    progress: Progress,
    refusal: Outcome | null,
  ): Turn<Memory> => {
    const { call } = caller;
    const { attempt: policy } = policies;
    const { isPast, tries, proof } = progress;
    if (call.mode !== 'block' && refusal !== null) return fail(memory, progress, refusal);
    const baseUs = call.mode === 'block' ? call.retryUs : policy.retryUs;
    const afterUs = isPast ? LAST_WAIT_US : waitUs(policy.backOff, baseUs, tries, seed, proof);
    // Only a reckoning that begins with the first attempt outlives an attempt.
    const keeps = policies.validity.from === 'first-attempt';
    const dropped = validity.dropped(memory, keeps ? null : progress.clock);
    const next: Progress = {
      ...progress,
      stage: isPast ? 'last-pause' : 'pause',
      tries: oneMore(policy.backOff, tries),
      clock: keeps ? progress.clock : null,
    };
    const effects = [...dropped.effects, callTimer(caller, 'retry', afterUs)];
    return staysAt(dropped.memory, next, effects, 'waiting');
  };

  /** Nothing is known of the service. */
  const down = (memory: Memory, caller: Caller, progress: Progress, reason: string): Turn<Memory> => {
    if (policies.serviceDown === 'fail-closed') return fail(memory, progress, { kind: 'failed', reason });
    const { key } = caller.call;
    if (memory.inside[key] !== undefined) return pause(memory, caller, progress, HELD);
    const inside = { ...memory.inside, [key]: caller.worker };
    const { effects, memory: free } = validity.dropped({ ...memory, inside }, progress.clock);
    const turn = accept(free, caller, { ...progress, clock: null, claim: null, token: null }, true);
    return after(effects, turn);
  };

  const accept = (memory: Memory, caller: Caller, progress: Progress, inside = false): Turn<Memory> => {
    const { worker, call } = caller;
    const { key, ttlUs, reentrant } = call;
    const { proof, claim, token, clock } = progress;
    const before = recordOf(library, memory, worker, key);
    const stopped = watchdog.stopped(memory, worker, key);
    const reckoned = validity.granted(stopped.memory, frameOf(caller), clock, before?.clock ?? null);
    const acquired = { worker, key, proof, claim, token, ttlUs, clock };
    const record: LockRecord = { ...acquired, held: true, count: 1, contextEnded: false, inside };
    const known = withRecord(reckoned.memory, slotOf(policies, worker, key), record);
    const armed = watchdog.armed(known, record, reentrant);
    const { belief } = policies;
    const context = inside ? [] : contexts.started(record);
    const margin = belief.kind === 'until-deadline' ? { marginUs: belief.marginUs } : {};
    return ends(armed.memory, { kind: 'granted', token, ...margin }, [
      ...stopped.effects,
      ...reckoned.effects,
      ...armed.effects,
      ...context,
    ]);
  };

  const fail = (memory: Memory, progress: Progress, outcome: Outcome): Turn<Memory> => {
    const dropped = validity.dropped(memory, progress.clock);
    return ends(dropped.memory, outcome, dropped.effects);
  };

  const tokenOf = (token: number | null, proof: string): number | null => {
    if (policies.token === 'none') return null;
    return policies.token === 'random' ? randomToken(seed, proof) : token;
  };

  /** A timer of waiting for the key. */
  const woken = (memory: Memory, caller: Caller, progress: Progress, name: string): Turn<Memory> => {
    const isTimeout = name === 'timeout';
    if (isTimeout && progress.talk?.waits === true) return withdraw(memory, caller, progress);
    if (isTimeout && progress.talk !== null)
      return staysAt(memory, { ...progress, isPast: true }, [], 'asking');
    if (progress.stage === 'last-pause') return fail(memory, progress, timedOut(caller));
    const cancelled: readonly Effect[] = isTimeout ? [cancelCallTimer(caller, 'retry')] : [];
    return after(cancelled, attempt(memory, caller, { ...progress, isPast: isTimeout }));
  };

  return {
    begin,
    go(memory, caller, progress, event) {
      const name = event.type === 'module.timer' ? event['name'] : null;
      if (name === 'timeout' || name === 'retry') return woken(memory, caller, progress, name);
      const said =
        progress.talk === null ? null : speech.hear(frameOf(caller), progress.talk, memory.local, event);
      // A late answer to an earlier round says nothing to a call that has gone on.
      if (said === null)
        return staysAt(memory, progress, [], progress.talk?.waits === false ? 'asking' : 'waiting');
      return went(memory, caller, progress, said);
    },
  };
}

/** A key that the caller, or anybody of its process, has already: one acquisition more. Null if that is not so. */
function reentered({ policies }: Library, memory: Memory, caller: Caller): Turn<Memory> | null {
  const { call, worker } = caller;
  if (!call.reentrant || policies.reentrancy === 'off') return null;
  const held = Object.entries(memory.records).find(
    ([, record]) =>
      record.held &&
      record.key === call.key &&
      (record.worker === worker || policies.reentrancy === 'anybody-in-process'),
  );
  if (held === undefined) return null;
  const [slot, record] = held;
  const { token, count } = record;
  return ends(withRecord(memory, slot, { ...record, count: count + 1 }), { kind: 'granted', token });
}

/** What a call that ran out of time comes to. */
function timedOut({ call }: Caller): Outcome {
  return call.onTimeout === 'taken-for-success'
    ? { kind: 'granted', token: null }
    : { kind: 'refused', reason: 'timeout' };
}

/** A number that says nothing about order. */
function randomToken(seed: number, proof: string): number {
  return 1 + Math.floor(randomFor(seed, `token ${proof}`) * 1_000_000);
}
