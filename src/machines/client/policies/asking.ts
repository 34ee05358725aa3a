import type { MachineEvent } from '../../../engine/component.ts';
import { ends, notOffered, type Caller, type Turn } from '../modules/lock-module.ts';
import type { Operation, Result } from '../protocols/protocol.ts';
import { over, recordOf, type Library } from './library.ts';
import { slotOf, withRecord, type LockRecord, type Memory } from './memory.ts';
import { after, BEGUN, frameOf, proceed, staysAt, type Progress } from './progress.ts';
import type { Frame, Said } from './talk.ts';
import { isOver } from './validity.ts';
import type { Watchdog } from './watchdog.ts';

/** Calls that ask once: for more time, for a token, or whether the lock is still held. */
export interface Asking {
  begin(memory: Memory, caller: Caller): Turn<Memory>;
  go(memory: Memory, caller: Caller, progress: Progress, event: MachineEvent): Turn<Memory>;
}

/** A script's own renewals, fences and checks. */
export function askingOf(library: Library, watchdog: Watchdog): Asking {
  const { policies, protocol, speech, validity } = library;
  const { checkedOnReturn } = policies.validity;

  const begin = (memory: Memory, caller: Caller): Turn<Memory> => {
    const { call, worker } = caller;
    const record = recordOf(library, memory, worker, call.key);
    switch (call.op) {
      case 'renew': {
        if (record === undefined) return ends(memory, { kind: 'refused', reason: 'never-granted' });
        if (record.inside) return ends(memory, { kind: 'done', value: record.token });
        const { effects, id, memory: reckoned } = validity.asked(memory, extension(caller, record), null);
        return after(effects, ask(reckoned, caller, { ...of(record), clock: id }, 'renew'));
      }
      case 'check':
        if (record === undefined) return ends(memory, { kind: 'done', value: 0 });
        if (record.inside) return ends(memory, { kind: 'done', value: record.held ? 1 : 0 });
        return protocol.offer.tells ? ask(memory, caller, of(record), 'holds') : notOffered(memory);
      default: {
        const op = tokenOperation(library);
        return op === null ? notOffered(memory) : ask(memory, caller, BEGUN, op);
      }
    }
  };

  /** What a renewal extends by. */
  const extension = (caller: Caller, { ttlUs }: LockRecord): Frame =>
    protocol.offer.keepsTtl === true ? { ...frameOf(caller), ttlUs } : frameOf(caller);

  const ask = (memory: Memory, caller: Caller, progress: Progress, op: Operation): Turn<Memory> => {
    const { proof, claim, round } = progress;
    const said = speech.begin(frameOf(caller), { op, proof, claim, mode: 'once' }, round, memory.local);
    return went(memory, caller, progress, said);
  };
  const went = (memory: Memory, caller: Caller, progress: Progress, said: Said): Turn<Memory> =>
    proceed(memory, progress, said, (kept, next, result) => read(kept, caller, next, result));

  const read = (memory: Memory, caller: Caller, progress: Progress, result: Result): Turn<Memory> => {
    const record = recordOf(library, memory, caller.worker, caller.call.key);
    const own = record?.proof === progress.proof ? record : undefined;
    switch (result.kind) {
      case 'renewed':
        return renewed(memory, caller, progress, own);
      case 'lost': {
        const stopped = own === undefined ? null : watchdog.stopped(memory, own.worker, own.key);
        const gone = own === undefined ? null : over(library, stopped?.memory ?? memory, own);
        const dropped = validity.dropped(gone?.memory ?? memory, progress.clock);
        const effects = [...(stopped?.effects ?? []), ...(gone?.effects ?? []), ...dropped.effects];
        return ends(dropped.memory, { kind: 'refused', reason: 'lease-lost' }, effects);
      }
      case 'holds': {
        // An answer that took longer than the lease lasts says nothing any more.
        const isLate = checkedOnReturn && isOver(memory, own?.clock ?? null);
        return ends(memory, { kind: 'done', value: result.holds && !isLate ? 1 : 0 });
      }
      case 'number':
        return ends(memory, { kind: 'done', value: result.value });
      default: {
        const reason = result.kind === 'unknown' || result.kind === 'failed' ? result.reason : result.kind;
        const dropped = validity.dropped(memory, progress.clock);
        return ends(dropped.memory, { kind: 'failed', reason }, dropped.effects);
      }
    }
  };

  const renewed = (
    memory: Memory,
    caller: Caller,
    { clock }: Progress,
    record: LockRecord | undefined,
  ): Turn<Memory> => {
    const outcome = { kind: 'done', value: record?.token ?? null } as const;
    if (record === undefined) {
      const dropped = validity.dropped(memory, clock);
      return ends(dropped.memory, outcome, dropped.effects);
    }
    const next = validity.granted(memory, extension(caller, record), clock, record.clock);
    const slot = slotOf(policies, caller.worker, record.key);
    const held: LockRecord = { ...record, clock, held: true, count: Math.max(1, record.count) };
    return ends(withRecord(next.memory, slot, held), outcome, next.effects);
  };

  return {
    begin,
    go(memory, caller, progress, event) {
      const said =
        progress.talk === null ? null : speech.hear(frameOf(caller), progress.talk, memory.local, event);
      return said === null ? staysAt(memory, progress, [], 'asking') : went(memory, caller, progress, said);
    },
  };
}

/** What a script's `fence` asks for: a number of the counter, or the token that the service has for the key now. */
export function tokenOperation({ protocol }: Pick<Library, 'protocol'>): 'count' | 'current' | null {
  const { counts, fetches } = protocol.offer;
  if (counts) return 'count';
  return fetches ? 'current' : null;
}

function of({ proof, claim }: LockRecord): Progress {
  return { ...BEGUN, proof, claim };
}
