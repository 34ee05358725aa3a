import type { Json } from '../../engine/trace.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';
import { faultsOf, type Edits } from '../../scenarios/edits.ts';
import {
  mostFaults,
  settledDocument,
  type ParameterValues,
  type Scenario,
} from '../../scenarios/scenario.ts';

/** Values by target: the id of a parameter, or a JSON pointer. */
export type TargetValues = ReadonlyMap<string, number>;

/** A target is a place in the document, and not a parameter. */
export function isPointer(target: string): boolean {
  return target.startsWith('/');
}

/** Where a target acts in the document, as JSON pointers; nowhere: an unknown one. */
export function placesOf(scenario: Scenario, configuration: string, target: string): readonly string[] {
  if (isPointer(target)) {
    const [, fault] = /^\/faults\/(\d+)\//u.exec(target) ?? [];
    const own = faultsOf(settledDocument(scenario, configuration)).length;
    // A fault that only other configurations have.
    const isElsewhere = fault !== undefined && Number(fault) >= own && Number(fault) < mostFaults(scenario);
    return isElsewhere ? [] : [target];
  }
  const found: string[] = [];
  const look = (at: Json, path: string): void => {
    if (at === `$${target}`) found.push(path);
    else if (typeof at === 'object' && at !== null) {
      for (const [field, inner] of Object.entries(at)) look(inner, `${path}/${field}`);
    }
  };
  const document = settledDocument(scenario, configuration);
  if (document !== null) look(document, '');
  return found.filter((path) => !/^\/(?:parameters|configurations|expect)\//u.test(path));
}

/**
 * Whether a place changes from run to run without another machine: links, and faults other than those that make a
 * client do something beside its script.
 */
export function isOfRun(scenario: Scenario, configuration: string, place: string): boolean {
  if (/^\/links\/\d+\/\w+$/u.test(place) || place === '/latency') return true;
  const [, fault] = /^\/faults\/(\d+)\/\w+$/u.exec(place) ?? [];
  if (fault === undefined) return false;
  const document = settledDocument(scenario, configuration) as {
    readonly faults?: readonly FaultLike[];
  } | null;
  return document?.faults?.[Number(fault)]?.kind !== 'act';
}

interface FaultLike {
  readonly kind?: Json;
}

/** Whether a place says how messages travel. */
export function isOfLinks(place: string): boolean {
  return place.startsWith('/links/') || place === '/latency';
}

/** Targets as the parameters and edits that a link or playback takes. */
export function asInput(
  given: ParameterValues,
  values: TargetValues,
): { readonly values: ParameterValues; readonly edits: Edits } {
  const parameters: Record<string, number | string> = { ...given };
  const set: Record<string, number> = {};
  for (const [target, value] of values) {
    if (isPointer(target)) set[target] = value;
    else parameters[target] = value;
  }
  return { values: parameters, edits: { set, removed: [], added: [] } };
}

/** The body with other values at places of a run; the rest is shared. */
export function withPlaces(body: ScenarioBody, places: ReadonlyMap<string, number>): ScenarioBody {
  let { latency } = body;
  const faults = [...body.faults];
  const links = [...body.links];
  for (const [place, value] of places) {
    const [, list = '', index = '', field = ''] = place.split('/');
    if (list === 'latency') latency = value;
    else if (list === 'faults') put(faults, Number(index), field, value);
    else put(links, Number(index), field, value);
  }
  return { ...body, latency, faults, links };
}

function put(items: object[], index: number, field: string, value: number): void {
  const item = items[index];
  if (item !== undefined) items[index] = { ...item, [field]: value };
}
