import { MOST_EDITS, type Edits } from '../../scenarios/edits.ts';
import { hasPlaces, readFigures } from '../../scenarios/budget/read-figures.ts';
import {
  resolveBody,
  settledDocument,
  type ParameterValues,
  type Scenario,
} from '../../scenarios/scenario.ts';
import type { Json } from '../../engine/trace.ts';
import type { Inputs } from '../state/inputs.ts';
import type { Typed } from './asked.ts';
import type { ClientBudget } from './budget-of.ts';
import { FIELD_NAMES, type FieldName } from './fields.ts';

/** What of the typed numbers the scenario has a place for, and the scenario with them. */
export interface PutBack {
  readonly values: ParameterValues;
  readonly edits: Edits;
  /** Numbers that went into the scenario, and those that stay here alone. */
  readonly put: readonly FieldName[];
  readonly kept: readonly FieldName[];
}

/** Puts typed numbers where the scenario has them: into a parameter, or into the place of the document that says them. */
export function putBack(
  scenario: Scenario,
  configuration: string,
  { values, edits }: Pick<Inputs, 'values' | 'edits'>,
  { read, figures }: ClientBudget,
  typed: Typed,
): PutBack {
  const document = settledDocument(scenario, configuration);
  let changed: Pick<PutBack, 'values' | 'edits'> = { values, edits };
  const wanted = FIELD_NAMES.filter((name) => typed.numbers[name] !== undefined);
  const put = new Set<FieldName>();
  const tryAll = (): void => {
    for (const name of wanted) {
      const value = typed.numbers[name] ?? null;
      const places = inDocument(read.places[name] ?? [], document, edits);
      if (put.has(name) || value === null || places === null || document === null) continue;
      const next = placed(scenario, document, changed, places, value);
      if (next === null || !says(scenario, configuration, next, read.client, name, figures[name])) continue;
      changed = next;
      put.add(name);
    }
  };
  tryAll();
  // Some numbers fit only after others have changed.
  if (put.size > 0 && put.size < wanted.length) tryAll();
  return {
    ...changed,
    put: wanted.filter((name) => put.has(name)),
    kept: wanted.filter((name) => !put.has(name)),
  };
}

/** Whether the scenario can be read with what was put into it, and says that number then. */
function says(
  scenario: Scenario,
  configuration: string,
  { values, edits }: Pick<PutBack, 'values' | 'edits'>,
  client: string,
  name: FieldName,
  wanted: number | null,
): boolean {
  const body = resolveBody(scenario, configuration, values, edits);
  return body.ok && readFigures(body.value, client)?.figures[name] === wanted;
}

/** Places of the body as places of the document, which has the faults that were taken away too; null: it has none. */
function inDocument(
  places: readonly string[],
  document: Json | null,
  { removed }: Edits,
): readonly string[] | null {
  const faults = (document as { readonly faults?: readonly Json[] } | null)?.faults ?? [];
  const left = faults.flatMap((_, index) => (removed.includes(index) ? [] : [index]));
  const own = places.map((place) => {
    const [, index, field] = /^\/faults\/(\d+)\/(\w+)$/u.exec(place) ?? [];
    if (index === undefined || field === undefined) return place;
    const at = left[Number(index)];
    return at === undefined ? '' : `/faults/${String(at)}/${field}`;
  });
  return own.length > 0 && document !== null && hasPlaces(document, own) ? own : null;
}

function placed(
  scenario: Scenario,
  document: Json,
  { values, edits }: Pick<PutBack, 'values' | 'edits'>,
  places: readonly string[],
  value: number,
): Pick<PutBack, 'values' | 'edits'> | null {
  const said = new Set(places.map((place) => valueAt(document, place)));
  const [only] = said;
  if (said.size === 1 && typeof only === 'string') {
    const parameter = scenario.parameters.find(({ id }) => `$${id}` === only);
    if (parameter?.kind !== 'duration' || value < parameter.min || value > parameter.max) return null;
    const { [parameter.id]: _before, ...others } = values;
    // What was set by hand in its place would hide it.
    const set = Object.fromEntries(Object.entries(edits.set).filter(([place]) => !places.includes(place)));
    return {
      values: value === parameter.value ? others : { ...others, [parameter.id]: value },
      edits: { ...edits, set },
    };
  }
  const set = { ...edits.set, ...Object.fromEntries(places.map((place) => [place, value])) };
  return Object.keys(set).length > MOST_EDITS ? null : { values, edits: { ...edits, set } };
}

function valueAt(document: Json, place: string): Json | undefined {
  let at: Json | undefined = document;
  for (const step of place.slice(1).split('/'))
    at = (at as { readonly [field: string]: Json } | undefined)?.[step];
  return at;
}
