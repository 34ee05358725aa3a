import type { Entry } from '../../trace.ts';
import type { Names } from './facts.ts';

/** References to entries: those of the step itself go by their place in it. The item that happens is one of these. */
export const BY_ITEM = -1;
export const NO_ENTRY = -2;
/** The item that happens, if a `send` caused it and no check came between. */
export const BY_ITEM_SENT = -3;

/** What a lease's way to its client needs of one entry; see Ledger.follow. */
export interface TrailEntry {
  readonly cause: number;
  readonly isSend: boolean;
  readonly isDeliver: boolean;
  readonly isLose: boolean;
  /** In a run without messages, an entry of this kind tells when a grant was delivered. */
  readonly isDelivery: boolean;
  readonly raisesFence: boolean;
  readonly actor: number;
  /** -1: it names none. */
  readonly client: number;
}

/** The entries of one step as they pass leases on. */
export interface Trail {
  readonly grants: boolean;
  readonly entries: readonly TrailEntry[];
}

export function readTrail(entries: readonly Entry[], names: Names): Trail {
  return {
    grants: entries.some(({ ev }) => ev === 'grant'),
    entries: entries.map((entry) => {
      const { ev, cause, actor, client, held, body } = entry;
      return {
        cause: cause ?? NO_ENTRY,
        isSend: ev === 'send',
        isDeliver: ev === 'deliver',
        isLose: ev === 'lose',
        isDelivery: ev === 'deliver' || (ev === 'believe' && held === true),
        raisesFence:
          ev === 'send' &&
          typeof body === 'object' &&
          body !== null &&
          'type' in body &&
          body.type === 'fence.raise',
        actor: names.text(actor),
        client: client === undefined ? -1 : names.text(client),
      };
    }),
  };
}

/**
 * The entry that sent what an entry of the step has caused, where it was checked before it was applied as well;
 * see Ledger.write.
 */
export function senderOf(cause: number, entries: readonly Entry[]): number {
  if (cause < 0) return cause;
  const { ev, cause: before } = entries[cause] ?? { ev: '', cause: null };
  if (ev === 'send') return cause;
  if (ev !== 'check' || before === null) return NO_ENTRY;
  if (before === BY_ITEM) return BY_ITEM_SENT;
  return entries[before]?.ev === 'send' ? before : NO_ENTRY;
}
