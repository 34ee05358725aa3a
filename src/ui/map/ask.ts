import { bad, good, type Result } from '../../engine/result.ts';
import type { RunOutcome } from '../../explore/map/cell.ts';
import { RUN_OUTCOMES } from '../../explore/map/cell.ts';
import type { Distribution } from '../../scenarios/map/distribution.ts';
import { readMap, readTtl, type MapAxis, type MapDraw } from '../../scenarios/map/map-spec.ts';
import { numberText } from '../link/link-text.ts';
import { keptList, withName } from './kept-lists.ts';

/** What is asked of both pages. */
interface Common {
  readonly draws: readonly MapDraw[];
  readonly runs: number;
  readonly seed: number;
}

/** A safety map as somebody asks for it. */
export interface MapAsk extends Common {
  readonly x: MapAxis;
  readonly y: MapAxis;
  /** The outcome whose chance is shown. */
  readonly show: RunOutcome;
  /** The chosen cell; null: none. */
  readonly cell: number | null;
}

/** The question for a TTL. */
export interface TtlAsk extends Common {
  readonly ttl: MapAxis;
  /** How likely corruption may be at most. */
  readonly target: number;
  /** The chosen TTL, by its place; null: that of the answer. */
  readonly point: number | null;
}

/** Raised when a text written before would be read otherwise. */
const VERSION = '1';

/** Digits after the point that a sweep goes by. */
const DIGITS = 6;

/** The longest text that a link carries, pasted list included. */
export const LONGEST_ASKED = 4000;

/**
 * A map as a link writes it: `1~x,pause,0,30000,20~y,ttl,1000,30000,20,log~d,pauseAt,uniform,1000,3000~runs,50~cell,7`.
 * Times are milliseconds.
 */
export function textOfMap({ x, y, show, cell, ...rest }: MapAsk): string {
  return join([
    axisText('x', x),
    axisText('y', y),
    ...commonText(rest),
    ...(show === 'corrupted' ? [] : [`show,${show}`]),
    ...(cell === null ? [] : [`cell,${String(cell)}`]),
  ]);
}

/** A question for a TTL as a link writes it, in the same manner. */
export function textOfTtl({ ttl, target, point, ...rest }: TtlAsk): string {
  return join([
    axisText('ttl', ttl),
    `target,${numberText(target, DIGITS)}`,
    ...commonText(rest),
    ...(point === null ? [] : [`point,${String(point)}`]),
  ]);
}

/** Reads a map from a link; problems name the part and what was expected. */
export function mapOfText(text: string, configuration: string): Result<MapAsk> {
  const parts = partsOf(text, ['x', 'y', 'show', 'cell']);
  if (!parts.ok) return parts;
  const { x, y, show, cell, ...rest } = parts.value;
  const read = readMap({ format: 'fenceline-map', version: 1, configuration, x, y, ...rest });
  if (!read.ok) return read;
  const outcome = show === undefined ? 'corrupted' : RUN_OUTCOMES.find((one) => one === show);
  if (outcome === undefined) return bad({ where: 'show', what: `must be one of ${RUN_OUTCOMES.join(', ')}` });
  const spec = read.value;
  const chosen = chosenOf(cell, 'cell', spec.x.cells * spec.y.cells);
  if (!chosen.ok) return chosen;
  const { draws, runs, seed } = spec;
  return good({ x: spec.x, y: spec.y, draws, runs, seed, show: outcome, cell: chosen.value });
}

/** Reads a question for a TTL from a link. */
export function ttlOfText(text: string, configuration: string): Result<TtlAsk> {
  const parts = partsOf(text, ['ttl', 'target', 'point']);
  if (!parts.ok) return parts;
  const { ttl, target, point, ...rest } = parts.value;
  const read = readTtl({ format: 'fenceline-ttl', version: 1, configuration, ttl, target, ...rest });
  if (!read.ok) return read;
  const chosen = chosenOf(point, 'point', read.value.ttl.cells);
  if (!chosen.ok) return chosen;
  const { draws, runs, seed, target: chance } = read.value;
  return good({ ttl: read.value.ttl, target: chance, draws, runs, seed, point: chosen.value });
}

