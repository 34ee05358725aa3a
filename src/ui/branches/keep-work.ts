import { branchesText as words } from '../../text/branches.ts';
import { linkSourceOf } from '../link/inputs-of-link.ts';
import { scenarioOf, type Source } from '../state/source.ts';
import { notify, type AppStore } from '../state/store.ts';
import { KEY, readWork, writeWork, type KeepProblem, type Shelf } from './kept.ts';
import { joined, treeWith, withOthers } from './work.ts';

/** The store is written once changes have settled: a drag makes many. */
const SETTLED_MS = 400;

/**
 * Keeps the branches of what is open in the browser, so that a reload loses nothing, and brings back those of
 * earlier visits. What cannot be read or kept is said once.
 */
export function keepWork(store: AppStore, shelf: Shelf | null = browserShelf()): void {
  const said = new Set<KeepProblem>();
  const say = (problem: KeepProblem | null): void => {
    if (problem === null || said.has(problem)) return;
    said.add(problem);
    notify(store, { text: words.keepProblems[problem] });
  };
  if (shelf === null) return;

  const restore = (): void => {
    const { source, tree, values, edits, schedule } = store.getState();
    const name = nameOf(source);
    if (name === null) return;
    const { tree: kept, problem } = readWork(shelf, name);
    say(problem);
    if (kept === null) return;
    // What a link brought along, or was changed before this was loaded, comes to what was there.
    const both = tree.nodes.size > 2 ? joined(kept, tree) : treeWith(kept, { values, edits, schedule });
    store.setState({ tree: both });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { source, tree } = store.getState();
    const name = nameOf(source);
    if (name !== null) say(writeWork(shelf, name, tree));
  };
  const savePending = (): void => {
    if (timer !== undefined) save();
  };

  restore();
  store.subscribe((state, before) => {
    if (state.openings !== before.openings && state.source !== before.source) {
      // Another thing is open: what is waiting to be kept belongs to the one before.
      if (timer !== undefined) {
        clearTimeout(timer);
        timer = undefined;
        const name = nameOf(before.source);
        if (name !== null) say(writeWork(shelf, name, before.tree));
      }
      restore();
      return;
    }
    if (state.tree === before.tree) return;
    clearTimeout(timer);
    timer = setTimeout(save, SETTLED_MS);
  });
  // Another tab on the same thing has kept its branches: they come to those that are here, or the next to keep its own
  // would write over them. A branch that one tab deletes stays while another has it.
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    const { source, tree } = store.getState();
    const name = nameOf(source);
    const { tree: kept } = name === null ? { tree: null } : readWork(shelf, name);
    const both = kept === null ? null : withOthers(tree, kept);
    if (both !== null) store.setState({ tree: both });
  });
  window.addEventListener('pagehide', savePending);
  document.addEventListener('visibilitychange', savePending);
}

/** What the work on a source is kept under; null for what cannot be changed, or has no name that lasts. */
function nameOf(source: Source): string | null {
  if (scenarioOf(source) === null) return null;
  const link = linkSourceOf(source);
  return link.kind === 'file' ? null : JSON.stringify(link);
}

function browserShelf(): Shelf | null {
  try {
    return localStorage;
  } catch {
    // Storage may be forbidden.
    return null;
  }
}
