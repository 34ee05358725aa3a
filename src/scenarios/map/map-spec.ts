import * as v from 'valibot';
import { bad, good, type Result } from '../../engine/result.ts';
import { MOST_EDITS } from '../edits.ts';
import { problemOf } from '../problem-of.ts';
import { jsonPointer, name, number } from '../schema-parts.ts';
import { distributionSchema } from './distribution.ts';

/** Raised when a map written before would be read otherwise. */
export const MAP_VERSION = 1;

/** The most cells along one side, and runs of one cell. */
export const MOST_CELLS = 100;
export const MOST_RUNS = 100_000;
/** The most values that can be drawn. */
export const MOST_DRAWS = 20;

/** What varies: a parameter of the document by its id, or a place in it by JSON pointer. */
const target = v.union(
  [name, jsonPointer()],
  'must be the id of a parameter or a JSON pointer such as "/faults/0/for"',
);

const wholeNumber = v.pipe(number, v.safeInteger('must be a whole number'));

function count(from: number, to: number) {
  const told = `must be a whole number from ${String(from)} to ${String(to)}`;
  return v.pipe(number, v.safeInteger(told), v.minValue(from, told), v.maxValue(to, told));
}

/** One side: cells at equal distances from the first value to the last, or at equal ratios. */
const axis = v.pipe(
  v.strictObject({
    target,
    from: number,
    to: number,
    cells: count(1, MOST_CELLS),
    scale: v.optional(v.picklist(['linear', 'log'], 'must be "linear" or "log"'), 'linear'),
  }),
  v.check(
    ({ scale, from, to }) => scale === 'linear' || (from > 0 && to > 0),
    'a log scale needs values above 0',
  ),
);

const draw = v.strictObject({ target, from: distributionSchema });

/** What one cell came to, as a file keeps it for other programs: here it is played again. */
const result = v.looseObject({ cell: wholeNumber, runs: wholeNumber });

/** A number or a name, as an edit sets it. */
const editValue = v.union([number, v.string()], 'must be a number or a name');

/** What was changed by hand in the scenario: places of the map's targets are those of the scenario with it. */
const edits = v.strictObject({
  set: v.optional(v.record(jsonPointer('must be a JSON pointer such as "/faults/0/at"'), editValue), {}),
  removed: v.optional(v.pipe(v.array(count(0, 1_000_000)), v.maxLength(MOST_EDITS)), []),
  /** Faults as a document writes them; the scenario reads them. */
  added: v.optional(
    v.pipe(
      v.array(v.record(v.string(), v.union([editValue, v.boolean(), v.array(v.string())]))),
      v.maxLength(MOST_EDITS),
    ),
    [],
  ),
});

const common = {
  /** The scenario that it is of, by its id. */
  scenario: v.optional(name),
  configuration: name,
  /** Values of parameters that neither vary nor are drawn. */
  values: v.optional(v.record(v.string(), v.union([number, v.string()])), {}),
  /** Not there: none. Values, draws and sides come after them. */
  edits: v.optional(edits),
  draws: v.optional(
    v.pipe(v.array(draw), v.maxLength(MOST_DRAWS, `must be at most ${String(MOST_DRAWS)} draws`)),
    [],
  ),
  runs: count(1, MOST_RUNS),
  seed: v.optional(wholeNumber, 1),
  results: v.optional(v.pipe(v.array(result), v.maxLength(MOST_CELLS ** 2, 'must be at most one a cell'))),
};

/** A safety map: a sweep over two parameters of a scenario, the rest drawn, so many runs a cell. */
const mapSchema = v.strictObject({
  format: v.literal('fenceline-map', 'must be "fenceline-map"'),
  version: v.literal(MAP_VERSION, `must be ${String(MAP_VERSION)}; a later version needs a later Fenceline`),
  x: axis,
  y: axis,
  ...common,
});

/** The question "which TTL": a sweep over one parameter, and how likely the outcome may be at most. */
const ttlSchema = v.strictObject({
  format: v.literal('fenceline-ttl', 'must be "fenceline-ttl"'),
  version: v.literal(MAP_VERSION, `must be ${String(MAP_VERSION)}; a later version needs a later Fenceline`),
  ttl: axis,
  /** The chance of a corrupted run that the upper end of the interval must not exceed. */
  target: v.pipe(
    number,
    v.check((chance) => chance > 0 && chance < 1, 'must lie between 0 and 1'),
  ),
  ...common,
});

export type MapSpec = v.InferOutput<typeof mapSchema>;
export type TtlSpec = v.InferOutput<typeof ttlSchema>;
export type MapAxis = MapSpec['x'];
export type MapDraw = MapSpec['draws'][number];

/** Reads a map; problems name the place in it and what was expected. */
export function readMap(document: unknown): Result<MapSpec> {
  const read = v.safeParse(mapSchema, document);
  if (!read.success) return bad(...read.issues.map(placed));
  return twice([read.output.x.target, read.output.y.target], read.output) ?? good(read.output);
}

/** Reads the question "which TTL". */
export function readTtl(document: unknown): Result<TtlSpec> {
  const read = v.safeParse(ttlSchema, document);
  if (!read.success) return bad(...read.issues.map(placed));
  return twice([read.output.ttl.target], read.output) ?? good(read.output);
}

function placed(issue: v.BaseIssue<unknown>) {
  const { where, what } = problemOf(issue);
  return { where: where === '' ? 'map' : where, what };
}

/** Nothing may vary in two ways at once. */
function twice(swept: readonly string[], { draws, values }: Pick<MapSpec, 'draws' | 'values'>) {
  const seen = new Set<string>(Object.keys(values));
  for (const [index, one] of [...swept, ...draws.map((draw) => draw.target)].entries()) {
    const at = index - swept.length;
    const where = at < 0 ? one : `draws.${String(at)}.target`;
    if (seen.has(one)) return bad({ where, what: `"${one}" is given twice` });
    seen.add(one);
  }
  return null;
}

/** The value of each cell along one side, to the sixth decimal. */
export function valuesOf({ from, to, cells, scale }: MapAxis): readonly number[] {
  return Array.from({ length: cells }, (_, cell) => {
    const share = cells === 1 ? 0 : cell / (cells - 1);
    const value = scale === 'log' ? from * (to / from) ** share : from + (to - from) * share;
    return Math.round(value * 1e6) / 1e6;
  });
}
