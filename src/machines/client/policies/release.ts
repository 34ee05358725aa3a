import type { MachineEvent } from '../../../engine/component.ts';
import { callTimer, ends, type Caller, type Turn } from '../modules/lock-module.ts';
import type { Result } from '../protocols/protocol.ts';
import type { Contexts } from './context.ts';
import { recordOf, type Library } from './library.ts';
import { givenUp, slotOf, withRecord, type LockRecord, type Memory } from './memory.ts';
import { after, BEGUN, frameOf, proceed, staysAt, type Progress } from './progress.ts';
import type { Said } from './talk.ts';
import type { Watchdog } from './watchdog.ts';

/** Calls that give a key back. */
export interface Releasing {
  begin(memory: Memory, caller: Caller): Turn<Memory>;
  go(memory: Memory, caller: Caller, progress: Progress, event: MachineEvent): Turn<Memory>;
}

/** How a library gives a key back, and what it remembers of it meanwhile and afterwards. */
export function releasingOf(library: Library, watchdog: Watchdog, contexts: Contexts): Releasing {
  const { policies, speech, validity } = library;
  const { release, renewal, reentrancy } = policies;

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker } = caller;
    const record = recordOf(library, memory, worker, call.key);
    if (record === undefined) return ends(memory, { kind: 'refused', reason: 'never-granted' });
    const isOwn = record.worker === worker || reentrancy === 'anybody-in-process';
    if (isOwn && record.count > 1) return oneLess(memory, worker, record);
    if (record.inside) return leftInside(memory, record);
    const goesOn = renewal.kind === 'watchdog' && renewal.afterRelease === 'goes-on';
    const quiet = goesOn ? { memory, effects: [] } : watchdog.stopped(memory, record.worker, record.key);
    const { effects, memory: idle } = validity.dropped(quiet.memory, record.clock);
    const before = [...quiet.effects, ...effects, ...contexts.left(record)];
    const slot = slotOf(policies, worker, call.key);
    const unclocked = withRecord(idle, slot, { ...record, clock: null });
    if (release.how === 'never') {
      return ends(givenUp(policies, unclocked, slot), { kind: 'done', value: 0 }, before);
    }
    const kept = release.forgets === 'before-reply' ? givenUp(policies, unclocked, slot) : unclocked;
    const isEnded = call.ended || (release.context === 'request' && record.contextEnded);
    if (isEnded) return ends(kept, { kind: 'failed', reason: 'canceled' }, before);
    const progress: Progress = { ...BEGUN, proof: record.proof, claim: record.claim };
    return after(before, ask(kept, caller, progress));
  };

  const ask = (memory: Memory, caller: Caller, progress: Progress): Turn<Memory> => {
    const { proof, claim, round } = progress;
    const opening = { op: 'release', proof, claim, mode: 'once' } as const;
    const said = speech.begin(frameOf(caller), opening, round, memory.local);
    return went(memory, caller, { ...progress, stage: 'ask' }, said);
  };
  const went = (memory: Memory, caller: Caller, progress: Progress, said: Said): Turn<Memory> =>
    proceed(memory, progress, said, (kept, next, result) => read(kept, caller, next, result));

  const read = (memory: Memory, caller: Caller, progress: Progress, result: Result): Turn<Memory> => {
    switch (result.kind) {
      case 'released':
        return ends(gone(memory, caller, progress), { kind: 'done', value: 1 });
      case 'not-owner':
        return ends(gone(memory, caller, progress), { kind: 'refused', reason: 'not-owner' });
      case 'unknown':
        if (release.afterUnknown === 'retries') {
          const timer = callTimer(caller, 'again', release.retryUs);
          return staysAt(memory, { ...progress, stage: 'pause' }, [timer], 'asking');
        }
        return ends(memory, { kind: 'failed', reason: result.reason });
      default:
        return ends(memory, {
          kind: 'failed',
          reason: result.kind === 'failed' ? result.reason : result.kind,
        });
    }
  };

  /** The acquisition is over, unless the slot has another one by now. */
  const gone = (memory: Memory, { worker, call }: Caller, { proof }: Progress): Memory => {
    const record = recordOf(library, memory, worker, call.key);
    return record?.proof === proof ? givenUp(policies, memory, slotOf(policies, worker, call.key)) : memory;
  };

  const oneLess = (memory: Memory, worker: string, record: LockRecord): Turn<Memory> => {
    const count = record.count - 1;
    const kept = withRecord(memory, slotOf(policies, worker, record.key), { ...record, count });
    return ends(kept, { kind: 'still-held', count });
  };
  const leftInside = (memory: Memory, { worker, key }: LockRecord): Turn<Memory> => {
    const { [key]: _left, ...inside } = memory.inside;
    const { [slotOf(policies, worker, key)]: _record, ...records } = memory.records;
    return ends({ ...memory, inside, records }, { kind: 'done', value: 1 });
  };

  return {
    begin,
    go(memory, caller, progress, event) {
      if (event.type === 'module.timer' && event['name'] === 'again') return ask(memory, caller, progress);
      const said =
        progress.talk === null ? null : speech.hear(frameOf(caller), progress.talk, memory.local, event);
      if (said === null) return staysAt(memory, progress, [], 'asking');
      return went(memory, caller, progress, said);
    },
  };
}
