import type { Json } from '../../engine/trace.ts';
import { settledDocument, type Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';

/** A number of a document that can be changed, in milliseconds. */
export interface Place {
  /** JSON pointer into the document. */
  readonly pointer: string;
  /** The number that stands there; null where a parameter gives it. */
  readonly own: number | null;
  /** The parameter that gives it; null where the document says a number itself. */
  readonly parameter: { readonly id: string; readonly min: number; readonly max: number } | null;
}

/** Times of documents end here, in milliseconds. */
const LONGEST_MS = 86_400_000;

/** A place of one configuration of a scenario; null if the document has no number there. */
export function placeOf(scenario: Scenario, configuration: string, pointer: string): Place | null {
  const document = settledDocument(scenario, configuration);
  const raw = document === null ? undefined : valueAt(document, pointer);
  if (typeof raw === 'number') return { pointer, own: raw, parameter: null };
  if (typeof raw !== 'string' || !raw.startsWith('$')) return null;
  const parameter = scenario.parameters.find(({ id }) => id === raw.slice(1));
  if (parameter?.kind !== 'duration') return null;
  return { pointer, own: null, parameter: { id: parameter.id, min: parameter.min, max: parameter.max } };
}

/** The values that a place may have, in milliseconds. */
export function rangeOf(place: Pick<Place, 'parameter'>): { readonly min: number; readonly max: number } {
  return place.parameter ?? { min: 0, max: LONGEST_MS };
}

/**
 * The state with a number, in milliseconds, at a place. Where a parameter gives the number it is the
 * parameter that changes, so that its slider moves along; what is out of its range is brought to its end.
 */
export function withPlace(scenario: Scenario, edited: Edited, place: Place, ms: number): Edited {
  const { min, max } = rangeOf(place);
  const value = Math.round(Math.min(max, Math.max(min, ms)) * 1000) / 1000;
  const { parameter, pointer } = place;
  if (parameter === null) {
    const { [pointer]: _, ...others } = edited.edits.set;
    const set = value === place.own ? others : { ...others, [pointer]: value };
    return { ...edited, edits: { ...edited.edits, set } };
  }
  const own = scenario.parameters.find(({ id }) => id === parameter.id)?.value;
  const { [parameter.id]: _, ...others } = edited.values;
  return { ...edited, values: value === own ? others : { ...others, [parameter.id]: value } };
}

function valueAt(document: Json, pointer: string): Json | undefined {
  let at: Json | undefined = document;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as { readonly [field: string]: Json })[step];
  }
  return at;
}
