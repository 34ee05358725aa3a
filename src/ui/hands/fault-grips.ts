import type { Json } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';
import type { Grip, GripKind } from './grip.ts';
import { placeOf, rangeOf, withPlace, type Place } from './places.ts';

/** A fault as far as grips look at it. Times are milliseconds. */
interface FaultFields {
  readonly kind: string;
  readonly node?: string | undefined;
  readonly client?: string | undefined;
  readonly between?: readonly [string, string] | undefined;
  readonly at?: number | undefined;
  readonly for?: number | undefined;
}

/** A fault of the run, with the way to change one of its numbers. */
interface HeldFault {
  readonly name: string;
  readonly fields: FaultFields;
  /** The field as something that can be changed; null where it cannot. */
  change(field: 'at' | 'for'): Change | null;
}

interface Change {
  readonly min: number;
  readonly max: number;
  readonly to: (edited: Edited, ms: number) => Edited;
}

const KINDS: Readonly<Record<string, readonly [start: GripKind, end: GripKind]>> = {
  pause: ['pause-start', 'pause-end'],
  crash: ['crash', 'crash'],
  restart: ['restart', 'restart'],
  clock: ['clock', 'clock'],
  act: ['act', 'act'],
  partition: ['cut-start', 'cut-end'],
};
const OTHERS = ['fault-start', 'fault-end'] as const;

/** Grips at the beginning and the end of every timed fault of a run. */
export function faultGrips(
  scenario: Scenario,
  configuration: string,
  edited: Edited,
  body: { readonly faults: readonly FaultFields[] },
  run: Run,
): readonly Grip[] {
  return heldFaults(scenario, configuration, edited, body.faults).flatMap((fault) =>
    gripsOf(fault, edited, run),
  );
}

function gripsOf(fault: HeldFault, edited: Edited, run: Run): readonly Grip[] {
  const { fields, name } = fault;
  const { at, node, client, between } = fields;
  const start = fault.change('at');
  const actor = node ?? client ?? between?.[0];
  if (at === undefined || start === null || actor === undefined) return [];
  const lane = run.lanes.find(({ id }) => id === actor)?.id ?? laneOfProcess(run, actor);
  if (lane === undefined) return [];
  const [startKind, endKind] = KINDS[fields.kind] ?? OTHERS;
  const base = { subject: actor, other: between?.[1] ?? fields.kind, lane, track: 'band', seq: -1 } as const;
  const length = fault.change('for');
  const end = fields.for === undefined ? null : at + fields.for;
  const first: Grip = {
    ...base,
    id: `${name} start`,
    kind: startKind,
    t: at * 1000,
    min: start.min * 1000,
    max: (end === null ? start.max : Math.min(start.max, end)) * 1000,
    // What began earlier or later ends when it did.
    moved: (t) => {
      const ms = t / 1000;
      const moved = start.to(edited, ms);
      return end === null || length === null ? moved : length.to(moved, end - ms);
    },
  };
  if (end === null || length === null) return [first];
  const last: Grip = {
    ...base,
    id: `${name} end`,
    kind: endKind,
    t: end * 1000,
    min: (at + length.min) * 1000,
    max: (at + length.max) * 1000,
    moved: (t) => length.to(edited, t / 1000 - at),
  };
  return [first, last];
}

/** Faults as the run has them: those of the document that were left, then those that were added. */
function heldFaults(
  scenario: Scenario,
  configuration: string,
  { edits }: Edited,
  faults: readonly FaultFields[],
): readonly HeldFault[] {
  const own = faults.length - edits.added.length;
  const indices: number[] = [];
  for (let index = 0; indices.length < own; index += 1)
    if (!edits.removed.includes(index)) indices.push(index);
  return faults.map((fields, position): HeldFault => {
    const index = indices[position];
    if (index === undefined) return addedFault(fields, position - own);
    return {
      name: `fault ${String(index)}`,
      fields,
      change: (field) => {
        const place = placeOf(scenario, configuration, `/faults/${String(index)}/${field}`);
        return place === null ? null : changeOf(scenario, place);
      },
    };
  });
}

function changeOf(scenario: Scenario, place: Place): Change {
  return { ...rangeOf(place), to: (edited, ms) => withPlace(scenario, edited, place, ms) };
}

function addedFault(fields: FaultFields, position: number): HeldFault {
  return {
    name: `added ${String(position)}`,
    fields,
    change: (field) =>
      fields[field] === undefined
        ? null
        : {
            ...rangeOf({ parameter: null }),
            to: (edited, ms) => {
              const added = edited.edits.added.map((fault, index) =>
                index === position
                  ? {
                      ...(fault as { readonly [name: string]: Json }),
                      [field]: Math.max(0, Math.round(ms * 1000) / 1000),
                    }
                  : fault,
              );
              return { ...edited, edits: { ...edited.edits, added } };
            },
          },
  };
}

/** A process of several clients has no lane of its own: its first client's is taken. */
function laneOfProcess(run: Run, process: string): string | undefined {
  const seen = run.entries.find(({ ev, actor }) => (ev === 'pause' || ev === 'crash') && actor !== '')?.actor;
  return run.lanes.find(({ id, role }) => role === 'client' && (id === seen || id.startsWith(process)))?.id;
}
