import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { BackgroundTurn, Loss } from '../modules/lock-module.ts';
import type { Result } from '../protocols/protocol.ts';
import { asText } from '../../requests.ts';
import { over, recordWith, type Library } from './library.ts';
import { slotOf, withRecord, type Asked, type LockRecord, type Memory, type Watch } from './memory.ts';
import type { WatchdogPolicy } from './policies.ts';
import type { Frame, Said } from './talk.ts';
import { isOver, type Changed } from './validity.ts';

/** The loops that renew: one for each worker and key. */
export interface Watchdog {
  /** After an acquisition: a loop begins, or none. */
  armed(memory: Memory, record: LockRecord, isReentrant: boolean): Changed;
  stopped(memory: Memory, worker: string, key: string): Changed;
  /** The loop asks no more; what is under way may still tell something. */
  tired(memory: Memory, worker: string, key: string): Changed;
  /** A loop's own timer, or an answer to it; null where the event is neither. */
  heard(memory: Memory, event: MachineEvent): BackgroundTurn<Memory> | null;
}

/** Renewals that are waited for at once; an older one is waited for no longer. */
const MOST_UNDER_WAY = 4;

/** The loops of a library. */
export function watchdogOf(library: Library): Watchdog {
  const { renewal } = library.policies;
  if (renewal.kind === 'none') return NO_WATCHDOG;
  const loop = new Loop(library, renewal);
  return {
    armed(memory, record, isReentrant) {
      const before = loop.stopped(memory, record.worker, record.key);
      if (record.inside || (renewal.armed === 'only-reentrant' && !isReentrant)) return before;
      const { worker, key, proof, claim, ttlUs } = record;
      const everyUs = Math.max(1, renewal.intervalUs ?? Math.floor(ttlUs / 3));
      const watch: Watch = { worker, key, proof, claim, ttlUs, everyUs, asked: [], from: 0, last: false };
      return { memory: withWatch(before.memory, watch), effects: [...before.effects, tick(watch)] };
    },
    stopped: (memory, worker, key) => loop.stopped(memory, worker, key),
    tired(memory, worker, key) {
      const watch = memory.watches[refOfWatch({ worker, key })];
      if (watch === undefined || watch.asked.length === 0) return loop.stopped(memory, worker, key);
      const last = withWatch(memory, { ...watch, last: true });
      return { memory: last, effects: [{ type: 'cancel', id: `${refOfWatch(watch)}:tick` }] };
    },
    heard: (memory, event) => loop.heard(memory, event),
  };
}

const NO_WATCHDOG: Watchdog = {
  armed: (memory) => ({ memory, effects: [] }),
  stopped: (memory) => ({ memory, effects: [] }),
  tired: (memory) => ({ memory, effects: [] }),
  heard: () => null,
};

type Turn = BackgroundTurn<Memory>;

/** What a loop does; each step is a pure function of the memory. */
class Loop {
  private readonly library: Library;
  private readonly policy: WatchdogPolicy;

  constructor(library: Library, policy: WatchdogPolicy) {
    this.library = library;
    this.policy = policy;
  }

  heard(memory: Memory, event: MachineEvent): Turn | null {
    const ref = asText(event['ref']);
    const ticking = memory.watches[ref];
    if (ticking !== undefined) return this.ticked(memory, ticking);
    for (const watch of Object.values(memory.watches)) {
      for (const asked of watch.asked) {
        const frame = frameOf(watch, asked.number);
        const said = this.library.speech.hear(frame, asked.talk, memory.local, event);
        if (said !== null) return this.went(memory, watch, asked, said);
      }
    }
    return null;
  }

  stopped(memory: Memory, worker: string, key: string): Changed {
    const ref = refOfWatch({ worker, key });
    const watch = memory.watches[ref];
    if (watch === undefined) return { memory, effects: [] };
    const { [ref]: _stopped, ...watches } = memory.watches;
    const left = this.left({ ...memory, watches }, watch, watch.asked);
    return { memory: left.memory, effects: [{ type: 'cancel', id: `${ref}:tick` }, ...left.effects] };
  }

