import type { Inputs } from '../state/inputs.ts';
import type { Notice } from '../state/notices.ts';
import { encodeLink, LONGEST_LINK } from '../link/link.ts';
import { linkOf } from '../link/inputs-of-link.ts';
import { pack, unpack } from '../link/payload.ts';
import { branchesText as words } from '../../text/branches.ts';
import type { EditTree } from '../state/edit-tree.ts';
import { notify, type AppStore } from '../state/store.ts';
import { readTree, treeWith, WORK_VERSION, writtenTree } from './work.ts';

/** What a link opens, with all its branches; what is wrong with them is said, and the present one is shown. */
export async function withBranches<
  Opened extends { readonly inputs: Inputs; readonly notices: readonly Notice[] },
>(opened: Opened, payload: string): Promise<Opened & { readonly tree?: EditTree }> {
  const { values, edits, schedule } = opened.inputs;
  const tell = (problem: string): Opened => ({ ...opened, notices: [...opened.notices, { text: problem }] });
  const unpacked = await unpack(payload);
  const written = unpacked.ok ? parsed(unpacked.text) : null;
  if (written === null) return tell(words.linkUnreadable);
  if (written.version !== WORK_VERSION) return tell(words.linkNewer);
  const read = readTree(written.tree);
  return read.ok
    ? { ...opened, tree: treeWith(read.value, { values, edits, schedule }) }
    : tell(words.linkUnreadable);
}

/** The text after `#` that opens what is shown, with every branch. */
export async function linkWithBranches(inputs: Inputs, tree: EditTree): Promise<string> {
  const branches = await pack(JSON.stringify({ version: WORK_VERSION, tree: writtenTree(tree) }));
  return encodeLink({ ...linkOf(inputs), branches });
}

/** Puts the link with every branch on the clipboard; where that cannot be, a message says why. */
export async function copyAllBranches(store: AppStore): Promise<boolean> {
  const state = store.getState();
  const hash = await linkWithBranches(state, state.tree);
  if (hash.length > LONGEST_LINK) {
    notify(store, { text: words.linkTooLong(hash.length, LONGEST_LINK) });
    return false;
  }
  try {
    await navigator.clipboard.writeText(`${location.href.split('#')[0] ?? ''}#${hash}`);
    return true;
  } catch {
    notify(store, { text: words.copyFailed });
    return false;
  }
}

function parsed(text: string): { readonly version?: unknown; readonly tree?: unknown } | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
