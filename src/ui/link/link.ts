import * as v from 'valibot';
import type { Pick } from '../../engine/schedule.ts';
import type { Json } from '../../engine/trace.ts';
import type { ParameterValues } from '../../scenarios/scenario.ts';
import { EVERYTHING, type GalleryFilter } from '../state/gallery-filter.ts';
import { GUIDE_PAGES, STUDY_PAGES, type GuidePage, type Study, type StudyPage } from '../state/inputs.ts';
import { MOST_EDITS, NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import { editPointer, faultOfText, textOfFault } from './edit-fields.ts';
import { galleryFields } from './gallery-fields.ts';
import { escape, msText, numberText, unescape } from './link-text.ts';

/**
 * The address after `#`: inputs only, never states, so that a link outlives the program that wrote it.
 *
 *     #s=paused-holder
 *     #s=paused-holder&p.pause=12000&c=naive,fenced&at=14&lane=A&v=0-20000&l=1
 *     #s=paused-holder&e./faults/0/for=9000&x=1&f=kind.crash,node.B,at.12000&l=1
 *     #gallery=fence&g.system=S5&g.outcome=corrupted
 *     #dispatch=&d.nodes=5&d.stalled-node=none
 *     #guide=questions
 *     #s=paused-holder&prove=pause.2,matrix.1
 *     #s=paused-holder&x=0&breaking=goal.refused&l=1
 *     #s=paused-holder&map=1~x,pause,0,30000,16~y,ttl,2000,30000,15~runs,50&l=1
 *
 * Raise the version when a link of today would mean something else: a field that changes its meaning or its
 * unit, or is needed to understand another. A new field that may be left out needs no new version, for an
 * older page says which field it does not know and loads the rest. Links of every version stay readable;
 * link.golden.test.ts holds some of each.
 */
export const LINK_VERSION = 1;

/** The longest link that travels well through mail and chat, in characters after `#`. */
export const LONGEST_LINK = 5000;

/** Longer ones are not even looked at. */
export const LONGEST_READ = 20_000;

/** What a link opens. */
export type LinkSource =
  | { readonly kind: 'scenario'; readonly id: string }
  | { readonly kind: 'report'; readonly id: string }
  /** A recorded trace or a scenario of one's own, packed; see payload.ts. */
  | { readonly kind: 'trace' | 'document'; readonly payload: string }
  /** Opened from a file that is too long for a link: its name is all that is left. */
  | { readonly kind: 'file'; readonly name: string };

/** The inputs that a link holds, as written: whether they fit the scenario is for others to find out. */
export interface Link {
  readonly source: LinkSource | null;
  /** Changed parameters alone: milliseconds for a duration, the option's name for a choice. */
  readonly values: ParameterValues;
  /** Configurations shown; null: those that the page shows of its own accord. */
  readonly shown: readonly string[] | null;
  /** The configuration whose entries are stepped through; null: the first shown. */
  readonly leading: string | null;
  readonly picks: readonly Pick[];
  readonly edits: Edits;
  /** Entry under the cursor; null: the interesting moment. */
  readonly at: number | null;
  /** Microseconds, if the cursor stands later than its entry. */
  readonly t: number | null;
  readonly lane: string | null;
  /** Part of the time axis in view, in microseconds; null: all. */
  readonly view: { readonly from: number; readonly to: number } | null;
  /** Long empty stretches are drawn short. */
  readonly folds: boolean;
  /** What the list of all scenarios is narrowed to; null: it is not shown. */
  readonly gallery: GalleryFilter | null;
  /** What is changed in the dispatch comparison; null: it is not shown. */
  readonly dispatch: ParameterValues | null;
  /** The page of the guide; null: it is not shown. */
  readonly guide: GuidePage | null;
  /** All branches, packed; null: the present one alone. */
  readonly branches: string | null;
  /** What is asked of the scenario, for the page that asks to read; null: none is shown. */
  readonly study: Study | null;
  /** What is to be broken by hand in the picture, for whoever shows that to read; null: nothing. */
  readonly breaking: string | null;
}

/** A link that says nothing: the page decides. */
export const EMPTY_LINK: Link = {
  source: null,
  values: {},
  shown: null,
  leading: null,
  picks: [],
  edits: NO_EDITS,
  at: null,
  t: null,
  lane: null,
  view: null,
  folds: false,
  gallery: null,
  dispatch: null,
  guide: null,
  branches: null,
  study: null,
  breaking: null,
};

/** What was wrong with a link; the catalogue has a sentence for each. */
export type LinkProblem =
  | { readonly kind: 'too-long'; readonly length: number; readonly limit: number }
  | { readonly kind: 'newer-version'; readonly version: number }
  /** The field is ignored. */
  | { readonly kind: 'unreadable-field'; readonly field: string; readonly expected: LinkExpectation }
  | { readonly kind: 'unknown-field'; readonly field: string }
  | { readonly kind: 'repeated-field'; readonly field: string }
  | { readonly kind: 'two-sources'; readonly field: string };

/** What a field should have looked like. */
export type LinkExpectation =
  | 'text'
  | 'version'
  | 'name'
  | 'names'
  | 'parameter'
  | 'pick'
  | 'entry'
  | 'time'
  | 'view'
  | 'edit'
  | 'fault'
  | 'places'
  | 'nothing'
  | 'payload';

/** A link as read: what was good, and what was not. */
export interface DecodedLink {
  readonly link: Link;
  readonly problems: readonly LinkProblem[];
}

/** Writes inputs as the text after `#`. A preset that nobody changed is its name alone. */
export function encodeLink(link: Link): string {
  const fields: string[] = [];
  const add = (name: string, value: string): void => void fields.push(`${name}=${escape(value)}`);
  if (link.source !== null) add(...sourceField(link.source));
  const bare = fields.length;
  for (const id of Object.keys(link.values).sort()) add(`p.${id}`, valueText(link.values[id]));
  if (link.shown !== null) add('c', link.shown.join(','));
  if (link.leading !== null) add('run', link.leading);
  for (const pick of link.picks) add('pick', `${String(pick.step)}~${pick.choice}`);
  for (const pointer of Object.keys(link.edits.set).sort()) {
    fields.push(`e.${escape(pointer)}=${escape(valueText(link.edits.set[pointer]))}`);
  }
  if (link.edits.removed.length > 0) add('x', link.edits.removed.join(','));
  for (const fault of link.edits.added) add('f', textOfFault(fault));
  if (link.at !== null) add('at', String(link.at));
  if (link.t !== null) add('t', msText(link.t));
  if (link.lane !== null) add('lane', link.lane);
  if (link.view !== null) add('v', `${msText(link.view.from)}-${msText(link.view.to)}`);
  if (link.folds) add('fold', '');
  if (link.gallery !== null) {
    add('gallery', link.gallery.words);
    for (const name of Object.keys(galleryFields) as (keyof typeof galleryFields)[]) {
      const value = link.gallery[name];
      if (value !== null) add(`g.${name}`, value);
    }
  }
  if (link.guide !== null) add('guide', link.guide);
  if (link.dispatch !== null) {
    add('dispatch', '');
    for (const id of Object.keys(link.dispatch).sort()) add(`d.${id}`, valueText(link.dispatch[id]));
  }
  if (link.branches !== null) add('b', link.branches);
  if (link.study !== null) add(link.study.page, link.study.asked);
  if (link.breaking !== null) add('breaking', link.breaking);
  if (fields.length > bare || (link.source !== null && link.source.kind !== 'scenario')) {
    add('l', String(LINK_VERSION));
  }
  return fields.join('&');
}

/** Reads the text after `#`, with or without it. Never throws: what is wrong is said, the rest is kept. */
export function decodeLink(hash: string): DecodedLink {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (text.length > LONGEST_READ) {
    return { link: EMPTY_LINK, problems: [{ kind: 'too-long', length: text.length, limit: LONGEST_READ }] };
  }
  const problems: LinkProblem[] = [];
  const draft: Draft = {
    link: { ...EMPTY_LINK },
    values: new Map(),
    dispatch: null,
    picks: [],
    set: new Map(),
    added: [],
    seen: new Set(),
  };
  for (const part of text.split('&')) if (part !== '') readField(part, draft, problems);
  const { removed } = draft.link.edits;
  const edits = { set: Object.fromEntries(draft.set), removed, added: draft.added };
  const dispatch = draft.dispatch === null ? null : Object.fromEntries(draft.dispatch);
  const values = Object.fromEntries(draft.values);
  const link = { ...draft.link, values, picks: draft.picks, edits, dispatch };
  return { link, problems };
}

interface Draft {
  link: Link;
  readonly values: Map<string, number | string>;
  dispatch: Map<string, number | string> | null;
  readonly picks: Pick[];
  readonly set: Map<string, number | string>;
  readonly added: Json[];
  readonly seen: Set<string>;
}

const name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]{0,63}$/u));
const ms = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,15}(?:\.\d{1,3})?$/u),
  // Adding 0 leaves no minus zero, which would not come back the same.
  v.transform((text) => Math.round(Number(text) * 1000) + 0),
  v.safeInteger(),
);
const payload = v.pipe(v.string(), v.regex(/^[\w-]+$/u));

