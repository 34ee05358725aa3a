import type { Effect } from '../../../engine/component.ts';
import type { Args, WorkerBehaviour } from './behaviour.ts';
import type { Edge, Place } from './reaction.ts';
import type { ProcessMemory } from './state.ts';

/** What XState's `assign` makes, as far as a region needs it. */
export type Assigning<Action> = (change: (args: Args) => Partial<ProcessMemory>) => Action;

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
 * The region of a worker that goes these ways: its lock states. The expiry at the service does not touch them. Each way
 * is a transition, taken when `worker`, the one whose turn it is, takes it.
 */
export function workerRegion<Action>(
  ways: readonly Edge[],
  worker: () => WorkerBehaviour,
  assign: Assigning<Action>,
) {
  const emit = (make: (args: Args) => readonly Effect[]) => ({ type: 'emit' as const, params: make });
  const statesFrom = (place: Place) => {
    const transitions = ways
      .filter(([from]) => from === place)
      .map((way) => ({
        description: way[1],
        guard: (args: Args) => worker().takes(args, way),
        ...(way[2] === null ? {} : { target: way[2] }),
        actions: [
          emit((args) => worker().effects(args, place)),
          assign((args) => worker().change(args, place)),
        ],
      }));
    return [place, { on: { '*': transitions } }] as const;
  };
  const taken = new Set(ways.flatMap(([from, , to]) => [from, to ?? from]));
  const places = [...new Set([...PLACES, ...taken])].filter((place) => taken.has(place));
  return {
    initial: 'idle',
    entry: [emit((args) => worker().starts(args))],
    on: {
      crash: { target: '.idle', actions: [emit((args) => worker().falls(args))] },
      restart: { target: '.idle', actions: [emit((args) => worker().begins(args, 0))] },
    },
    states: Object.fromEntries(places.map(statesFrom)),
  };
}
