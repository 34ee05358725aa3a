import type { DeclaredMargin, Effect } from '../../../engine/component.ts';
import type { Clock, Memory } from './memory.ts';
import type { Policies } from './policies.ts';
import type { Frame } from './talk.ts';

/** A memory, and what is asked of the engine with it. */
export interface Changed {
  readonly memory: Memory;
  readonly effects: readonly Effect[];
}

/**
 * How long a lease is good, as its holder reckons, without any time in memory. Each acquisition and renewal
 * starts a clock of its own before it is known what comes of it; the one that is answered becomes the
 * lease's. A clock is up to four items of the engine's, under one name:
 *
 * - a deadline `name`: the end of the lease. It passes whether or not the process runs, as real clocks do,
 *   so that whoever looks at the clock later finds it passed;
 * - a timer `name`: the moment to stop, by a margin before that end. Only a running process hears it;
 * - deadlines `name:asked` and `name:granted`: the end of the lease as counted from the last request, and
 *   from its answer. The lease itself ends between them, wherever it was granted in the meantime; what lies
 *   between them is part of the margin that the holder declares.
 */
export interface Validity {
  /** Whether anything in these policies looks at a clock at all. */
  readonly isReckoned: boolean;
  /** A request is about to go out; `id` is the clock of an earlier attempt of the same call. */
  asked(memory: Memory, frame: Frame, id: string | null): Changed & { readonly id: string | null };
  /** Its lease was granted or renewed: the clock becomes the lease's, in place of `before`. */
  granted(memory: Memory, frame: Frame, id: string | null, before: string | null): Changed;
  /** Nobody looks at this clock any more. */
  dropped(memory: Memory, id: string | null): Changed;
  /** What a holder declares who stops because this clock says so. */
  margin(id: string): DeclaredMargin;
}

/** The reckoning of these policies; `goodForUs` says how much of a TTL may be relied on. */
export function validityOf(policies: Policies, goodForUs: (ttlUs: number) => number): Validity {
  const { validity, belief, renewal } = policies;
  const stops = belief.kind === 'until-deadline';
  const rings = stops || (renewal.kind === 'watchdog' && renewal.until === 'deadline');
  const isReckoned = rings || validity.checkedOnReturn;
  const marginUs = belief.kind === 'until-deadline' ? belief.marginUs : 0;

  /** The end of the lease and the moment to stop before it, counted from now. */
  const ends = (id: string, ttlUs: number): readonly Effect[] => {
    const goodUs = goodForUs(ttlUs);
    const end: Effect = { type: 'deadline', id, afterUs: goodUs, clock: 'monotonic' };
    return rings ? [end, rung(id, Math.max(0, goodUs - marginUs))] : [end];
  };
  const bound = (id: string, name: string, ttlUs: number): readonly Effect[] =>
    stops ? [{ type: 'deadline', id: `${id}:${name}`, afterUs: ttlUs, clock: 'monotonic' }] : [];

  const dropped = (memory: Memory, id: string | null): Changed => {
    if (id === null || memory.clocks[id] === undefined) return { memory, effects: [] };
    const { [id]: _dropped, ...clocks } = memory.clocks;
    const names = stops ? [id, `${id}:asked`, `${id}:granted`] : [id];
    return { memory: { ...memory, clocks }, effects: names.map((name) => ({ type: 'cancel', id: name })) };
  };

  return {
    isReckoned,
    dropped,
    asked(memory, { worker, key, ttlUs }, id) {
      if (!isReckoned) return { memory, effects: [], id: null };
      const isFirst = id === null;
      const name = id ?? unused(memory);
      const counts = validity.from === 'request' || (validity.from === 'first-attempt' && isFirst);
      const fresh: Clock = { worker, key, over: counts && goodForUs(ttlUs) <= 0, rang: false };
      const clock = isFirst || counts ? fresh : (memory.clocks[name] ?? fresh);
      const effects = [...(counts ? ends(name, ttlUs) : []), ...bound(name, 'asked', ttlUs)];
      return { memory: { ...memory, clocks: { ...memory.clocks, [name]: clock } }, effects, id: name };
    },
    granted(memory, { worker, key, ttlUs }, id, before) {
      if (id === null) return { memory, effects: [] };
      const old = before === id ? { memory, effects: [] } : dropped(memory, before);
      const clock = old.memory.clocks[id];
      const late = clock?.rang === true && rings ? [rung(id, 0)] : [];
      const counted = validity.from === 'reply' ? ends(id, ttlUs) : late;
      const over = validity.from === 'reply' ? goodForUs(ttlUs) <= 0 : clock?.over === true;
      const clocks = { ...old.memory.clocks, [id]: { worker, key, over, rang: false } };
      const effects = [...old.effects, ...counted, ...bound(id, 'granted', ttlUs)];
      return { memory: { ...old.memory, clocks }, effects };
    },
    margin: (id) => ({ plusUs: marginUs, between: [`${id}:asked`, `${id}:granted`] }),
  };
}

/** Whether a call found its lease over as it was answered, by this clock. */
export function isOver({ clocks }: Memory, id: string | null): boolean {
  return id !== null && clocks[id]?.over === true;
}

/** The timer that says that it is time to stop. */
function rung(id: string, afterUs: number): Effect {
  return { type: 'timer', id, afterUs, event: { type: 'module.timer', ref: id, name: 'stop' } };
}

/** The first name that no clock has. */
function unused({ clocks }: Memory): string {
  let number = 0;
  while (clocks[`clock:${String(number)}`] !== undefined) number += 1;
  return `clock:${String(number)}`;
}