function join(parts: readonly string[]): string {
  const text = [VERSION, ...parts].join('~');
  if (text.length <= LONGEST_ASKED) return text;
  return [VERSION, ...parts.map((part) => withName(part))].join('~');
}

function commonText({ draws, runs, seed }: Common): readonly string[] {
  return [
    ...draws.map(({ target, from }) => `d,${target},${distributionText(from)}`),
    `runs,${String(runs)}`,
    ...(seed === 1 ? [] : [`seed,${String(seed)}`]),
  ];
}

function axisText(name: string, { target, from, to, cells, scale }: MapAxis): string {
  const fields = [name, target, numberText(from, DIGITS), numberText(to, DIGITS), String(cells)];
  return [...fields, ...(scale === 'log' ? ['log'] : [])].join(',');
}

function distributionText(from: Distribution): string {
  const numbers = ((): readonly (number | undefined)[] => {
    switch (from.kind) {
      case 'constant':
        return [from.value];
      case 'uniform':
        return [from.from, from.to];
      case 'exponential':
        return [from.mean, from.atLeast, from.atMost];
      case 'log-normal':
        return [from.median, from.spread, from.atLeast, from.atMost];
      case 'measured':
        return from.values;
    }
  })();
  const written = numbers.map((number) => (number === undefined ? '' : numberText(number, DIGITS))).join(',');
  return `${from.kind},${written.replace(/,+$/u, '')}`;
}

type Parts = Record<string, unknown>;

/** The parts of a text, as a document has them; what is wrong with their values the reader of documents says. */
function partsOf(text: string, names: readonly string[]): Result<Parts> {
  const [version, ...parts] = text.split('~');
  if (version !== VERSION) {
    return bad({ where: 'version', what: `must be ${VERSION}; a later version needs a later Fenceline` });
  }
  const read: Parts = {};
  const draws: unknown[] = [];
  for (const part of parts) {
    const [name = '', ...fields] = part.split(',');
    if (name === 'd') draws.push(drawOf(fields));
    else if (!['runs', 'seed', ...names].includes(name))
      return bad({ where: name.slice(0, 40), what: 'is not a part known here' });
    else if (Object.hasOwn(read, name)) return bad({ where: name, what: 'is given twice' });
    else read[name] = ['x', 'y', 'ttl'].includes(name) ? axisOf(fields) : valueOf(fields.join(','));
  }
  return good({ ...read, draws });
}

function axisOf([target, from = '', to = '', cells = '', scale = 'linear']: readonly string[]): unknown {
  return { target, from: valueOf(from), to: valueOf(to), cells: valueOf(cells), scale };
}

function drawOf([target, kind = '', ...fields]: readonly string[]): unknown {
  const [a, b, c, d] = fields.map((field) => (field === '' ? undefined : valueOf(field)));
  const from = (): unknown => {
    switch (kind) {
      case 'constant':
        return { value: a };
      case 'uniform':
        return { from: a, to: b };
      case 'exponential':
        return { mean: a, ...ends(b, c) };
      case 'log-normal':
        return { median: a, spread: b, ...ends(c, d) };
      default:
        return { values: listed(fields).map(valueOf) };
    }
  };
  return { target, from: { kind, ...(from() as object) } };
}

function listed(fields: readonly string[]): readonly string[] {
  const list = keptList(fields.join(','));
  return list === undefined ? fields : list.split(',');
}

function ends(atLeast: unknown, atMost: unknown): object {
  return {
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(atMost === undefined ? {} : { atMost }),
  };
}

function valueOf(text: string): number | string {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : text;
}

/** The chosen cell of so many; null: none. */
function chosenOf(value: unknown, where: string, count: number): Result<number | null> {
  if (value === undefined) return good(null);
  const isPlace = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count;
  return isPlace
    ? good(value)
    : bad({ where, what: `must be a whole number from 0 to ${String(count - 1)}` });
}
