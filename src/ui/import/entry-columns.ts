import type { Entry, Trace } from '../../engine/trace.ts';

/**
 * Entries on their way from a worker to the page. A hundred thousand objects, each with texts of its own, take long
 * to be copied and longer to be looked through: here numbers lie in lists that change hands without a copy, and a
 * text that many entries have is one text, on this side and on the other.
 */
export interface EntryColumns {
  /** `seq` of the first entry; the others follow. */
  readonly first: number;
  /** The form of each entry, as a place in `forms`. */
  readonly form: Uint32Array;
  readonly forms: readonly Form[];
  readonly texts: readonly string[];
}

/** What entries have in common that have the same fields in the same order, and what they have in them. */
interface Form {
  readonly fields: readonly Field[];
  /** For each field its values, one an entry of this form. */
  readonly columns: readonly Column[];
}

/** Every field but `seq`, which follows from the place. */
type Field = Exclude<keyof Entry, 'seq'>;
type Kind = 'number' | 'text' | 'other';
/** Numbers, places in the list of texts, or anything. */
type Column = Float64Array | Uint32Array | readonly unknown[];

const KINDS = {
  t: 'number',
  ev: 'text',
  actor: 'text',
  cause: 'other',
  client: 'text',
  key: 'text',
  token: 'number',
  expires: 'number',
  store: 'text',
  record: 'text',
  value: 'text',
  outcome: 'text',
  sent: 'number',
  base: 'number',
  by: 'text',
  held: 'other',
  unit: 'text',
  phase: 'text',
  text: 'text',
  id: 'text',
  message: 'text',
  to: 'text',
  body: 'other',
  op: 'text',
  reason: 'text',
  fence: 'number',
  byUs: 'number',
  ratePpm: 'number',
  marginUs: 'number',
  extra: 'other',
} as const satisfies { readonly [name in Field]-?: Kind };

/** Takes the entries from `from` up to, not including, `to` apart. */
export function columnsOf(entries: Trace, from: number, to: number): EntryColumns {
  const form = new Uint32Array(to - from);
  const texts = new Texts();
  const forms = new Forms(texts);
  for (let index = from; index < to; index += 1) {
    const entry = entries[index];
    if (entry !== undefined) form[index - from] = forms.take(entry);
  }
  return { first: from, form, forms: forms.all.map(closed), texts: texts.all };
}

/** The lists that change hands with the columns. */
export function buffersOf({ form, forms }: EntryColumns): readonly Transferable[] {
  const lists = [form, ...forms.flatMap(({ columns }) => columns)];
  return lists.flatMap((list) => (ArrayBuffer.isView(list) ? [list.buffer] : []));
}

/** Puts entries together again, equal to what they were, at the end of `entries`. */
export function addEntries({ first, form, forms, texts }: EntryColumns, entries: Entry[]): void {
  const taken = new Uint32Array(forms.length);
  const makers = forms.map(({ fields, columns }) => {
    const parts = fields.map((field, index) => ({
      field,
      values: columns[index] ?? [],
      texts: KINDS[field] === 'text' ? texts : null,
    }));
    // A copy has room for all its fields from the start, where one that grows is moved again and again.
    const empty = emptyEntry(fields);
    return (seq: number, place: number): Entry => {
      const entry = { ...empty };
      entry['seq'] = seq;
      for (const { field, values, texts: known } of parts) {
        const value = values[place];
        entry[field] = known === null ? value : known[value as number];
      }
      return entry as unknown as Entry;
    };
  });
  for (let index = 0; index < form.length; index += 1) {
    const number = form[index] ?? 0;
    const place = taken[number] ?? 0;
    taken[number] = place + 1;
    const make = makers[number];
    if (make !== undefined) entries.push(make(first + index, place));
  }
}

/** An object with the fields of a form and nothing in them. */
function emptyEntry(fields: readonly Field[]): { [name: string]: unknown } {
  const pairs = ['seq', ...fields].map((field) => `${JSON.stringify(field)}:null`);
  return JSON.parse(`{${pairs.join(',')}}`) as { [name: string]: unknown };
}

interface OpenForm {
  readonly fields: readonly Field[];
  readonly columns: readonly OpenColumn[];
}

/** Sorts entries by their form. */
class Forms {
  readonly all: OpenForm[] = [];
  private readonly places = new Map<string, number>();
  /** By kind of entry the form that one had last: the next most likely has it too. */
  private readonly latest = new Map<string, number>();
  private readonly texts: Texts;

  constructor(texts: Texts) {
    this.texts = texts;
  }

  /** Takes in the values of an entry; gives its form. */
  take(entry: Entry): number {
    let place = this.latest.get(entry.ev);
    if (place === undefined || !hasForm(entry, this.all[place]?.fields ?? [])) {
      place = this.placeOf(entry);
      this.latest.set(entry.ev, place);
    }
    const { columns } = this.all[place] as OpenForm;
    for (let index = 0; index < columns.length; index += 1) columns[index]?.take(entry);
    return place;
  }

  private placeOf(entry: Entry): number {
    const fields = Object.keys(entry).filter((name) => name !== 'seq') as Field[];
    const name = fields.join(' ');
    let place = this.places.get(name);
    if (place === undefined) {
      const columns = fields.map((field) => new OpenColumn(field, this.texts));
      place = this.all.push({ fields, columns }) - 1;
      this.places.set(name, place);
    }
    return place;
  }
}

/** Whether an entry has these fields, in this order, beside its `seq`, which comes first. */
function hasForm(entry: Entry, fields: readonly string[]): boolean {
  let index = -1;
  for (const name in entry) {
    if (index >= 0 && name !== fields[index]) return false;
    index += 1;
  }
  return index === fields.length;
}

class OpenColumn {
  readonly kind: Kind;
  readonly values: unknown[] = [];
  private readonly field: Field;
  private readonly texts: Texts;
  private lastText: unknown;
  private lastPlace = 0;

  constructor(field: Field, texts: Texts) {
    this.field = field;
    this.kind = KINDS[field];
    this.texts = texts;
  }

  take(entry: Entry): void {
    const value = entry[this.field];
    if (this.kind !== 'text') {
      this.values.push(value);
      return;
    }
    // The same text often comes many times in a row.
    if (value !== this.lastText) {
      this.lastText = value;
      this.lastPlace = this.texts.placeOf(value as string);
    }
    this.values.push(this.lastPlace);
  }
}

function closed({ fields, columns }: OpenForm): Form {
  return {
    fields,
    columns: columns.map(({ kind, values }) => {
      if (kind === 'other') return values;
      return kind === 'text' ? new Uint32Array(values as number[]) : new Float64Array(values as number[]);
    }),
  };
}

/** Each text once. */
class Texts {
  readonly all: string[] = [];
  private readonly places = new Map<string, number>();

  placeOf(text: string): number {
    let place = this.places.get(text);
    if (place === undefined) {
      place = this.all.push(text) - 1;
      this.places.set(text, place);
    }
    return place;
  }
}
