import * as v from 'valibot';
import { bad, good, type Problem, type Result } from '../engine/result.ts';
import type { Json } from '../engine/trace.ts';
import { fillBlanks } from './blanks.ts';
import { checkReferences } from './check-references.ts';
import { applyEdits, editsOfOwnFaults, faultsOf, hasEdits, NO_EDITS, type Edits } from './edits.ts';
import { problemOf } from './problem-of.ts';
import {
  bodySchema,
  frameSchema,
  type ScenarioBody,
  type ScenarioConfiguration,
  type ScenarioFrame,
  type ScenarioParameter,
} from './schema.ts';
import { checkShape, FORBIDDEN_NAMES } from './shape.ts';

/** Values of parameters, by id: milliseconds for a duration, the option's name for a choice. */
export type ParameterValues = { readonly [id: string]: number | string };

/** A scenario document that was read and found good. */
export interface Scenario {
  readonly id: string;
  readonly document: { readonly [field: string]: Json };
  readonly parameters: readonly ScenarioParameter[];
  readonly configurations: readonly ScenarioConfiguration[];
  readonly expect: ScenarioFrame['expect'];
  readonly name?: string;
  readonly sentence?: string;
  readonly tryNext?: string;
  readonly source?: string;
  readonly system?: string;
  readonly row?: string;
}

/**
 * Reads a scenario document. Problems name the path in the document and what was expected; every
 * configuration is checked with every parameter at its own value.
 */
export function readScenario(document: unknown): Result<Scenario> {
  const misshapen = checkShape(document);
  if (misshapen.length > 0) return bad(...unique(misshapen));
  const frame = v.safeParse(frameSchema, document);
  if (!frame.success) return bad(...unique(problemsOf(frame.issues)));
  const { id, parameters, configurations, expect } = frame.output;
  const json = document as Scenario['document'];
  const scenario: Scenario = {
    id,
    document: json,
    parameters,
    configurations,
    expect,
    ...texts(json),
  };
  const problems = [...duplicates(parameters, 'parameters'), ...duplicates(configurations, 'configurations')];
  for (const [index, parameter] of parameters.entries()) problems.push(...checkRange(parameter, index));
  for (const name of Object.keys(expect)) {
    if (!configurations.some((configuration) => configuration.id === name))
      problems.push({ where: `expect.${name}`, what: `there is no configuration "${name}"` });
  }
  for (const configuration of configurations) {
    const body = resolveBody(scenario, configuration.id, {});
    if (!body.ok) problems.push(...body.problems);
  }
  return problems.length === 0 ? good(scenario) : bad(...unique(problems));
}

/** The values that a scenario's parameters have when nobody changed them. */
export function defaultValues(scenario: Scenario): ParameterValues {
  return Object.fromEntries(scenario.parameters.map((parameter) => [parameter.id, parameter.value]));
}

/**
 * The body of a document with one configuration, these parameter values and edits put in; parameters that
 * are not named keep their own value. Values out of range or unknown are problems, as are edits that name no
 * place; those of a fault that only other configurations have say nothing here.
 */
export function resolveBody(
  scenario: Scenario,
  configurationId: string,
  values: ParameterValues,
  edits: Edits = NO_EDITS,
): Result<ScenarioBody> {
  const configuration = scenario.configurations.find((candidate) => candidate.id === configurationId);
  if (configuration === undefined) {
    return bad({ where: 'configurations', what: `there is no configuration "${configurationId}"` });
  }
  const problems = checkValues(scenario, values);
  if (problems.length > 0) return bad(...problems);
  const all = { ...defaultValues(scenario), ...values };
  const set = applySet(scenario.document, configuration);
  if (!set.ok) return set;
  const filled = fillBlanks(set.value, all);
  if (!filled.ok) return filled;
  const edited = applyOwnEdits(scenario, filled.value, edits);
  if (!edited.ok) return edited;
  const body = v.safeParse(bodySchema, edited.value);
  if (!body.success) return bad(...problemsOf(body.issues));
  const wrong = checkReferences(body.output);
  return wrong.length === 0 ? good(body.output) : bad(...wrong);
}

/** The document of a configuration with edits put in, but for those of faults that only other configurations have. */
export function applyOwnEdits(scenario: Scenario, document: Json, edits: Edits): Result<Json> {
  if (!hasEdits(edits)) return applyEdits(document, edits);
  const own = faultsOf(document).length;
  return applyEdits(document, editsOfOwnFaults(edits, own, mostFaults(scenario)));
}

/** How many faults that configuration has that has most. */
export function mostFaults(scenario: Scenario): number {
  const counts = scenario.configurations.map(({ id }) => faultsOf(settledDocument(scenario, id)).length);
  return Math.max(0, ...counts);
}

