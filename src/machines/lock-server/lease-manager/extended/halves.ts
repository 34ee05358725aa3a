import type { Effect, MachineEvent } from '../../../../engine/component.ts';
import type { Json } from '../../../../engine/trace.ts';
import { forgetEntries } from './ends.ts';
import { clockOf } from './grants.ts';
import {
  deadlineOf,
  emptyHalf,
  readDeadline,
  type ExtendedOptions,
  type Half,
  type Memory,
} from './memory.ts';

/** What the service knows and what goes out. */
interface Split {
  readonly memory: Memory;
  readonly effects: readonly Effect[];
}

/**
 * The service splits: from now on its halves know nothing of each other. Both begin with all that it knew, so
 * that the second has to copy the deadlines: what is left of them comes in a call to itself.
 */
export function split(options: ExtendedOptions, { halves }: Memory, event: MachineEvent): Split | null {
  const [whole, second] = halves;
  if (whole === undefined || second !== undefined) return null;
  const aside = Array.isArray(event['aside']) ? (event['aside'] as readonly Json[]).map(String) : [];
  const keeps = event['keeps'] === 'second' ? 'second' : 'first';
  const copiedEffect: Effect = {
    type: 'call',
    to: options.id,
    event: { type: 'copied', to: 1 },
    deadlines: deadlinesOf(whole, 0),
  };
  const half: Half = { ...whole, twice: true };
  return { memory: { halves: [half, half], split: { aside, keeps } }, effects: [copiedEffect] };
}

/** The halves join: the record of one stays, and what only the other had is lost. */
export function join(options: ExtendedOptions, { halves, split: splits }: Memory): Split | null {
  const [first, second] = halves;
  if (first === undefined || second === undefined || splits === null) return null;
  const [kept, dropped] = splits.keeps === 'first' ? [first, second] : [second, first];
  const forgotten = Object.entries(dropped.rows).flatMap(([key, row]) =>
    row === null || !row.live ? [] : forgetEntries(kept, key, row),
  );
  const memory: Memory = { halves: [kept], split: null };
  if (splits.keeps === 'first') return { memory, effects: [...forgotten, ...cancelled(second, 1)] };
  const moved: Effect = {
    type: 'call',
    to: options.id,
    event: { type: 'copied', to: 0 },
    deadlines: deadlinesOf(second, 1),
  };
  return { memory, effects: [...forgotten, ...cancelled(first, 0), moved] };
}

/** Deadlines of one half become those of the other, with what is left of them. */
export function copied(options: ExtendedOptions, memory: Memory, event: MachineEvent): Split {
  const to = event['to'] === 1 ? 1 : 0;
  const left = (event['left'] ?? {}) as { readonly [id: string]: number };
  const effects = Object.entries(left).flatMap(([id, afterUs]): Effect[] => {
    const { kind, key, client, side } = readDeadline(id);
    const clock =
      kind === 'lease' || kind === 'until'
        ? clockOf(options)
        : kind === 'counter'
          ? options.clock
          : 'monotonic';
    const of = kind === 'place' ? client : undefined;
    const copy: Effect = { type: 'deadline', id: deadlineOf(to, kind, key, of), afterUs, clock };
    return side === 1 ? [{ type: 'cancel', id }, copy] : [copy];
  });
  return { memory, effects };
}

/** All is lost, in both halves, and the counters with it. */
export function forgetAll(options: ExtendedOptions, { halves, split: splits }: Memory): Split {
  const told = halves.flatMap((half, side) =>
    Object.entries(half.rows).flatMap(([key, row]) =>
      row === null ? [] : forgetEntries(side === 0 ? (halves[1] ?? null) : null, key, row),
    ),
  );
  const gone = halves.flatMap((half, side) => cancelled(half, side === 0 ? 0 : 1));
  return {
    memory: { halves: halves.map(() => emptyHalf(options.keys)), split: splits },
    effects: [...told, ...gone],
  };
}

/** The ids of all deadlines that a half may have. */
function deadlinesOf({ rows, queues }: Half, side: 0 | 1): readonly string[] {
  return Object.keys(rows).flatMap((key) => [
    ...(['lease', 'until', 'delay', 'counter'] as const).map((kind) => deadlineOf(side, kind, key)),
    ...(queues[key] ?? []).map(({ client }) => deadlineOf(side, 'place', key, client)),
  ]);
}

function cancelled(half: Half, side: 0 | 1): readonly Effect[] {
  return deadlinesOf(half, side).map((id) => ({ type: 'cancel', id }));
}
