import { BrokenPromise, promise } from '../../../engine/assert.ts';
import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { disbelieves, losses } from './beliefs.ts';
import { calls } from './calls.ts';
import { isScripted, next, stateOf, type Meeting } from './meeting.ts';
import type { Edge, Part, Place, Reaction } from './reaction.ts';
import type { ProcessMemory, ProcessOptions, WorkerOptions } from './state.ts';
import { storeRequests } from './store-requests.ts';
import { timeSteps } from './time-steps.ts';

interface Args {
  readonly context: ProcessMemory;
  readonly event: MachineEvent;
}

/** What XState's `assign` makes, as far as a region needs it. */
export type Assigning<Action> = (change: (args: Args) => Partial<ProcessMemory>) => Action;

/** What every worker can do, after what this one can beside. The first part that reacts to an event has it. */
const COMMON: readonly Part[] = [losses, calls, storeRequests, timeSteps];

/** Places in the order of the picture; those of rare parts follow. */
const PLACES: readonly Place[] = [
  'idle',
  'acquiring',
  'waiting',
  'holding',
  'reading',
  'writing',
  'working',
  'renewing',
  'releasing',
  'fencing',
  'checking',
  'lost',
  'gave up',
];

/**
 * The region of one worker: its lock states. The expiry at the service does not touch them. What leads from
 * one to another is made of the parts: each way is a transition, taken by the reaction that names it. `rare`
 * are parts beside those that every worker has.
 */
export function workerRegion<Action>(
  process: ProcessOptions,
  worker: WorkerOptions,
  rare: readonly Part[],
  assign: Assigning<Action>,
) {
  const parts = [...rare, ...COMMON];
  const ways = reachable(distinct(parts.flatMap((part) => part.edges(worker))));
  for (const { op } of worker.script)
    promise(
      parts.some(({ ops }) => ops.includes(op)),
      `no part of a worker runs "${op}"`,
    );
  const meet = ({ context, event }: Args): Meeting => ({ process, worker, memory: context, event });
  const emit = (make: (args: Args) => readonly Effect[]) => ({ type: 'emit' as const, params: make });

  /** What the module gives up with a reaction, by its memory as it is then. */
  const given = (reaction: Reaction, memory: object): Given =>
    (reaction.forgets ?? []).reduce<Given>(
      (before, key) => {
        const turn = process.module.forget?.(before.memory, key, worker.id);
        return turn === undefined
          ? before
          : { memory: turn.memory, effects: [...before.effects, ...turn.effects] };
      },
      { memory: reaction.memory ?? memory, effects: [] },
    );

  const statesFrom = (place: Place) => {
    const reactions = new Reactions(parts, ways, place);
    const transitions = ways
      .filter(([from]) => from === place)
      .map(([, label, to]) => ({
        description: label,
        guard: (args: Args) => {
          const reaction = reactions.find(meet(args));
          return reaction !== null && reaction.label === label && reaction.to === to;
        },
        ...(to === null ? {} : { target: to }),
        actions: [
          emit(({ context, event }) => {
            const reaction = reactions.found(event);
            return [...reaction.effects, ...given(reaction, context.memory).effects];
          }),
          assign(({ context, event }) => {
            const reaction = reactions.found(event);
            return {
              workers: { ...context.workers, [worker.id]: reaction.state },
              memory: given(reaction, context.memory).memory,
            };
          }),
        ],
      }));
    return [place, { on: { '*': transitions } }] as const;
  };
  const taken = new Set(ways.flatMap(([from, , to]) => [from, to ?? from]));
  const places = [...new Set([...PLACES, ...taken])].filter((place) => taken.has(place));
  const begins = (afterUs: number) => emit((args) => (isScripted(worker) ? [next(meet(args), afterUs)] : []));
  const falls = (args: Args): readonly Effect[] => {
    const meeting = meet(args);
    return Object.keys(stateOf(meeting).believes).flatMap((key) => disbelieves(meeting, key, 'crashed'));
  };

  return {
    initial: 'idle',
    entry: [begins(worker.startUs), emit(() => parts.flatMap((part) => part.starts?.(worker) ?? []))],
    on: {
      crash: { target: '.idle', actions: [emit(falls)] },
      restart: { target: '.idle', actions: [begins(0)] },
    },
    states: Object.fromEntries(places.map(statesFrom)),
  };
}

interface Given {
  readonly memory: object;
  readonly effects: readonly Effect[];
}

/**
 * What events do to a worker in one place. The guards of several ways ask for the same reaction one after the
 * other, and the actions of the way that is taken carry out what they found: by then another worker may have
 * changed what they share.
 */
class Reactions {
  private readonly parts: readonly Part[];
  private readonly ways: readonly Edge[];
  private readonly place: Place;
  private last: { readonly meeting: Meeting; readonly reaction: Reaction | null } | null = null;

  constructor(parts: readonly Part[], ways: readonly Edge[], place: Place) {
    this.parts = parts;
    this.ways = ways.filter(([from]) => from === place);
    this.place = place;
  }

  /** What an event does. */
  find(meeting: Meeting): Reaction | null {
    const { last } = this;
    if (last?.meeting.memory === meeting.memory && last.meeting.event === meeting.event) return last.reaction;
    let reaction: Reaction | null = null;
    for (const part of this.parts) reaction ??= part.react(meeting, this.place);
    if (reaction !== null) this.check(reaction);
    this.last = { meeting, reaction };
    return reaction;
  }

  /** The reaction to an event that its guards found. */
  found(event: MachineEvent): Reaction {
    const { last } = this;
    if (last?.meeting.event !== event || last.reaction === null)
      throw new BrokenPromise(`nothing was found for "${event.type}"`);
    return last.reaction;
  }

  private check({ label, to }: Reaction): void {
    if (this.ways.some((way) => way[1] === label && way[2] === to)) return;
    throw new BrokenPromise(`a worker has no way "${label}" from "${this.place}" to "${String(to)}"`);
  }
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
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}