/** How each field is read. A field's own schema decides; one bad field leaves the others alone. */
const FIELDS: { readonly [field: string]: FieldReader } = {
  l: field('version', v.pipe(v.string(), v.regex(/^\d{1,6}$/u), v.transform(Number)), () => undefined),
  s: source((id) => ({ kind: 'scenario', id }), name, 'name'),
  r: source((id) => ({ kind: 'report', id }), name, 'name'),
  trace: source((text) => ({ kind: 'trace', payload: text }), payload, 'payload'),
  doc: source((text) => ({ kind: 'document', payload: text }), payload, 'payload'),
  file: source(
    (text) => ({ kind: 'file', name: text }),
    v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    'text',
  ),
  c: field(
    'names',
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(name),
      v.maxLength(4),
      v.check((names) => new Set(names).size === names.length),
    ),
    (draft, shown) => (draft.link = { ...draft.link, shown }),
  ),
  run: field('name', name, (draft, leading) => (draft.link = { ...draft.link, leading })),
  at: field(
    'entry',
    v.pipe(v.string(), v.regex(/^\d{1,9}$/u), v.transform(Number)),
    (draft, at) => (draft.link = { ...draft.link, at }),
  ),
  t: field('time', ms, (draft, t) => (draft.link = { ...draft.link, t })),
  lane: field(
    'text',
    v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    (draft, lane) => (draft.link = { ...draft.link, lane }),
  ),
  x: field(
    'places',
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}(?:,\d{1,4})*$/u),
      v.transform((text) => text.split(',').map(Number)),
      v.maxLength(MOST_EDITS),
      v.check((places) => places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))),
    ),
    (draft, removed) => (draft.link = { ...draft.link, edits: { ...draft.link.edits, removed } }),
  ),
  b: field('payload', payload, (draft, branches) => (draft.link = { ...draft.link, branches })),
  gallery: field('text', v.pipe(v.string(), v.maxLength(100)), (draft, words) => {
    draft.link = { ...draft.link, gallery: { ...(draft.link.gallery ?? EVERYTHING), words } };
  }),
  ...Object.fromEntries(
    Object.entries(galleryFields).map(([name, schema]) => [
      `g.${name}`,
      field('name', schema, (draft, value) => {
        draft.link = { ...draft.link, gallery: { ...(draft.link.gallery ?? EVERYTHING), [name]: value } };
      }),
    ]),
  ),
  guide: field('name', v.picklist(GUIDE_PAGES), (draft, guide) => {
    draft.link = { ...draft.link, guide };
  }),
  ...Object.fromEntries(
    (Object.keys(STUDY_PAGES) as StudyPage[]).map((page) => [
      page,
      field('text', v.pipe(v.string(), v.maxLength(STUDY_PAGES[page])), (draft, asked) => {
        draft.link = { ...draft.link, study: { page, asked } };
      }),
    ]),
  ),
  breaking: field('text', v.pipe(v.string(), v.maxLength(STUDY_PAGES.break)), (draft, breaking) => {
    draft.link = { ...draft.link, breaking };
  }),
  dispatch: field('nothing', v.literal(''), (draft) => {
    draft.dispatch ??= new Map();
  }),
  fold: field('nothing', v.literal(''), (draft) => (draft.link = { ...draft.link, folds: true })),
  v: field(
    'view',
    v.pipe(
      v.string(),
      v.regex(/^(-?\d{1,15}(?:\.\d{1,3})?)-(-?\d{1,15}(?:\.\d{1,3})?)$/u),
      v.transform((text) => {
        const cut = text.indexOf('-', 1);
        return [text.slice(0, cut), text.slice(cut + 1)];
      }),
      v.tuple([ms, ms]),
      v.check(([from, to]) => from < to),
    ),
    (draft, [from, to]) => (draft.link = { ...draft.link, view: { from, to } }),
  ),
};