  /** The next renewal begins, whatever became of those before. */
  private ticked(memory: Memory, watch: Watch): Turn {
    const late = watch.asked.slice(0, Math.max(0, watch.asked.length + 1 - MOST_UNDER_WAY));
    const left = this.left(memory, watch, late);
    const rest = behind({ ...watch, asked: watch.asked.slice(late.length) }, late);
    const rhythm = this.policy.pace === 'steady' ? [tick(watch)] : [];
    const turn = this.ask(left.memory, rest, 'renew');
    return { ...turn, effects: [...left.effects, ...turn.effects, ...rhythm] };
  }

  private ask(memory: Memory, watch: Watch, op: 'renew' | 'acquire'): Turn {
    const { validity, speech } = this.library;
    const number = unused(watch);
    const frame = frameOf(watch, number);
    const started = validity.asked(memory, frame, null);
    const { proof, claim } = watch;
    const opening = { op, proof, claim: op === 'renew' ? claim : null, mode: 'once' } as const;
    const said = speech.begin(frame, opening, null, started.memory.local);
    const turn = this.went(started.memory, watch, { number, op, clock: started.id }, said);
    return { ...turn, effects: [...started.effects, ...turn.effects] };
  }

  /** One of a loop's conversations after one event of it. */
  private went(memory: Memory, watch: Watch, asked: Omit<Asked, 'talk'>, said: Said): Turn {
    const { number, op, clock } = asked;
    const local = { ...memory, local: said.local };
    if (said.talk !== null && said.result === null) {
      const next: Asked = { number, op, clock, talk: said.talk };
      const isNew = !watch.asked.some((other) => other.number === number);
      const all = isNew
        ? [...watch.asked, next]
        : watch.asked.map((other) => (other.number === number ? next : other));
      return { memory: withWatch(local, { ...watch, asked: all }), effects: said.effects, lost: [] };
    }
    const place = watch.asked.findIndex((other) => other.number === number);
    const older = place < 0 ? watch.asked : watch.asked.slice(0, place);
    const others = { ...watch, asked: watch.asked.filter((other) => other.number !== number) };
    const mayAnswer = said.result?.kind === 'unknown' || (watch.asked[place]?.talk.tries ?? 0) > 0;
    const rest = mayAnswer ? behind(others, [asked]) : others;
    const turn = this.settled(local, rest, asked, older, said.result ?? { kind: 'lost' });
    const end = this.rested(turn.memory, watch);
    return {
      memory: end.memory,
      effects: [...said.effects, ...turn.effects, ...end.effects],
      lost: turn.lost,
    };
  }

  /** A loop with nothing under way: its next renewal is due after an interval, or it is over. */
  private rested(memory: Memory, { worker, key }: Watch): Changed {
    const watch = memory.watches[refOfWatch({ worker, key })];
    if (watch === undefined || watch.asked.length > 0) return { memory, effects: [] };
    if (watch.last) return this.stopped(memory, worker, key);
    return { memory, effects: this.policy.pace === 'after-answer' ? [tick(watch)] : [] };
  }

  private settled(
    memory: Memory,
    watch: Watch,
    asked: Omit<Asked, 'talk'>,
    older: readonly Asked[],
    result: Result,
  ): Turn {
    const { validity, policies } = this.library;
    const { clock, op } = asked;
    const isLate = policies.validity.checkedOnReturn && isOver(memory, clock);
    // Answered too late to be relied on: the next one will tell.
    if ((result.kind === 'renewed' || result.kind === 'granted') && !isLate) {
      const next = result.kind === 'granted' ? this.takenAgain(memory, watch, result) : { memory, watch };
      return { ...this.extended(next.memory, next.watch, asked, older), lost: [] };
    }
    const dropped = validity.dropped(withWatch(memory, watch), clock);
    const isGone = result.kind === 'lost' || result.kind === 'held';
    const turn = isGone ? this.missing(dropped.memory, watch, op) : this.failed(dropped.memory, watch);
    return { ...turn, effects: [...dropped.effects, ...turn.effects] };
  }

