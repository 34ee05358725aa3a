import type { Entry } from '../../engine/trace.ts';
import type { Lane } from '../../scenarios/run.ts';
import { at } from './search.ts';

/** The key that an entry concerns; the trace format's default where it names none. */
export function keyOf(entry: Entry): string {
  return entry.key ?? 'lock';
}

/** Finds the lane of an entry and the colour of a client. */
export interface LaneIndex {
  readonly lanes: readonly Lane[];
  /** The lane with this id, -1 if there is none. */
  readonly indexOf: (id: string) => number;
  /** The lane an entry is drawn in; its actor's, else its client's, else the first service or lane. */
  readonly laneOf: (entry: Entry) => number;
  /** The lock service whose record an entry changed, -1 if the run has none. */
  readonly serviceOf: (entry: Entry) => number;
  /** The store an entry concerns, -1 if the run has none. */
  readonly storeOf: (entry: Entry) => number;
  /** The place of a client among the clients, -1 for whatever is no client. */
  readonly colourOf: (id: string | undefined) => number;
}

/** Builds the index; lanes keep the order of the run. */
export function indexLanes(lanes: readonly Lane[]): LaneIndex {
  const byId = new Map(lanes.map((lane, index) => [lane.id, index]));
  const colours = new Map(
    lanes.filter((lane) => lane.role === 'client').map((lane, index) => [lane.id, index]),
  );
  const firstService = lanes.findIndex((lane) => lane.role === 'service');
  const firstStore = lanes.findIndex((lane) => lane.role === 'store');
  const fallback = firstService >= 0 ? firstService : 0;

  const indexOf = (id: string): number => byId.get(id) ?? -1;
  const withRole = (entry: Entry, role: Lane['role'], otherwise: number): number => {
    const own = byId.get(entry.actor);
    return own !== undefined && at(lanes, own).role === role ? own : otherwise;
  };

  return {
    lanes,
    indexOf,
    laneOf: (entry) =>
      byId.get(entry.actor) ?? (entry.client === undefined ? undefined : byId.get(entry.client)) ?? fallback,
    serviceOf: (entry) => withRole(entry, 'service', firstService),
    storeOf: (entry) => {
      const named = entry.store === undefined ? undefined : byId.get(entry.store);
      return withRole(entry, 'store', named ?? firstStore);
    },
    colourOf: (id) => (id === undefined ? -1 : (colours.get(id) ?? -1)),
  };
}