const parameterName = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]{0,31}$/u));
const parameterValue = v.union([
  v.pipe(v.string(), v.regex(/^-?\d{1,10}(?:\.\d{1,6})?$/u), v.transform(Number)),
  parameterName,
]);

const pick = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[1-9]\d{0,6}~./su),
  v.transform((text): Pick => {
    const cut = text.indexOf('~');
    return { step: Number(text.slice(0, cut)), choice: text.slice(cut + 1) };
  }),
);

type FieldReader = (value: string, draft: Draft, name: string) => LinkProblem | undefined;

function readField(part: string, draft: Draft, problems: LinkProblem[]): void {
  const cut = part.indexOf('=');
  const name = unescape(cut < 0 ? part : part.slice(0, cut)) ?? part;
  const value = cut < 0 ? '' : unescape(part.slice(cut + 1));
  const shownName = name.slice(0, 40);
  if (value === null) {
    problems.push({ kind: 'unreadable-field', field: shownName, expected: 'text' });
    return;
  }
  if (name === 'pick') {
    const read = v.safeParse(pick, value);
    if (read.success && draft.picks.length < 200) draft.picks.push(read.output);
    else problems.push({ kind: 'unreadable-field', field: 'pick', expected: 'pick' });
    return;
  }
  if (name === 'f') {
    const fault = faultOfText(value);
    if (fault !== null && draft.added.length < MOST_EDITS) draft.added.push(fault);
    else problems.push({ kind: 'unreadable-field', field: 'f', expected: 'fault' });
    return;
  }
  if (draft.seen.has(name)) {
    problems.push({ kind: 'repeated-field', field: shownName });
    return;
  }
  draft.seen.add(name);
  if (name.startsWith('p.') || name.startsWith('d.')) {
    const id = v.safeParse(parameterName, name.slice(2));
    const read = v.safeParse(parameterValue, value);
    if (id.success && read.success) {
      const values = name.startsWith('p.') ? draft.values : (draft.dispatch ??= new Map());
      values.set(id.output, read.output);
    } else problems.push({ kind: 'unreadable-field', field: shownName, expected: 'parameter' });
    return;
  }
  if (name.startsWith('e.')) {
    const pointer = v.safeParse(editPointer, name.slice(2));
    const read = v.safeParse(parameterValue, value);
    if (pointer.success && read.success && draft.set.size < MOST_EDITS) {
      draft.set.set(pointer.output, read.output);
    } else problems.push({ kind: 'unreadable-field', field: shownName, expected: 'edit' });
    return;
  }
  const reader = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (reader === undefined) {
    problems.push({ kind: 'unknown-field', field: shownName });
    return;
  }
  if (name === 'l' && Number(value) > LINK_VERSION) {
    problems.push({ kind: 'newer-version', version: Number(value) });
    return;
  }
  const problem = reader(value, draft, name);
  if (problem !== undefined) problems.push(problem);
}

