import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { BackgroundTurn, Loss } from '../modules/lock-module.ts';
import { asText } from '../../requests.ts';
import { over, recordWith, type Library } from './library.ts';
import { slotOf, withRecord, type LockRecord, type Memory, type Watch } from './memory.ts';
import type { WatchdogPolicy } from './policies.ts';
import type { Frame, Said } from './talk.ts';
import { isOver, type Changed } from './validity.ts';
import type { Operation, Result } from '../protocols/protocol.ts';

/** The loops that renew: one for each worker and key. */
export interface Watchdog {
  /** After an acquisition: a loop begins, or none. */
  armed(memory: Memory, record: LockRecord, isReentrant: boolean): Changed;
  stopped(memory: Memory, worker: string, key: string): Changed;
  /** The loop asks no more; what is under way may still tell something. */
  tired(memory: Memory, worker: string, key: string): Changed;
  /** The context of a request has ended; of all workers where none is named. Null where nothing listens. */
  contextEnded(memory: Memory, event: MachineEvent): BackgroundTurn<Memory> | null;
  /** A loop's own timer, or an answer to it; null where the event is neither. */
  heard(memory: Memory, event: MachineEvent): BackgroundTurn<Memory> | null;
}

const QUIET = { lost: [] } as const;

/** The loops of a library. */
export function watchdogOf(library: Library): Watchdog {
  const { policies, speech } = library;
  const { renewal } = policies;
  if (renewal.kind === 'none') return NO_WATCHDOG;
  return {
    armed(memory, record, isReentrant) {
      const before = stopped(library, memory, record.worker, record.key);
      if (record.inside || (renewal.armed === 'only-reentrant' && !isReentrant)) return before;
      const { worker, key, proof, claim, ttlUs } = record;
      const everyUs = Math.max(1, renewal.intervalUs ?? Math.floor(ttlUs / 3));
      const idle = { talk: null, round: null, clock: null, last: false };
      const watch: Watch = { worker, key, proof, claim, ttlUs, everyUs, ...idle };
      const effects = [...before.effects, tick(watch)];
      return { memory: withWatch(before.memory, watch), effects };
    },
    stopped: (memory, worker, key) => stopped(library, memory, worker, key),
    tired(memory, worker, key) {
      const watch = memory.watches[refOfWatch({ worker, key })];
      if (watch === undefined || watch.talk === null) return stopped(library, memory, worker, key);
      const last = withWatch(memory, { ...watch, last: true });
      return { memory: last, effects: [{ type: 'cancel', id: `${refOfWatch(watch)}:tick` }] };
    },
    contextEnded(memory, event) {
      if (renewal.context === 'own') return null;
      const { key, worker } = event;
      const ended = Object.values(memory.watches).filter(
        (watch) => watch.key === key && (worker === undefined || watch.worker === worker),
      );
      return ended.reduce(
        (turn, watch) => {
          const next = stopped(library, turn.memory, watch.worker, watch.key);
          return { ...QUIET, memory: next.memory, effects: [...turn.effects, ...next.effects] };
        },
        { ...QUIET, memory, effects: [] as readonly Effect[] },
      );
    },
    heard(memory, event) {
      const watch = watchOf(memory, event);
      if (watch === undefined) return null;
      if (event.type === 'module.timer' && event['name'] === 'tick') {
        return ticked(library, renewal, memory, watch);
      }
      if (watch.talk === null) return null;
      const said = speech.hear(frameOf(watch), watch.talk, memory.local, event);
      return said === null ? null : went(library, renewal, memory, watch, watch.talk.op, said);
    },
  };
}

const NO_WATCHDOG: Watchdog = {
  armed: (memory) => ({ memory, effects: [] }),
  stopped: (memory) => ({ memory, effects: [] }),
  tired: (memory) => ({ memory, effects: [] }),
  contextEnded: () => null,
  heard: () => null,
};

/** The next renewal begins; one that is still under way is waited for no longer. */
function ticked(
  library: Library,
  policy: WatchdogPolicy,
  memory: Memory,
  watch: Watch,
): BackgroundTurn<Memory> {
  const late = watch.talk === null ? [] : library.speech.drop(frameOf(watch));
  const dropped = library.validity.dropped(memory, watch.clock);
  const rhythm = policy.pace === 'steady' ? [tick(watch)] : [];
  const turn = asked(library, policy, dropped.memory, { ...watch, talk: null }, 'renew');
  return { ...turn, effects: [...late, ...dropped.effects, ...turn.effects, ...rhythm] };
}

function asked(
  library: Library,
  policy: WatchdogPolicy,
  memory: Memory,
  watch: Watch,
  op: 'renew' | 'acquire',
): BackgroundTurn<Memory> {
  const frame = frameOf(watch);
  const started = library.validity.asked(memory, frame, null);
  const { proof } = watch;
  const opening = { op, proof, claim: op === 'renew' ? watch.claim : null, mode: 'once' } as const;
  const said = library.speech.begin(frame, opening, watch.round, started.memory.local);
  const turn = went(library, policy, started.memory, { ...watch, clock: started.id }, op, said);
  return { ...turn, effects: [...started.effects, ...turn.effects] };
}

/** A renewal's conversation after one event of it. */
function went(
  library: Library,
  policy: WatchdogPolicy,
  memory: Memory,
  watch: Watch,
  op: Operation,
  said: Said,
): BackgroundTurn<Memory> {
  const next: Watch = { ...watch, talk: said.talk, round: said.round };
  const kept = withWatch({ ...memory, local: said.local }, next);
  if (said.result === null) return { memory: kept, effects: said.effects, lost: [] };
  const turn = settled(library, policy, kept, next, op, said.result);
  const left = turn.memory.watches[refOfWatch(watch)];
  const isDone = left?.last === true && left.talk === null;
  const end = isDone
    ? stopped(library, turn.memory, watch.worker, watch.key)
    : { memory: turn.memory, effects: [] };
  const effects = [...said.effects, ...turn.effects, ...end.effects];
  return { memory: end.memory, effects, lost: turn.lost };
}

