import { decodeFile } from './decode.ts';
import { openContent } from './open-content.ts';
import type { StoreReplay } from '../reports/store-rows.ts';
import { notOpened, type Opening } from './opened.ts';

/** What the worker is asked: one file or text. */
export interface OpenRequest {
  readonly content: Blob | string;
  readonly name: string;
}

/**
 * What the worker tells: how far it is, what came of it, and at last, of a trace, what stores would have done with its
 * writes, which nobody should have to wait for.
 */
export type OpenReply =
  | { readonly kind: 'read'; readonly share: number }
  | { readonly kind: 'checking' }
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
  const { replay, ...value } = opening.value;
  tell({ kind: 'done', opening: { ok: true, value } });
  if (replay !== undefined) tell({ kind: 'stores', stores: replay() });
}

function tell(reply: OpenReply): void {
  scope.postMessage(reply, []);
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
    return await openContent(text, name);
  } catch {
    return notOpened({ kind: 'broken' });
  }
}
