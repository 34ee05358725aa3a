import type { Problem } from '../../engine/result.ts';
import type { StoreReplay } from '../reports/store-rows.ts';
import type { DocumentSource, TraceSource } from '../state/source.ts';

/** Something of the reader's own that was opened. */
export interface Opened {
  readonly source: TraceSource | DocumentSource;
  /** What was left out or put right. */
  readonly problems: readonly Problem[];
  /** Of a trace, where it was opened: works out what each kind of store would have done with its writes. */
  readonly replay?: () => StoreReplay;
}

/** Why nothing was opened. Problems name the lines or fields, where the content was looked at that far. */
export interface NotOpened {
  readonly reason: NotOpenedReason;
  readonly problems: readonly Problem[];
}

/** What stands in the way of opening. */
export type NotOpenedReason =
  | { readonly kind: 'empty' | 'binary' | 'unknown' | 'unreadable' | 'broken' | 'bad' }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'too-many' };

/** What opening came to. */
export type Opening = { readonly ok: true; readonly value: Opened } | ({ readonly ok: false } & NotOpened);

/** Nothing was opened, for a reason that needs no list. */
export function notOpened(reason: NotOpenedReason, problems: NotOpened['problems'] = []): Opening {
  return { ok: false, reason, problems };
}