  /** The lease is gone, and the policy says what is made of that. */
  private missing(memory: Memory, watch: Watch, op: 'renew' | 'acquire'): Turn {
    const { onMissing } = this.policy;
    if (onMissing === 'ignores') return { memory, effects: [], lost: [] };
    if (onMissing === 'takes-again' && op === 'renew') return this.ask(memory, watch, 'acquire');
    const { worker, key } = watch;
    const ended = this.stopped(memory, worker, key);
    const record = recordWith(this.library, ended.memory, watch);
    const gone =
      record === undefined ? { memory: ended.memory, effects: [] } : over(this.library, ended.memory, record);
    const loss: Loss = { key, worker, reason: 'renewal-refused' };
    return { memory: gone.memory, effects: [...ended.effects, ...gone.effects], lost: [loss] };
  }

  /** Nothing is known of a renewal: the next one will tell, or (flaw) there is none. */
  private failed(memory: Memory, watch: Watch): Turn {
    if (this.policy.until !== 'first-error') return { memory, effects: [], lost: [] };
    return { ...this.stopped(memory, watch.worker, watch.key), lost: [] };
  }

  /** The key was taken again in silence: its record has a new claim and token, and its holder knows nothing. */
  private takenAgain(memory: Memory, before: Watch, granted: Extract<Result, { kind: 'granted' }>) {
    const { claim, token } = granted;
    const watch: Watch = { ...before, claim };
    const record = recordWith(this.library, memory, watch);
    if (record === undefined) return { memory, watch };
    const slot = slotOf(this.library.policies, watch.worker, watch.key);
    return { memory: withRecord(memory, slot, { ...record, claim, token }), watch };
  }

  /** The lease was extended: its clock is that of this renewal, and what was asked before it is of no interest. */
  private extended(
    memory: Memory,
    before: Watch,
    { number, clock }: Omit<Asked, 'talk'>,
    older: readonly Asked[],
  ): Changed {
    const { validity, policies } = this.library;
    const left = this.left(memory, before, older);
    const newer = before.asked.filter((other) => !older.includes(other));
    const watch = behind({ ...before, asked: newer }, older);
    const idle = withWatch(left.memory, watch);
    const record = recordWith(this.library, idle, watch);
    if (record?.held !== true) {
      const dropped = validity.dropped(idle, clock);
      return { memory: dropped.memory, effects: [...left.effects, ...dropped.effects] };
    }
    const next = validity.granted(idle, frameOf(watch, number), clock, record.clock);
    const slot = slotOf(policies, watch.worker, watch.key);
    const kept = withRecord(next.memory, slot, { ...record, clock });
    return { memory: kept, effects: [...left.effects, ...next.effects] };
  }

  /** Nobody waits for these any more. */
  private left(memory: Memory, watch: Watch, asked: readonly Asked[]): Changed {
    const { speech, validity } = this.library;
    return asked.reduce<Changed>(
      (before, { number, clock }) => {
        const dropped = validity.dropped(before.memory, clock);
        const effects = [...before.effects, ...speech.drop(frameOf(watch, number)), ...dropped.effects];
        return { memory: dropped.memory, effects };
      },
      { memory, effects: [] },
    );
  }
}

function tick(watch: Watch): Effect {
  const ref = refOfWatch(watch);
  const event: MachineEvent = { type: 'module.timer', ref, name: 'tick' };
  return { type: 'timer', id: `${ref}:tick`, afterUs: watch.everyUs, event };
}

function withWatch(memory: Memory, watch: Watch): Memory {
  return { ...memory, watches: { ...memory.watches, [refOfWatch(watch)]: watch } };
}

/** Conversations are numbered round and round, and only where it matters, so that the numbers stay few. */
const NUMBERS = 16;

/** The first number that no conversation of a loop has. */
function unused({ asked, from }: Watch): number {
  let number = from;
  while (asked.some((other) => other.number === number)) number = (number + 1) % NUMBERS;
  return number;
}

/** A loop that left conversations behind, to which an answer may yet come: their numbers are not used soon. */
function behind(watch: Watch, left: readonly Pick<Asked, 'number'>[]): Watch {
  const latest = left.at(-1);
  return latest === undefined ? watch : { ...watch, from: (latest.number + 1) % NUMBERS };
}

function frameOf({ worker, key, ttlUs }: Watch, number: number): Frame {
  return { ref: `${refOfWatch({ worker, key })}:${String(number)}`, worker, key, ttlUs };
}

/** Begins with its worker, so that what it sends is told in that lane. */
function refOfWatch({ worker, key }: Pick<Watch, 'worker' | 'key'>): string {
  return `${worker}/watch:${key}`;
}
