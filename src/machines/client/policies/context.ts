import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asText } from '../../requests.ts';
import type { BackgroundTurn } from '../modules/lock-module.ts';
import type { Library } from './library.ts';
import type { LockRecord, Memory } from './memory.ts';
import type { Changed } from './validity.ts';
import type { Watchdog } from './watchdog.ts';

/**
 * The context of the request under which a key was acquired: it ends some time after that, and with it, in
 * a library with that flaw, what was bound to it by mistake.
 */
export interface Contexts {
  /** After an acquisition: its context runs. */
  started(record: LockRecord): readonly Effect[];
  /** The acquisition is over: nobody looks at its context any more. */
  left(record: LockRecord): readonly Effect[];
  /** A context has ended; of all workers where none is named. Null where the event is no such thing. */
  heard(memory: Memory, event: MachineEvent): BackgroundTurn<Memory> | null;
}

/** The contexts of a library. */
export function contextsOf({ policies }: Library, watchdog: Watchdog): Contexts {
  const { context, renewal } = policies;

  const ended = (memory: Memory, key: string, worker: string | null): BackgroundTurn<Memory> => {
    const concerns = (other: { readonly key: string; readonly worker: string }): boolean =>
      other.key === key && (worker === null || other.worker === worker);
    const records = Object.fromEntries(
      Object.entries(memory.records).map(([slot, record]) => [
        slot,
        concerns(record) ? { ...record, contextEnded: true } : record,
      ]),
    );
    const known: Changed = { memory: { ...memory, records }, effects: [] };
    if (renewal.kind !== 'watchdog' || renewal.context === 'own') return { ...known, lost: [] };
    const stopped = Object.values(memory.watches)
      .filter(concerns)
      .reduce((before, watch) => {
        const next = watchdog.stopped(before.memory, watch.worker, watch.key);
        return { memory: next.memory, effects: [...before.effects, ...next.effects] };
      }, known);
    return { ...stopped, lost: [] };
  };

  return {
    started(record) {
      if (context === null) return [];
      const ref = refOf(record);
      const event: MachineEvent = { type: 'module.timer', ref, name: 'ends' };
      return [{ type: 'timer', id: ref, afterUs: context.endsUs, event }];
    },
    left: (record) => (context === null ? [] : [{ type: 'cancel', id: refOf(record) }]),
    heard(memory, event) {
      if (event.type === 'context.end') {
        const worker = event['worker'] === undefined ? null : asText(event['worker']);
        return ended(memory, asText(event['key']), worker);
      }
      if (event.type !== 'module.timer' || event['name'] !== 'ends') return null;
      const record = Object.values(memory.records).find((known) => refOf(known) === event['ref']);
      return record === undefined ? null : ended(memory, record.key, record.worker);
    },
  };
}

function refOf({ worker, key }: LockRecord): string {
  return `${worker}/context:${key}`;
}