/** Checks values from outside against the parameters: what is unknown or out of range. */
export function checkValues(scenario: Scenario, values: ParameterValues): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [id, value] of Object.entries(values)) {
    const parameter = scenario.parameters.find((candidate) => candidate.id === id);
    const where = `parameter ${id}`;
    if (parameter === undefined) problems.push({ where, what: `is not a parameter of "${scenario.id}"` });
    else if (parameter.kind === 'choice') {
      if (typeof value !== 'string' || !parameter.options.includes(value)) {
        problems.push({ where, what: `must be one of ${parameter.options.join(', ')}` });
      }
    } else if (typeof value !== 'number' || !(value >= parameter.min && value <= parameter.max)) {
      const range = `${String(parameter.min)} to ${String(parameter.max)} ms`;
      problems.push({ where, what: `must be a number from ${range}` });
    }
  }
  return problems;
}

function texts(document: Scenario['document']): Partial<Scenario> {
  const found: Record<string, string> = {};
  for (const field of ['name', 'sentence', 'tryNext', 'source', 'system', 'row']) {
    const value = document[field];
    if (typeof value === 'string') found[field] = value;
  }
  return found;
}

const settled = new WeakMap<
  ScenarioConfiguration,
  { readonly of: Scenario['document']; readonly document: Result<Json> }
>();

/** The document of one configuration, its parameters not put in yet; null if there is no such configuration. */
export function settledDocument(scenario: Scenario, configurationId: string): Json | null {
  const configuration = scenario.configurations.find(({ id }) => id === configurationId);
  if (configuration === undefined) return null;
  const document = applySet(scenario.document, configuration);
  return document.ok ? document.value : null;
}

/** A document with what one configuration sets, the same for all values of parameters. */
function applySet(document: Scenario['document'], configuration: ScenarioConfiguration): Result<Json> {
  const known = settled.get(configuration);
  if (known?.of === document) return known.document;
  const made = withSet(document, configuration);
  settled.set(configuration, { of: document, document: made });
  return made;
}

function withSet(document: Scenario['document'], configuration: ScenarioConfiguration): Result<Json> {
  const copy = structuredCopy(document);
  for (const [pointer, value] of Object.entries(configuration.set)) {
    const steps = pointer.slice(1).split('/');
    const last = steps.pop() ?? '';
    let at: unknown = copy;
    for (const step of steps)
      at = isContainer(at) && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
    const where = `configurations ${configuration.id} ${pointer}`;
    // Of a list only its items: whoever set its length would make a list of any size.
    const isMissing = Array.isArray(at) && !(/^\d+$/u.test(last) && Object.hasOwn(at, last));
    if (!isContainer(at) || FORBIDDEN_NAMES.has(last) || isMissing) {
      return bad({ where, what: 'names no place in this document' });
    }
    (at as Record<string, unknown>)[last] = value;
  }
  return good(copy);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function structuredCopy(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function checkRange(parameter: ScenarioParameter, index: number): readonly Problem[] {
  const where = `parameters.${String(index)}`;
  if (parameter.kind === 'choice') {
    return parameter.options.includes(parameter.value)
      ? []
      : [{ where, what: 'value must be one of its options' }];
  }
  const { min, max, value } = parameter;
  return min <= value && value <= max ? [] : [{ where, what: 'value must lie between min and max' }];
}

function duplicates(items: readonly { readonly id: string }[], where: string): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { id } of items) {
    if (seen.has(id)) problems.push({ where, what: `"${id}" occurs twice` });
    seen.add(id);
  }
  return problems;
}

/** The most problems that are told one by one. */
const MOST_TOLD = 100;
const LONGEST_TOLD = 300;

function problemsOf(issues: readonly v.BaseIssue<unknown>[]): Problem[] {
  const told = issues.slice(0, MOST_TOLD).map((issue) => {
    const { where, what } = problemOf(issue);
    return { where: where === '' ? 'document' : where, what };
  });
  const untold = issues.length - told.length;
  if (untold > 0) told.push({ where: 'document', what: `has ${String(untold)} more problems` });
  return told;
}

/** What a document holds may be part of a message, however long it is. */
function shortened(message: string): string {
  return message.length > LONGEST_TOLD ? `${message.slice(0, LONGEST_TOLD)}...` : message;
}

/** Each problem once: configurations share most of a document. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map(problems.map((problem) => [`${problem.where}: ${problem.what}`, problem]));
  return [...once.values()]
    .slice(0, MOST_TOLD)
    .map(({ where, what }) => ({ where: shortened(where), what: shortened(what) }));
}
