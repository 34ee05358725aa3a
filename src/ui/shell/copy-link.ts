import { encodeLink, LONGEST_LINK } from '../link/link.ts';
import { linkOf } from '../link/inputs-of-link.ts';
import { notify, type AppStore } from '../state/store.ts';
import { text } from '../text.ts';

/** Puts the link to what is shown on the clipboard. Where that cannot be, a message says why and what to do. */
export async function copyLink(store: AppStore): Promise<boolean> {
  const state = store.getState();
  const { source } = state;
  const hash = encodeLink(linkOf(state));
  const isFile = (source.kind === 'trace' || source.kind === 'document') && source.payload === null;
  if (isFile || hash.length > LONGEST_LINK) {
    const length = isFile ? source.packedLength : hash.length;
    notify(store, { text: text.page.linkTooLong(length, LONGEST_LINK), offersFile: true });
    return false;
  }
  const address = `${location.href.split('#')[0] ?? ''}#${hash}`;
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    // Not every page may use the clipboard; the address bar can always be copied from.
    history.replaceState(null, '', `#${hash}`);
    notify(store, { text: text.page.copyFailed });
    return false;
  }
}
