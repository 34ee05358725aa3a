import '../services/all-services.ts';
import type { Scenario } from '../scenario.ts';
import { CATALOGUE } from './catalogue.ts';
import { FIRST, readBuiltin } from './first.ts';

const read = new Map<string, Scenario>([[FIRST.id, FIRST]]);

/**
 * A built-in scenario by its id; undefined if there is none. It is read when it is first asked for, by the
 * same schema as anybody's file.
 */
export function builtin(id: string): Scenario | undefined {
  const known = read.get(id);
  if (known !== undefined) return known;
  const entry = CATALOGUE.find((candidate) => candidate.id === id);
  if (entry === undefined) return undefined;
  const scenario = readBuiltin(entry.document);
  read.set(id, scenario);
  return scenario;
}

/** Every built-in scenario, in the order of the catalogue. Reading them all takes a while. */
export function builtins(): readonly Scenario[] {
  return CATALOGUE.flatMap(({ id }) => builtin(id) ?? []);
}
