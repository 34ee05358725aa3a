import { FIRST } from '../../scenarios/builtin/first.ts';
import type { EditTree } from '../state/edit-tree.ts';
import type { Inputs } from '../state/inputs.ts';
import { freshInputs } from '../state/inputs.ts';
import type { Notice } from '../state/notices.ts';
import type { Source } from '../state/source.ts';
import { text } from '../text.ts';
import { describeLinkProblem, inputsOfLink } from './inputs-of-link.ts';
import { decodeLink, type Link, type LinkSource } from './link.ts';

/** What a link opens: always something, with a message for each thing that was not as it should be. */
export interface Opened {
  readonly inputs: Inputs;
  readonly notices: readonly Notice[];
  /** Every branch that the link holds, the present one shown; null: it holds none beside it. */
  readonly tree: EditTree | null;
  /** The link opened nothing: the inputs are what was open before. */
  readonly stays: boolean;
}

/** What is at hand when a link is opened. */
export interface AtHand {
  /** What is open and stays so if the link opens nothing; null: nothing yet. */
  readonly open: Inputs | null;
  /** Files that were opened in this tab, by name: a link holds no more of them. */
  readonly files: ReadonlyMap<string, Source>;
}

const NOTHING_AT_HAND: AtHand = { open: null, files: new Map() };

/** Opens the text after `#`. Links to what comes with the page's first script open without waiting. */
export function openLink(hash: string, atHand: AtHand = NOTHING_AT_HAND): Opened | Promise<Opened> {
  const { link, problems } = decodeLink(hash);
  const said = problems.map(describeLinkProblem);
  const finish = (loaded: Loaded): Opened | Promise<Opened> => {
    const opened = finishOne(loaded);
    const { branches } = link;
    return branches === null || opened.stays
      ? opened
      : import('../branches/branches-link.ts')
          .then(({ withBranches }) => withBranches(opened, branches))
          // What the link opens is there all the same: the page must not stay empty for its branches.
          .catch(() => ({ ...opened, notices: [...opened.notices, { text: text.page.link.failed }] }));
  };
  const finishOne = ({ source, messages }: Loaded): Opened => {
    const { open } = atHand;
    if (source === null) {
      const instead = open === null ? text.page.link.firstInstead : text.page.link.stays;
      return {
        inputs: open ?? freshInputs(firstSource()),
        notices: noticesOf([...said, ...messages], instead),
        tree: null,
        stays: open !== null,
      };
    }
    const { inputs, ignored } = inputsOfLink(link, source);
    return { inputs, notices: noticesOf([...said, ...messages, ...ignored]), tree: null, stays: false };
  };
  // A link that names nothing to open and is broken besides was meant to open something else than the first.
  const isUnread = problems.some(({ kind }) => kind === 'too-long');
  if (isUnread || (link.source === null && problems.length > 0 && atHand.open !== null)) {
    return finish({ source: null, messages: [] });
  }
  const known = link.source?.kind === 'file' ? atHand.files.get(link.source.name) : undefined;
  const loaded =
    known === undefined ? loadSource(link.source, needsAll(link)) : { source: known, messages: [] };
  return loaded instanceof Promise ? loaded.then(finish) : finish(loaded);
}

/** What the page shows when nothing else is asked for. */
export function firstSource(): Source {
  return { kind: 'scenario', scenario: FIRST };
}

interface Loaded {
  /** null: it could not be opened, and the messages say why. */
  readonly source: Source | null;
  readonly messages: readonly string[];
}

/** Whether a change by hand needs what comes with the other scenarios. */
function needsAll({ edits }: Link): boolean {
  return edits.added.some((fault) => (fault as { readonly kind?: unknown }).kind === 'act');
}

function loadSource(wanted: LinkSource | null, all: boolean): Loaded | Promise<Loaded> {
  const source: LinkSource = wanted ?? { kind: 'scenario', id: FIRST.id };
  switch (source.kind) {
    case 'scenario':
      if (source.id === FIRST.id && !all) return { source: firstSource(), messages: [] };
      return loading(async () => {
        const { builtin } = await import('../gallery/load-builtin.ts');
        const scenario = builtin(source.id);
        return scenario === undefined
          ? { source: null, messages: [text.page.link['unknown-scenario'](source.id)] }
          : { source: { kind: 'scenario', scenario }, messages: [] };
      });
    case 'file':
      return { source: null, messages: [text.page.link.file(source.name)] };
    case 'report':
      return loading(async () => {
        const { openReport } = await import('../open/open-report.ts');
        const report = await openReport(source.id);
        return report === null
          ? { source: null, messages: [text.page.link['unknown-report'](source.id)] }
          : { source: report, messages: [] };
      });
    case 'trace':
    case 'document':
      return loading(async () => {
        const { unpack } = await import('./payload.ts');
        const unpacked = await unpack(source.payload);
        if (!unpacked.ok) {
          return { source: null, messages: [text.page.link.payload[unpacked.problem]] };
        }
        const [{ openText }] = await Promise.all([
          import('../open/open-text.ts'),
          // What a trace of the product's own may say.
          import('../../text/rare-words.ts'),
        ]);
        const opened = await openText(unpacked.text, source.kind, text.page.fromLink);
        const words = text.page.link[source.kind];
        return {
          source: opened.source,
          messages: opened.problems.map(({ where, what }) => words(where, what)),
        };
      });
  }
}

async function loading(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    return { source: null, messages: [text.page.link.failed] };
  }
}

/** More messages than these are counted and not told: they would fill the page. */
const MOST_MESSAGES = 8;

/** A notice for each message; the last of them also says what is shown instead. */
function noticesOf(messages: readonly string[], instead: string | null = null): readonly Notice[] {
  const all = [...new Set(messages)];
  const once = all.slice(0, MOST_MESSAGES);
  if (all.length > once.length) once.push(text.page.link.more(all.length - once.length));
  const last = once.pop();
  if (last !== undefined) once.push(instead === null ? last : `${last} ${instead}`);
  return once.map((message) => ({ text: message }));
}
