import type { Inputs } from '../state/inputs.ts';
import { openInputs, type AppStore } from '../state/store.ts';
import type { Source } from '../state/source.ts';
import { linkOf, linkSourceOf } from './inputs-of-link.ts';
import { encodeLink, LONGEST_READ } from './link.ts';
import { openLink } from './open-link.ts';

/** Browsers refuse an address that changes too often; nobody reads it while it does. */
const SETTLED_MS = 250;

/**
 * Keeps the address bar and the tab's history in step with the store: opening something makes an entry,
 * everything else changes the present one once it has settled. Returns what ends it.
 */
export function followAddress(store: AppStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the address bar is known to hold, as it was set or read: the browser may write it otherwise. */
  let written = encodeLink(linkOf(store.getState()));
  // An address that was too long to be read would slow down whatever the browser does with it.
  if (location.hash.length > LONGEST_READ) history.replaceState(null, '', `#${written}`);
  let reading = 0;
  let isRestoring = false;

  const replace = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const hash = encodeLink(linkOf(store.getState()));
    if (hash === written) return;
    written = hash;
    history.replaceState(null, '', `#${hash}`);
  };

  const files = new Map<string, Source>();

  const unsubscribe = store.subscribe((state, before) => {
    if (state.openings !== before.openings) {
      clearTimeout(timer);
      timer = undefined;
      keepFile(files, state.source);
      if (isRestoring) return;
      // What is opened by hand counts, not what the history asked for before and is still loading.
      reading += 1;
      // The entry that is left keeps the last of what was changed there.
      const last = encodeLink(linkOf(before));
      if (last !== written) history.replaceState(null, '', `#${last}`);
      written = encodeLink(linkOf(state));
      if (written !== last) history.pushState(null, '', `#${written}`);
    } else if (differs(state, before)) {
      clearTimeout(timer);
      timer = setTimeout(replace, SETTLED_MS);
    }
  });

  const restore = async (): Promise<void> => {
    const hash = location.hash.slice(1);
    if (hash === written) return;
    clearTimeout(timer);
    written = hash;
    reading += 1;
    const mine = reading;
    const opened = await openLink(hash, { open: store.getState(), files });
    // Another step through the history may have come meanwhile.
    if (mine !== reading) return;
    if (opened.stays) {
      store.setState({ notices: opened.notices });
      replace();
      return;
    }
    isRestoring = true;
    openInputs(store, opened.inputs, opened.notices, opened.tree);
    isRestoring = false;
  };
  const onHash = (): void => void restore();

  // popstate comes for back and forward, hashchange also for an address that was typed.
  window.addEventListener('popstate', onHash);
  window.addEventListener('hashchange', onHash);
  window.addEventListener('pagehide', replace);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('popstate', onHash);
    window.removeEventListener('hashchange', onHash);
    window.removeEventListener('pagehide', replace);
  };
}

/** How many files of a tab are kept for its history, with all of their entries. */
const MOST_FILES = 3;

/** Keeps a file that is too long for a link, so that back and forward find it again; the oldest goes. */
function keepFile(files: Map<string, Source>, source: Source): void {
  const link = linkSourceOf(source);
  if (link.kind !== 'file') return;
  files.delete(link.name);
  files.set(link.name, source);
  for (const name of files.keys()) {
    if (files.size <= MOST_FILES) return;
    files.delete(name);
  }
}

function differs(a: Inputs, b: Inputs): boolean {
  return (
    a.source !== b.source ||
    a.values !== b.values ||
    a.shown !== b.shown ||
    a.leading !== b.leading ||
    a.schedule !== b.schedule ||
    a.edits !== b.edits ||
    a.cursor !== b.cursor ||
    a.lane !== b.lane ||
    a.view !== b.view ||
    a.folds !== b.folds ||
    a.gallery !== b.gallery ||
    a.dispatch !== b.dispatch ||
    a.guide !== b.guide ||
    a.study !== b.study ||
    a.breaking !== b.breaking
  );
}
