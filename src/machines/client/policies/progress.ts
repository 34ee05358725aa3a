import type { Effect } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { goesOn, refOf, type Caller, type Outcome, type Turn } from '../modules/lock-module.ts';
import type { Result } from '../protocols/protocol.ts';
import type { Memory } from './memory.ts';
import type { Frame, Said, Talk } from './talk.ts';

/** Where a call stands. Plain JSON. */
export interface Progress {
  /** What its conversation is about, or which time it lets pass. */
  readonly stage: 'acquire' | 'count' | 'give-back' | 'ask' | 'pause' | 'last-pause';
  readonly talk: Talk | null;
  readonly round: number | null;
  /** The time-out of waiting for a key has come: the attempt under way is the last. */
  readonly isPast: boolean;
  /** Attempts that have failed, as far as the wait between them depends on it. */
  readonly tries: number;
  /** The reckoning of the lease that is asked for. */
  readonly clock: string | null;
  readonly proof: string;
  /** The lease that was granted and is not the caller's yet. */
  readonly claim: Json;
  readonly token: number | null;
  /** After a give-back: what the call ends with; null where the attempt counts as one that was refused. */
  readonly afterwards: Outcome | null;
}

/** A call that has just begun. */
export const BEGUN: Progress = {
  stage: 'ask',
  talk: null,
  round: null,
  isPast: false,
  tries: 0,
  clock: null,
  proof: '',
  claim: null,
  token: null,
  afterwards: null,
};

/** How a call's conversations are named. */
export function frameOf(caller: Caller): Frame {
  const { worker, call } = caller;
  return { ref: refOf(caller), worker, key: call.key, ttlUs: call.ttlUs };
}

/** A call that goes on; its progress as the plain JSON that a worker keeps of it. */
export function staysAt(
  memory: Memory,
  progress: Progress,
  effects: readonly Effect[],
  phase: 'asking' | 'waiting',
): Turn<Memory> {
  return goesOn(memory, progress as unknown as Json, effects, phase);
}

/** A turn with these effects before its own. */
export function after(effects: readonly Effect[], turn: Turn<Memory>): Turn<Memory> {
  return effects.length === 0 ? turn : { ...turn, effects: [...effects, ...turn.effects] };
}

/** A call after one event of its conversation: it waits on, or `read` says what its result leads to. */
export function proceed(
  memory: Memory,
  progress: Progress,
  said: Said,
  read: (memory: Memory, progress: Progress, result: Result) => Turn<Memory>,
): Turn<Memory> {
  const kept = { ...memory, local: said.local };
  const next: Progress = { ...progress, talk: said.talk, round: said.round };
  if (said.result !== null) return after(said.effects, read(kept, next, said.result));
  return staysAt(kept, next, said.effects, said.talk?.waits === true ? 'waiting' : 'asking');
}
