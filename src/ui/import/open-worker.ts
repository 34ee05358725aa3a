import { decodeFile } from './decode.ts';
import { buffersOf, columnsOf, type EntryColumns } from './entry-columns.ts';
import { openContent } from './open-content.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Lane } from '../../scenarios/run.ts';
import type { StoreReplay } from '../reports/store-rows.ts';
import { notOpened, type Opening } from './opened.ts';

/** What the worker is asked: one file or text. */
export interface OpenRequest {
  readonly content: Blob | string;
  readonly name: string;
}

/**
 * What the worker tells: how far it is; of a trace its entries and then its lanes, so that the page lays them out while they are judged;
 * what came of it, in which there are no entries; and at last, of a trace, what stores would have done with its writes,
 * which nobody should have to wait for.
 */
export type OpenReply =
  | { readonly kind: 'read'; readonly share: number }
  | { readonly kind: 'checking' }
  | { readonly kind: 'entries'; readonly columns: EntryColumns }
  | { readonly kind: 'lanes'; readonly lanes: readonly Lane[] }
  | { readonly kind: 'done'; readonly opening: Opening }
  | { readonly kind: 'stores'; readonly stores: StoreReplay };

interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<OpenRequest>) => void): void;
  postMessage(reply: OpenReply, transfer: readonly Transferable[]): void;
}

/** The page's types know a window only; this file runs in a worker. */
const scope = self as unknown as Scope;

scope.addEventListener('message', ({ data }) => {
  void answer(data);
});

async function answer(request: OpenRequest): Promise<void> {
  const opening = await open(request);
  if (!opening.ok) {
    tell({ kind: 'done', opening });
    return;
  }
  const { replay, source, problems } = opening.value;
  const bare = source.kind === 'trace' ? { ...source, run: { ...source.run, entries: [] } } : source;
  tell({ kind: 'done', opening: { ok: true, value: { source: bare, problems } } });
  if (replay !== undefined) tell({ kind: 'stores', stores: replay() });
}

function tell(reply: OpenReply, handedOver: readonly Transferable[] = []): void {
  scope.postMessage(reply, handedOver);
}

/** So many entries are told at once: taking them in must not hold the page up. */
const TOLD_AT_ONCE = 10_000;

function tellEntries(entries: Trace, lanes: readonly Lane[]): void {
  for (let from = 0; from < entries.length; from += TOLD_AT_ONCE) {
    const columns = columnsOf(entries, from, Math.min(entries.length, from + TOLD_AT_ONCE));
    tell({ kind: 'entries', columns }, buffersOf(columns));
  }
  tell({ kind: 'lanes', lanes });
}

async function open({ content, name }: OpenRequest): Promise<Opening> {
  let text: string;
  try {
    text =
      typeof content === 'string'
        ? content
        : await decodeFile(content, (share) => tell({ kind: 'read', share }));
  } catch {
    return notOpened({ kind: 'unreadable' });
  }
  tell({ kind: 'checking' });
  try {
    return await openContent(text, name, tellEntries);
  } catch {
    return notOpened({ kind: 'broken' });
  }
}
