import { prepareSweep } from '../../explore/map/sweep.ts';
import type { Distribution } from '../../scenarios/map/distribution.ts';
import type { MapAxis, MapDraw } from '../../scenarios/map/map-spec.ts';
import type { MapAsk, TtlAsk } from './ask.ts';
import { questionFor, type Subject } from './subject.ts';
import { isTtl, type MapTarget, type TargetRole } from './targets-of.ts';

/** Sides in the order in which they are worth looking at. */
const X_ROLES: readonly TargetRole[] = ['length', 'work', 'other', 'start', 'rate', 'ttl', 'link', 'loss'];
const Y_ROLES: readonly TargetRole[] = ['ttl', 'start', 'work', 'other', 'length', 'rate', 'link', 'loss'];

/** How much is played: cells along a side, at least, at most and where there are no round values, and runs of each. */
interface Size {
  readonly cells: readonly [least: number, most: number, usual: number];
  readonly runs: number;
}
const MAP: Size = { cells: [15, 24, 20], runs: 50 };
const TTL: Size = { cells: [20, 31, 25], runs: 1000 };
/** The same where random runs have to be played in the ordinary way, which takes many times longer. */
const SLOW_MAP: Size = { cells: [8, 13, 12], runs: 12 };
const SLOW_TTL: Size = { cells: [8, 13, 12], runs: 400 };

/** The map that is drawn until somebody changes it; null where there are no two things to vary. */
export function usualMap(subject: Subject): MapAsk | null {
  const ask = mapOf(subject.written.targets, MAP);
  if (ask === null || isFast(subject, [ask.x, ask.y], ask)) return ask;
  return mapOf(subject.written.targets, SLOW_MAP);
}

/** The question for a TTL until somebody changes it; null where no parameter is a TTL. */
export function usualTtl(subject: Subject): TtlAsk | null {
  const ask = ttlOf(subject.written.targets, TTL);
  if (ask === null || isFast(subject, [ask.ttl], ask)) return ask;
  return ttlOf(subject.written.targets, SLOW_TTL);
}

function isFast(subject: Subject, axes: readonly MapAxis[], ask: MapAsk | TtlAsk): boolean {
  const { one, targets } = subject.written;
  const { job } = questionFor({ ...subject, one, targets, values: {} }, axes, ask);
  const sweep = prepareSweep(job);
  return sweep.ok && sweep.value.isFast();
}

function mapOf(targets: readonly MapTarget[], { cells, runs }: Size): MapAsk | null {
  const y = first(targets, Y_ROLES);
  const x = first(
    targets.filter((target) => target !== y),
    X_ROLES,
  );
  if (x === null || y === null) return null;
  const draws = usualDraws(targets.filter((target) => target !== x && target !== y));
  const sides = { x: sideOf(x, ...cells), y: sideOf(y, ...cells) };
  return { ...sides, draws, runs, seed: 1, show: 'corrupted', cell: null };
}

function ttlOf(targets: readonly MapTarget[], { cells, runs }: Size): TtlAsk | null {
  const ttl = targets.find(isTtl);
  if (ttl === undefined) return null;
  const others = targets.filter((target) => target !== ttl);
  const pause = first(others, ['length', 'work']);
  const draws = usualDraws(others.filter((target) => target !== pause));
  return {
    ttl: sideOf(ttl, ...cells),
    target: 0.01,
    draws: pause === null ? draws : [{ target: pause.id, from: pausesFor(pause, ttl) }, ...draws],
    runs,
    seed: 1,
    point: null,
  };
}

/** Pauses that are seldom as long as the TTL. */
function pausesFor(pause: MapTarget, ttl: MapTarget): Distribution {
  const mean = Math.max(100, Math.round(Math.min(ttl.own, ttl.to) / 400) * 100);
  return { kind: 'exponential', mean: Math.min(mean, Math.max(1, pause.max)) };
}

/** A side over the usual range of a target: with cells at round values where there are such, and one at its own. */
export function sideOf(target: MapTarget, least: number, most: number, usual: number): MapAxis {
  const { id, to, own } = target;
  const round = target.unit === 'time' ? [...roundSides(target, least, most)] : [];
  const isAt = ({ from, width }: RoundSide): boolean => Math.abs((own - from) % width) < 1e-9;
  const found = round.find(isAt) ?? round[0];
  if (found === undefined) return { target: id, from: target.from, to, cells: usual, scale: 'linear' };
  return { target: id, from: found.from, to, cells: found.cells, scale: 'linear' };
}

interface RoundSide {
  readonly from: number;
  /** From one cell to the next. */
  readonly width: number;
  readonly cells: number;
}

/** Sides with round values, the roundest first. They may leave a little out at the lower end. */
function* roundSides(target: MapTarget, least: number, most: number): Generator<RoundSide> {
  for (const step of [1000, 500, 200, 100, 50, 20, 10]) {
    const first = Math.ceil(target.from / step) * step;
    for (const from of [first, first + step]) {
      for (let cells = most; cells >= least; cells -= 1) {
        const width = Math.round((target.to - from) / (cells - 1) / step) * step;
        if (width > 0 && from + width * (cells - 1) === target.to) yield { from, width, cells };
      }
    }
  }
}

/** When faults begin is drawn, so that no cell is one moment alone; where nothing begins, how long messages take. */
function usualDraws(targets: readonly MapTarget[]): readonly MapDraw[] {
  const starts = targets.filter(({ role, own }) => role === 'start' && own > 0);
  if (starts.length > 0) return starts.slice(0, 3).map((one) => ({ target: one.id, from: around(one) }));
  const link = targets.find(({ role, own }) => role === 'link' && own > 0);
  if (link === undefined) return [];
  return [{ target: link.id, from: { kind: 'log-normal', median: link.own, spread: 0.5 } }];
}

/** What somebody begins to draw with: around what it is. */
export function around({ own, min, max, unit, to }: MapTarget): Distribution {
  const from = Math.max(min, own / 2);
  if (own > 0) return { kind: 'uniform', from: Math.max(0, from), to: Math.min(max, own * 1.5) };
  return { kind: 'uniform', from: 0, to: unit === 'chance' ? 0.1 : to };
}

function first(targets: readonly MapTarget[], roles: readonly TargetRole[]): MapTarget | null {
  for (const role of roles) {
    const found = targets.find((target) => target.role === role);
    if (found !== undefined) return found;
  }
  return null;
}
