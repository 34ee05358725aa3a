import '../../scenarios/services/all-services.ts';
import { Recent } from '../../engine/recent.ts';
import { bad, good, type Problem, type Result } from '../../engine/result.ts';
import type { Json } from '../../engine/trace.ts';
import type { Edits } from '../../scenarios/edits.ts';
import { extremesOf, type Distribution } from '../../scenarios/map/distribution.ts';
import { valuesOf, type MapAxis, type MapDraw } from '../../scenarios/map/map-spec.ts';
import { readScenario, resolveBody, type ParameterValues, type Scenario } from '../../scenarios/scenario.ts';
import { CellCount, type CellResult } from './cell.ts';
import { drawn, runSeed } from './draws.ts';
import { RunMaker } from './run-maker.ts';
import { portionsOf } from './units.ts';
import { asInput, isOfRun, isPointer, placesOf, type TargetValues } from './targets.ts';

/** What is swept: the scenario document as it was read, and one or two sides. */
export interface SweepJob {
  readonly document: Json;
  readonly configuration: string;
  readonly values: ParameterValues;
  /** The first varies fastest from cell to cell. */
  readonly axes: readonly MapAxis[];
  readonly draws: readonly MapDraw[];
  readonly runs: number;
  readonly seed: number;
}

/** One run of a cell as ordinary playback takes it. */
export interface RunInput {
  /** The document with the seed of the run. */
  readonly document: Json;
  readonly configuration: string;
  readonly values: ParameterValues;
  readonly edits: Edits;
}

/** Makes a job ready. Problems are those of the document, and of the values that the sweep would give it. */
export function prepareSweep(job: SweepJob): Result<Sweep> {
  const scenario = readScenario(job.document);
  if (!scenario.ok) return scenario;
  const draws = job.draws.map((draw) => bounded(scenario.value, draw));
  const sweep = new Sweep(scenario.value, { ...job, draws });
  const problems = sweep.check();
  return problems.length > 0 ? bad(...problems) : good(sweep);
}

/** A draw for a parameter stays within the parameter's range. */
function bounded({ parameters }: Scenario, draw: MapDraw): MapDraw {
  const parameter = parameters.find(({ id }) => id === draw.target);
  if (parameter?.kind !== 'duration') return draw;
  const { from } = draw;
  if (from.kind !== 'exponential' && from.kind !== 'log-normal') return draw;
  const atLeast = Math.max(from.atLeast ?? 0, parameter.min);
  return { ...draw, from: { ...from, atLeast, atMost: Math.min(from.atMost ?? Infinity, parameter.max) } };
}

/** A sweep whose job was understood. Every cell by itself, in any order, gives the same result. */
export class Sweep {
  readonly cells: number;
  private readonly scenario: Scenario;
  private readonly job: SweepJob;
  private readonly sides: readonly (readonly number[])[];
  /** Targets that make other machines, and so are played by a maker of their own. */
  private readonly structural: ReadonlySet<string>;
  /** What the last of them remember of their steps is kept. */
  private readonly makers = new Recent<RunMaker>(4);

  constructor(scenario: Scenario, job: SweepJob) {
    this.scenario = scenario;
    this.job = job;
    this.sides = job.axes.map(valuesOf);
    this.cells = this.sides.reduce((product, side) => product * side.length, 1);
    const { configuration } = job;
    const isStructural = (target: string): boolean =>
      !this.placesOf(target).every((place) => isOfRun(scenario, configuration, place));
    this.structural = new Set(this.targets().filter(isStructural));
  }

  /** The values of a cell, by target. */
  valuesOf(cell: number): TargetValues {
    const values = new Map<string, number>();
    let rest = cell;
    for (const [index, side] of this.sides.entries()) {
      values.set(this.job.axes[index]?.target ?? '', side[rest % side.length] ?? 0);
      rest = Math.floor(rest / side.length);
    }
    return values;
  }

  /** The cells as they are handed out to workers. */
  portions(): readonly (readonly number[])[] {
    const machinesOf = (cell: number): string =>
      [...this.valuesOf(cell)].filter(([target]) => this.structural.has(target)).join(' ');
    return portionsOf(this.cells, machinesOf);
  }

  /** Whether its first run can be played fast; what one run does the others will do as well. */
  isFast(): boolean {
    const seed = runSeed(this.job.seed, 0, 0);
    const values = this.drawnFor(0, seed);
    const maker = this.makerFor(values);
    maker.play(seed, values);
    return maker.isFast;
  }

