import { NO_FAULTS, type FaultBudget } from '../faults.ts';
import type { Model } from '../model.ts';
import { walk, withoutHorizon, type Counterexample } from './counterexample.ts';
import type { MonitorOptions, Sight } from './monitor.ts';
import { firstNoted, type NotedWorld } from './noted-step.ts';
import { sightsOf, type Property, type PropertyResult, type PropertyStatus } from './properties.ts';
import { Space, type CellMark } from './space.ts';
import { TooLong } from './timed/packing.ts';
import { TimedSearch } from './timed/timed-search.ts';
import { TimedSpace, TooManyTravel } from './timed/timed-space.ts';
import { WordSearch, type Pause } from './word-search.ts';

/** What to explore, and how far. */
export interface ExplorationOptions {
  readonly model: Model;
  readonly properties: readonly Property[];
  /** Worlds at most; Infinity for no bound. */
  readonly maxStates: number;
  /** Bytes of tables at most. */
  readonly maxBytes: number;
  /** Stop at the first counterexample, which is a shortest one, instead of going on to the end. */
  readonly stopAtFirst: boolean;
}

/** What was allowed to happen. */
export interface ExplorationBounds {
  readonly faults: FaultBudget;
  readonly maxStates: number | null;
  readonly maxBytes: number;
}

/** How far an exploration is. */
export interface ExplorationProgress {
  readonly states: number;
  readonly transitions: number;
  /** Worlds that were found and not yet looked into. */
  readonly frontier: number;
  /** Steps from the first world to those that are looked into now. */
  readonly depth: number;
  readonly bytes: number;
}

/** Why a search ended before all was seen. */
export type CutBy = 'states' | 'memory' | 'cancelled' | 'counterexample';

/** What an exploration found; plain JSON but for the choices of the counterexample. */
export interface ExplorationResult extends ExplorationProgress {
  /** Every world within the bounds was looked into. */
  readonly complete: boolean;
  readonly cutBy: CutBy | null;
  readonly bounds: ExplorationBounds;
  readonly properties: readonly PropertyResult[];
  /**
   * A shortest one, of the property that is broken soonest; one of the kind `eventually` only where nothing
   * else is broken. That goes on from where the property is lost to an end, or once round a cycle:
   * `cycle` is how many of its last steps come round for ever, 0 where it ends.
   */
  readonly counterexample: FoundCounterexample | null;
  /** A shortest one of each other property that is broken, in the order of the properties. */
  readonly others: readonly FoundCounterexample[];
}

/** A counterexample and what it breaks. */
export type FoundCounterexample = Counterexample & { readonly property: string; readonly cycle: number };

/**
 * One exploration, done in portions, so that whoever runs it can show progress, and cancel. It does not
 * know the time: `run` until it says that it is over, then ask for the result; or ask at any moment.
 */
export class Exploration {
  private readonly options: ExplorationOptions;
  private readonly model: Model;
  private readonly monitor: MonitorOptions | null;
  private readonly marks: readonly CellMark[];
  private readonly asksWhatLasts: boolean;
  private search: WordSearch | TimedSearch;
  /** The first world from which on a property of the kind `eventually` is broken, by its name; -1: none. */
  private readonly lasting = new Map<string, number>();
  private isWide = false;
  private travelling = 0;
  private cutBy: CutBy | null = null;
  private isOver = false;

  constructor(options: ExplorationOptions) {
    this.options = options;
    this.model = withoutHorizon(options.model);
    const asksSights = options.properties.some((property) => !('mark' in property));
    const asksFor = (sight: Sight): boolean =>
      options.properties.some((property) => 'sights' in property && property.sights.includes(sight));
    const pausedHolder = asksFor('stale-write-accepted-paused');
    const units = asksFor('duplicate-work');
    this.marks = options.properties.flatMap((property) => ('mark' in property ? [property.mark] : []));
    this.monitor = asksSights ? { pausedHolder, units } : null;
    this.asksWhatLasts = options.properties.some(({ kind }) => kind === 'eventually');
    this.search = this.wordSearch() ?? this.timedSearch();
  }

  /** Looks into up to so many worlds more; false once there is nothing left to do. */
  run(portion: number): boolean {
    if (this.isOver) return false;
    const { maxStates, maxBytes, stopAtFirst } = this.options;
    if (this.search.found >= maxStates) return this.end('states');
    // A shortest counterexample is worth no more worlds than it takes to find it.
    const pause = this.runSearch(stopAtFirst ? Math.min(portion, 1000) : portion, maxBytes);
    if (pause === 'too-wide') return true;
    if (stopAtFirst && this.soonest() !== null) return this.end(pause === 'done' ? null : 'counterexample');
    if (pause === 'memory') return this.end('memory');
    return pause === 'done' ? this.end(null) : true;
  }

  /** Ends it; the result then tells what was found so far. */
  cancel(): void {
    if (!this.isOver) this.end('cancelled');
  }

  progress(): ExplorationProgress {
    const { found, expanded, transitions, depth, bytes } = this.search;
    return { states: found, transitions, frontier: found - expanded, depth, bytes };
  }

  /** What was found so far. */
  result(): ExplorationResult {
    const { model, maxStates, maxBytes, properties } = this.options;
    const complete = this.isOver && this.cutBy === null;
    const soonest = this.soonest();
    const broken =
      soonest === null ? [] : this.broken().filter(({ property }) => property !== soonest.property);
    return {
      ...this.progress(),
      complete,
      cutBy: this.cutBy,
      bounds: {
        faults: model.budget,
        maxStates: Number.isFinite(maxStates) ? maxStates : null,
        maxBytes,
      },
      properties: properties.map((property) => ({
        name: property.name,
        kind: property.kind,
        status: this.statusOf(property, complete),
      })),
      counterexample: soonest === null ? null : this.counterexample(soonest),
      others: broken.map((other) => this.counterexample(other)),
    };
  }