function field<Output>(
  expected: LinkExpectation,
  schema: v.GenericSchema<string, Output>,
  keep: (draft: Draft, value: Output) => void,
): FieldReader {
  return (value, draft, name) => {
    const read = v.safeParse(schema, value);
    if (!read.success) return { kind: 'unreadable-field', field: name, expected };
    keep(draft, read.output);
    return undefined;
  };
}

function source(
  make: (value: string) => LinkSource,
  schema: v.GenericSchema<string, string>,
  expected: LinkExpectation,
): FieldReader {
  return (value, draft, name) => {
    const read = v.safeParse(schema, value);
    if (!read.success) return { kind: 'unreadable-field', field: name, expected };
    if (draft.link.source !== null) return { kind: 'two-sources', field: name };
    draft.link = { ...draft.link, source: make(read.output) };
    return undefined;
  };
}

function sourceField(source: LinkSource): [string, string] {
  switch (source.kind) {
    case 'scenario':
      return ['s', source.id];
    case 'report':
      return ['r', source.id];
    case 'trace':
      return ['trace', source.payload];
    case 'document':
      return ['doc', source.payload];
    case 'file':
      return ['file', source.name.slice(0, 200)];
  }
}

function valueText(value: number | string | undefined): string {
  return typeof value === 'number' ? numberText(value, 6) : (value ?? '');
}
