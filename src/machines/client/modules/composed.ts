import type { MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { acquiringOf } from '../policies/acquire.ts';
import { askingOf } from '../policies/asking.ts';
import { contextsOf } from '../policies/context.ts';
import { libraryOf, over, type Library, type LibraryOptions } from '../policies/library.ts';
import { emptyMemory, slotOf, type LockRecord, type Memory } from '../policies/memory.ts';
import { after, type Progress } from '../policies/progress.ts';
import { releasingOf } from '../policies/release.ts';
import type { Changed } from '../policies/validity.ts';
import { watchdogOf, type Watchdog } from '../policies/watchdog.ts';
import { asText } from '../../requests.ts';
import type { BackgroundTurn, Caller, LockModule, Loss } from './lock-module.ts';

/**
 * A lock library made of named policies over one protocol. Each policy is a small part in
 * src/machines/client/policies; this puts them together: calls of workers, loops, clocks, and what the
 * protocol keeps in the process.
 */
export function composedModule(options: LibraryOptions): LockModule<Memory> {
  const library = libraryOf(options);
  const watchdog = watchdogOf(library);
  const contexts = contextsOf(library, watchdog);
  const acquiring = acquiringOf(library, watchdog, contexts);
  const releasing = releasingOf(library, watchdog, contexts);
  const asking = askingOf(library, watchdog);
  const calls = ({ call }: Caller) => {
    if (call.op === 'acquire') return acquiring;
    return call.op === 'release' ? releasing : asking;
  };
  return {
    initial: emptyMemory(options.protocol.initial),
    begin(memory, caller) {
      const { effects, memory: left } = swept(library, memory, caller.worker);
      return after(effects, calls(caller).begin(left, caller));
    },
    go: (memory, caller, progress: Json, event) =>
      calls(caller).go(memory, caller, progress as unknown as Progress, event),
    background: (memory, _process, event) =>
      watchdog.heard(memory, event) ??
      contexts.heard(memory, event) ??
      clockHeard(library, watchdog, memory, event) ??
      protocolHeard(library, memory, event),
    forget: (memory, key, worker) => forgotten(library, watchdog, memory, key, worker),
  };
}

/** A clock's end passes, whether or not the process runs; or it says that it is time to stop. */
function clockHeard(
  library: Library,
  watchdog: Watchdog,
  memory: Memory,
  event: MachineEvent,
): BackgroundTurn<Memory> | null {
  const id = asText(event.type === 'deadline.passed' ? event['id'] : event['ref']);
  const clock = memory.clocks[id];
  if (clock === undefined) return null;
  if (event.type === 'deadline.passed') {
    return {
      memory: { ...memory, clocks: { ...memory.clocks, [id]: { ...clock, over: true } } },
      effects: [],
      lost: [],
    };
  }
  if (event.type !== 'module.timer') return null;
  const record = Object.values(memory.records).find((candidate) => candidate.clock === id);
  if (record === undefined) {
    const rang = { ...clock, rang: true };
    return { memory: { ...memory, clocks: { ...memory.clocks, [id]: rang } }, effects: [], lost: [] };
  }
  return stops(library, watchdog, memory, record, id);
}

/** The holder's own reckoning says that the lease is over, or nearly. */
function stops(
  library: Library,
  watchdog: Watchdog,
  memory: Memory,
  record: LockRecord,
  clock: string,
): BackgroundTurn<Memory> {
  const { belief, renewal } = library.policies;
  const { key, worker } = record;
  if (belief.kind === 'until-deadline') {
    const given = gives(library, watchdog, memory, record);
    const loss: Loss = { key, worker, reason: 'deadline', margin: library.validity.margin(clock) };
    return { ...given, lost: [loss] };
  }
  const tires = renewal.kind === 'watchdog' && renewal.until === 'deadline';
  const quiet = tires ? watchdog.tired(memory, worker, key) : { memory, effects: [] };
  return { ...quiet, lost: [] };
}

function gives(library: Library, watchdog: Watchdog, memory: Memory, record: LockRecord): Changed {
  const quiet = watchdog.stopped(memory, record.worker, record.key);
  const gone = over(library, quiet.memory, record);
  return { memory: gone.memory, effects: [...quiet.effects, ...gone.effects] };
}

/** A worker learned that it lost its key: its acquisition and its loop go with that. */
function forgotten(
  library: Library,
  watchdog: Watchdog,
  memory: Memory,
  key: string,
  worker: string,
): Changed {
  const record = memory.records[slotOf(library.policies, worker, key)];
  return record?.worker === worker
    ? gives(library, watchdog, memory, record)
    : watchdog.stopped(memory, worker, key);
}

/** Clocks of a call that its worker left, when it learned of a loss meanwhile: it has one call at a time. */
function swept({ validity }: Library, memory: Memory, worker: string): Changed {
  const asked = Object.values(memory.watches).flatMap((watch) => watch.asked);
  const used = new Set([...Object.values(memory.records), ...asked].map(({ clock }) => clock));
  return Object.entries(memory.clocks)
    .filter(([id, clock]) => clock.worker === worker && !used.has(id))
    .reduce<Changed>(
      (before, [id]) => {
        const dropped = validity.dropped(before.memory, id);
        return { memory: dropped.memory, effects: [...before.effects, ...dropped.effects] };
      },
      { memory, effects: [] },
    );
}

/** What the protocol has set itself: timers and deadlines of what lives in the process. */
function protocolHeard(
  { protocol }: Library,
  memory: Memory,
  event: MachineEvent,
): BackgroundTurn<Memory> | null {
  const turn = protocol.background?.(memory.local, event) ?? null;
  return turn === null ? null : { memory: { ...memory, local: turn.local }, effects: turn.effects, lost: [] };
}