  /** Plays all runs of a cell. */
  cell(cell: number): CellResult {
    const { runs, draws, seed: first } = this.job;
    const count = new CellCount();
    const values = new Map(this.valuesOf(cell));
    const drawsMachines = draws.some(({ target }) => this.structural.has(target));
    let maker: RunMaker | null = null;
    for (let run = 0; run < runs; run += 1) {
      const seed = runSeed(first, cell, run);
      for (const { target, from } of draws) values.set(target, draw(from, seed, target));
      if (maker === null || drawsMachines) maker = this.makerFor(values);
      const { entries, found, takeovers } = maker.play(seed, values);
      count.add({ run, seed, entries }, found, takeovers);
    }
    return count.result(cell);
  }

  /** One run of a cell, for playback. */
  runOf(cell: number, run: number): RunInput {
    const { document, configuration, values } = this.job;
    const seed = runSeed(this.job.seed, cell, run);
    return {
      document: { ...(document as { readonly [field: string]: Json }), seed },
      configuration,
      ...asInput(values, this.drawnFor(cell, seed)),
    };
  }

  /** The problems of the values at the ends of what is swept and drawn. */
  check(): readonly Problem[] {
    const problems = new Map<string, Problem>();
    const note = (problem: Problem): void => {
      problems.set(`${problem.where}: ${problem.what}`, problem);
    };
    const { configuration } = this.job;
    if (!this.scenario.configurations.some(({ id }) => id === configuration)) {
      return [{ where: 'configuration', what: `there is no configuration "${configuration}"` }];
    }
    for (const target of this.targets()) {
      if (this.placesOf(target).length > 0) continue;
      const isKnown = this.scenario.parameters.some(({ id }) => id === target);
      note({
        where: target,
        what: isPointer(target)
          ? 'names no place in this configuration'
          : isKnown
            ? 'changes nothing in this configuration'
            : 'is no parameter here',
      });
    }
    if (problems.size > 0) return [...problems.values()];
    const corners = 2 ** this.job.axes.length;
    for (let corner = 0; corner < corners; corner += 1) {
      for (const end of [0, 1]) {
        const body = this.bodyOf(this.corner(corner, end));
        if (!body.ok) for (const problem of body.problems) note(problem);
      }
    }
    return [...problems.values()];
  }

  private corner(corner: number, end: number): TargetValues {
    const values = new Map<string, number>();
    for (const [index, side] of this.sides.entries()) {
      const isLast = Math.floor(corner / 2 ** index) % 2 === 1;
      values.set(this.job.axes[index]?.target ?? '', (isLast ? side.at(-1) : side[0]) ?? 0);
    }
    for (const { target, from } of this.job.draws) values.set(target, extremesOf(from)[end] ?? 0);
    return values;
  }

  private drawnFor(cell: number, seed: number): TargetValues {
    const values = new Map(this.valuesOf(cell));
    for (const { target, from } of this.job.draws) values.set(target, draw(from, seed, target));
    return values;
  }

  private makerFor(values: TargetValues): RunMaker {
    const key = [...values].filter(([target]) => this.structural.has(target)).join(' ');
    return this.makers.get(key, () => this.newMaker(values));
  }

  private newMaker(values: TargetValues): RunMaker {
    const body = this.bodyOf(values);
    if (!body.ok) throw new Error(`a sweep that was checked has a problem: ${JSON.stringify(body.problems)}`);
    const places = new Map(
      [...values.keys()]
        .filter((target) => !this.structural.has(target))
        .map((target) => [target, this.placesOf(target)] as const),
    );
    return new RunMaker(body.value, places);
  }

  private bodyOf(targets: TargetValues) {
    const { values, edits } = asInput(this.job.values, targets);
    return resolveBody(this.scenario, this.job.configuration, values, edits);
  }

  private targets(): readonly string[] {
    return [...this.job.axes, ...this.job.draws].map(({ target }) => target);
  }

  private placesOf(target: string): readonly string[] {
    return placesOf(this.scenario, this.job.configuration, target);
  }
}

/** Of times, what playback sees: whole microseconds, and of chances a millionth. */
function draw(from: Distribution, seed: number, target: string): number {
  return Math.round(drawn(from, seed, target) * 1e6) / 1e6;
}