function settled(
  library: Library,
  policy: WatchdogPolicy,
  memory: Memory,
  watch: Watch,
  op: Operation,
  result: Result,
): BackgroundTurn<Memory> {
  const again = policy.pace === 'after-answer' ? [tick(watch)] : [];
  switch (result.kind) {
    case 'renewed': {
      // Answered too late to be relied on: the next one will tell.
      if (library.policies.validity.checkedOnReturn && isOver(memory, watch.clock)) break;
      const renewed = extended(library, memory, watch);
      return { ...QUIET, memory: renewed.memory, effects: [...renewed.effects, ...again] };
    }
    case 'granted': {
      // Taken again in silence: the record has a new claim and token, and the holder knows nothing of it.
      const { claim, token } = result;
      const taken = withWatch(memory, { ...watch, claim });
      const record = recordWith(library, taken, watch);
      const known =
        record === undefined
          ? taken
          : withRecord(taken, slotOf(library.policies, watch.worker, watch.key), { ...record, claim, token });
      const renewed = extended(library, known, { ...watch, claim });
      return { ...QUIET, memory: renewed.memory, effects: [...renewed.effects, ...again] };
    }
    case 'lost': {
      const dropped = library.validity.dropped(memory, watch.clock);
      const next = withWatch(dropped.memory, { ...watch, clock: null });
      if (policy.onMissing === 'ignores') {
        return { ...QUIET, memory: next, effects: [...dropped.effects, ...again] };
      }
      if (policy.onMissing === 'takes-again' && op === 'renew') {
        const turn = asked(library, policy, next, { ...watch, clock: null }, 'acquire');
        return { ...turn, effects: [...dropped.effects, ...turn.effects] };
      }
      const turn = lost(library, next, watch);
      return { ...turn, effects: [...dropped.effects, ...turn.effects] };
    }
    case 'held': {
      const dropped = library.validity.dropped(memory, watch.clock);
      const turn = lost(library, dropped.memory, watch);
      return { ...turn, effects: [...dropped.effects, ...turn.effects] };
    }
    default:
  }
  const dropped = library.validity.dropped(memory, watch.clock);
  if (policy.until === 'first-error') {
    const ended = stopped(library, dropped.memory, watch.worker, watch.key);
    return { ...QUIET, memory: ended.memory, effects: [...dropped.effects, ...ended.effects] };
  }
  const next = withWatch(dropped.memory, { ...watch, clock: null });
  return { ...QUIET, memory: next, effects: [...dropped.effects, ...again] };
}

/** The lease was extended: its clock is from now on that of this renewal. */
function extended(library: Library, memory: Memory, watch: Watch): Changed {
  const { validity, policies } = library;
  const record = recordWith(library, memory, watch);
  const idle = withWatch(memory, { ...watch, clock: null });
  if (record?.held !== true) return validity.dropped(idle, watch.clock);
  const next = validity.granted(idle, frameOf(watch), watch.clock, record.clock);
  const slot = slotOf(policies, watch.worker, watch.key);
  return { memory: withRecord(next.memory, slot, { ...record, clock: watch.clock }), effects: next.effects };
}

function lost(library: Library, memory: Memory, watch: Watch): BackgroundTurn<Memory> {
  const { worker, key } = watch;
  const ended = stopped(library, memory, worker, key);
  const record = recordWith(library, ended.memory, watch);
  const gone =
    record === undefined ? { memory: ended.memory, effects: [] } : over(library, ended.memory, record);
  const loss: Loss = { key, worker, reason: 'renewal-refused' };
  return { memory: gone.memory, effects: [...ended.effects, ...gone.effects], lost: [loss] };
}

function stopped({ speech, validity }: Library, memory: Memory, worker: string, key: string): Changed {
  const ref = refOfWatch({ worker, key });
  const watch = memory.watches[ref];
  if (watch === undefined) return { memory, effects: [] };
  const { [ref]: _stopped, ...watches } = memory.watches;
  const dropped = validity.dropped({ ...memory, watches }, watch.clock);
  const talk = watch.talk === null ? [] : speech.drop(frameOf(watch));
  const effects: readonly Effect[] = [{ type: 'cancel', id: `${ref}:tick` }, ...talk, ...dropped.effects];
  return { memory: dropped.memory, effects };
}

function tick(watch: Watch): Effect {
  const ref = refOfWatch(watch);
  const event: MachineEvent = { type: 'module.timer', ref, name: 'tick' };
  return { type: 'timer', id: `${ref}:tick`, afterUs: watch.everyUs, event };
}

function withWatch(memory: Memory, watch: Watch): Memory {
  return { ...memory, watches: { ...memory.watches, [refOfWatch(watch)]: watch } };
}

/** The loop that an event is for: by its name, or by that of one of its rounds. */
function watchOf({ watches }: Memory, event: MachineEvent): Watch | undefined {
  const ref = asText(event['ref']);
  return watches[ref] ?? watches[ref.slice(0, Math.max(0, ref.lastIndexOf('.')))];
}

function frameOf({ worker, key, ttlUs }: Watch): Frame {
  return { ref: refOfWatch({ worker, key }), worker, key, ttlUs };
}

/** Begins with its worker, so that what it sends is told in that lane. */
function refOfWatch({ worker, key }: Pick<Watch, 'worker' | 'key'>): string {
  return `${worker}/watch:${key}`;
}
