import { BrokenPromise, promise } from '../../../engine/assert.ts';
import { Recent } from '../../../engine/recent.ts';
import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { disbelieves, losses } from './beliefs.ts';
import { calls } from './calls.ts';
import { isScripted, next, stateOf, type Meeting } from './meeting.ts';
import type { Edge, Part, Place, Reaction } from './reaction.ts';
import type { ProcessMemory, ProcessOptions, WorkerOptions } from './state.ts';
import { storeRequests } from './store-requests.ts';
import { timeSteps } from './time-steps.ts';

/** What XState gives to a guard or an action of a process. */
export interface Args {
  readonly context: ProcessMemory;
  readonly event: MachineEvent;
}

/** What every worker can do, after what this one can beside. The first part that reacts to an event has it. */
const COMMON: readonly Part[] = [losses, calls, storeRequests, timeSteps];

/**
 * What events do to one worker, by its parts; `rare` are those beside what every worker has. The machine of its
 * region asks here, so that workers who go the same ways can share one.
 */
export class WorkerBehaviour {
  readonly ways: readonly Edge[];
  private readonly process: ProcessOptions;
  private readonly worker: WorkerOptions;
  private readonly parts: readonly Part[];
  private last: {
    readonly memory: ProcessMemory;
    readonly event: MachineEvent;
    readonly place: Place;
    readonly reaction: Reaction | null;
  } | null = null;

  constructor(process: ProcessOptions, worker: WorkerOptions, rare: readonly Part[]) {
    this.process = process;
    this.worker = worker;
    this.parts = [...rare, ...COMMON];
    this.ways = waysOf(worker, this.parts, rare);
    for (const { op } of worker.script)
      promise(
        this.parts.some(({ ops }) => ops.includes(op)),
        `no part of a worker runs "${op}"`,
      );
  }

  /** What it asks for at the start of the run. */
  starts(args: Args): readonly Effect[] {
    const { worker } = this;
    return [
      ...this.begins(args, worker.startUs),
      ...this.parts.flatMap((part) => part.starts?.(worker) ?? []),
    ];
  }

  /** Its first instruction, so long after now. */
  begins(args: Args, afterUs: number): readonly Effect[] {
    return isScripted(this.worker) ? [next(this.meet(args), afterUs)] : [];
  }

  /** What a crash tells of its beliefs. */
  falls(args: Args): readonly Effect[] {
    const meeting = this.meet(args);
    return Object.keys(stateOf(meeting).believes).flatMap((key) => disbelieves(meeting, key, 'crashed'));
  }

  /**
   * Whether an event takes this way. The guards of several ways ask one after the other, and the actions of the way
   * that is taken carry out what they found: by then another worker may have changed what they share.
   */
  takes(args: Args, [from, label, to]: Edge): boolean {
    const reaction = this.find(args, from);
    return reaction !== null && reaction.label === label && reaction.to === to;
  }

  /** What goes out with the way that is taken. */
  effects({ context, event }: Args, from: Place): readonly Effect[] {
    const reaction = this.found(event, from);
    return [...reaction.effects, ...this.given(reaction, context.memory).effects];
  }

  /** How the way that is taken changes the process's memory. */
  change({ context, event }: Args, from: Place): ProcessMemory {
    const reaction = this.found(event, from);
    return {
      workers: { ...context.workers, [this.worker.id]: reaction.state },
      memory: this.given(reaction, context.memory).memory,
    };
  }

  private meet({ context, event }: Args): Meeting {
    return { process: this.process, worker: this.worker, memory: context, event };
  }

  private find(args: Args, place: Place): Reaction | null {
    const { last } = this;
    if (last?.memory === args.context && last.event === args.event && last.place === place)
      return last.reaction;
    const meeting = this.meet(args);
    let reaction: Reaction | null = null;
    for (const part of this.parts) reaction ??= part.react(meeting, place);
    if (reaction !== null) this.check(reaction, place);
    this.last = { memory: args.context, event: args.event, place, reaction };
    return reaction;
  }

  private found(event: MachineEvent, place: Place): Reaction {
    const { last } = this;
    if (last?.event !== event || last.place !== place || last.reaction === null)
      throw new BrokenPromise(`nothing was found for "${event.type}"`);
    return last.reaction;
  }

  /** What the module gives up with a reaction, by its memory as it is then. */
  private given(reaction: Reaction, memory: object): Given {
    const { module } = this.process;
    return (reaction.forgets ?? []).reduce<Given>(
      (before, key) => {
        const turn = module.forget?.(before.memory, key, this.worker.id);
        return turn === undefined
          ? before
          : { memory: turn.memory, effects: [...before.effects, ...turn.effects] };
      },
      { memory: reaction.memory ?? memory, effects: [] },
    );
  }

  private check({ label, to }: Reaction, place: Place): void {
    if (this.ways.some((way) => way[0] === place && way[1] === label && way[2] === to)) return;
    throw new BrokenPromise(`a worker has no way "${label}" from "${place}" to "${String(to)}"`);
  }
}

/** By the parts of a worker beyond those that every worker has, the ways of workers by their outline. */
const WAYS = new WeakMap<readonly Part[], Recent<readonly Edge[]>>();

/**
 * The ways that a worker can go. Parts are shown an outline of it, of whose numbers nothing is left but whether they are
 * above, at or below zero: where a duration changes, the ways are known.
 */
function waysOf(worker: WorkerOptions, parts: readonly Part[], rare: readonly Part[]): readonly Edge[] {
  let known = WAYS.get(rare);
  if (known === undefined) WAYS.set(rare, (known = new Recent(500)));
  const outline = outlineOf(worker);
  return known.get(outline, () => {
    const shown = JSON.parse(outline) as WorkerOptions;
    return reachable(distinct(parts.flatMap((part) => part.edges(shown))));
  });
}

/** Plain data as JSON, of whose numbers nothing is left but their sign. */
function outlineOf(value: unknown): string {
  if (typeof value === 'number') return String(Math.sign(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(outlineOf).join(',')}]`;
  const fields: string[] = [];
  for (const [field, inner] of Object.entries(value))
    if (inner !== undefined) fields.push(`${JSON.stringify(field)}:${outlineOf(inner)}`);
  return `{${fields.join(',')}}`;
}

interface Given {
  readonly memory: object;
  readonly effects: readonly Effect[];
}

/** The ways that can be taken at all: parts name places that not every worker comes to. */
function reachable(ways: readonly Edge[]): readonly Edge[] {
  const places = new Set<Place>(['idle']);
  // A set that grows while it is walked through is walked through to its end.
  for (const place of places)
    for (const [from, , to] of ways) if (from === place && to !== null) places.add(to);
  return ways.filter(([from]) => places.has(from));
}

function distinct(ways: readonly Edge[]): readonly Edge[] {
  return [...new Map(ways.map((way) => [wayName(way), way])).values()];
}

/** Names of places and labels have no line ends. */
export function wayName([from, label, to]: Edge): string {
  return to === null ? `${from}\n${label}` : `${from}\n${label}\n${to}`;
}