  private end(cutBy: CutBy | null): false {
    this.isOver = true;
    this.cutBy = cutBy;
    return false;
  }

  /** Goes on; where the search cannot hold the worlds of this model, another one begins from the start. */
  private runSearch(limit: number, maxBytes: number): Pause {
    try {
      const pause = this.search.run(limit, maxBytes);
      if (pause === 'too-wide') this.search = this.timedSearch();
      return pause;
    } catch (error) {
      this.makeRoom(error);
      this.search = this.timedSearch();
      return 'too-wide';
    }
  }

  /** The quicker search, for models in which nothing takes time; null for others. */
  private wordSearch(): WordSearch | null {
    const { model, monitor, marks } = this;
    if (monitor !== null || !hasNoFaults(model.budget)) return null;
    const space = new Space(model, marks);
    return space.isTimeless ? new WordSearch(space) : null;
  }

  private timedSearch(): TimedSearch {
    for (;;) {
      try {
        const space = new TimedSpace(this.model, this.monitor, this.travelling);
        return new TimedSearch(space, this.marks, this.isWide, this.asksWhatLasts);
      } catch (error) {
        this.makeRoom(error);
      }
    }
  }

  /** What rows must have room for, as a search says that could not go on. */
  private makeRoom(error: unknown): void {
    if (error instanceof TooLong) this.isWide = true;
    else if (error instanceof TooManyTravel) this.travelling = error.travelling;
    else throw error;
  }

  private statusOf(property: Property, complete: boolean): PropertyStatus {
    const broken = this.firstOf(property) !== null;
    switch (property.kind) {
      case 'always':
      case 'eventually':
        return broken ? 'fails' : complete ? 'holds' : 'open';
      case 'sometimes':
        return broken ? 'holds' : complete ? 'never-reached' : 'open';
    }
  }

  /** Where a property is first decided: the world it is reached from, and for a step where that leads. */
  private firstOf(property: Property): Omit<Broken, 'property' | 'length'> | null {
    const { search } = this;
    if ('mark' in property) {
      const index = this.markedAt(property.mark.bit);
      return index === undefined ? null : { from: index, to: null, sights: 0 };
    }
    if (!(search instanceof TimedSearch)) return null;
    if (property.kind === 'eventually') {
      const from = this.firstLasting(search, property);
      return from < 0 ? null : { from, to: null, sights: 0 };
    }
    let soonest: { from: number; to: readonly number[]; sights: number } | null = null;
    for (const [bit, step] of search.firstSeen) {
      if ((bit & sightsOf(property)) === 0) continue;
      if (soonest === null || step.from < soonest.from) soonest = { ...step, sights: bit };
    }
    return soonest;
  }

  /** Looked for when a search is over, for what lasts shows in the whole of it. */
  private firstLasting(
    search: TimedSearch,
    { name, lasting }: Extract<Property, { readonly kind: 'eventually' }>,
  ): number {
    if (!this.isOver) return -1;
    const known = this.lasting.get(name);
    if (known !== undefined) return known;
    const found = search.firstLasting(lasting);
    this.lasting.set(name, found);
    return found;
  }

  private markedAt(bit: number): number | undefined {
    return this.search.firstMarked.get(bit);
  }

  private soonest(): Broken | null {
    const broken = this.broken();
    // What must never happen first: what never comes about takes for ever to show.
    for (const kind of ['always', 'eventually'] as const) {
      const ofKind = broken.filter(({ property }) => property.kind === kind);
      const best = ofKind.reduce<Broken | null>(
        (least, one) => (least === null || one.length < least.length ? one : least),
        null,
      );
      if (best !== null) return best;
    }
    return null;
  }

  /** Every property that is known to be broken, and where first. */
  private broken(): readonly Broken[] {
    return this.options.properties.flatMap((property) => {
      const first = property.kind === 'sometimes' ? null : this.firstOf(property);
      if (first === null) return [];
      const length = this.search.pathTo(first.from).length - 1 + (first.to === null ? 0 : 1);
      return [{ property, ...first, length }];
    });
  }

  private counterexample(soonest: Broken): FoundCounterexample {
    const { search, model, monitor } = this;
    const path = search.pathTo(soonest.from).slice(1);
    const isLasting = soonest.property.kind === 'eventually' && search instanceof TimedSearch;
    const on = isLasting ? search.wayOn(soonest.from) : { worlds: [], cycle: 0 };
    const isAt: ((node: NotedWorld) => boolean)[] = [...path, ...on.worlds].map((index) =>
      search.isAt(index),
    );
    if (soonest.to !== null && search instanceof TimedSearch) isAt.push(search.isRow(soonest.to));
    const first = firstNoted(model, monitor);
    const found = walk({ model, monitor, first, isAt, lastSights: soonest.sights });
    return { property: soonest.property.name, cycle: on.cycle, ...found };
  }
}

/** A property that is broken: the world before, the step's end for one that a step breaks, what is seen on it. */
interface Broken {
  readonly property: Property;
  readonly from: number;
  readonly to: readonly number[] | null;
  readonly sights: number;
  /** Steps to where it is broken. */
  readonly length: number;
}

function hasNoFaults(budget: FaultBudget): boolean {
  if ((budget.duplicate ?? 0) > 0) return false;
  return (Object.keys(NO_FAULTS) as (keyof FaultBudget)[]).every((kind) => budget[kind] === 0);
}
