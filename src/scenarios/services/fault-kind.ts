import * as v from 'valibot';
import type { MachineEvent } from '../../engine/component.ts';
import { instant, name } from '../schema-parts.ts';

/** A fault that only some services know, as read: which, where and when, and what the machine is handed. */
export interface OwnFaultDocument {
  readonly kind: 'own';
  readonly name: string;
  readonly node: string;
  /** Milliseconds, as all times of a document. */
  readonly at: number;
  readonly for?: number;
  readonly strikes: MachineEvent;
  readonly ends?: MachineEvent;
}

/**
 * A fault that only some kinds of lock service know, such as a failover: in a document
 * `{ "kind": "failover", "node": "redis", "at": 5000 }`, with the fields of its own that it declares. A
 * service lists the faults that it takes under `faults`; services that take the same one share its
 * definition. The engine hands the event to the machine of the node at the fault's time, whatever the
 * node's process is doing, tells the fault by an entry `fault` with its name as `op`, and takes that for the
 * cause of what follows. An event that the machine does not take changes nothing and is not told.
 */
export interface FaultKind {
  readonly kind: string;
  readonly schema: v.GenericSchema<unknown, OwnFaultDocument>;
}

/**
 * Declares such a fault. `fields` are what it has in a document beside kind, node and time; `strikes` makes
 * the machine's event of them, with times in microseconds. One that lasts has `ends` too, the event that
 * the machine is handed when its `for` is over; without `for` it lasts to the end of the run.
 */
export function defineFault<const Fields extends v.ObjectEntries>(
  kind: string,
  fields: Fields,
  strikes: (fault: v.InferOutput<v.StrictObjectSchema<Fields, undefined>>) => MachineEvent,
  ends?: MachineEvent,
): FaultKind {
  const lasting = ends === undefined ? {} : { for: v.optional(instant) };
  const schema = v.pipe(
    v.strictObject({ ...fields, kind: v.literal(kind), node: name, at: instant, ...lasting }),
    v.transform((fault): OwnFaultDocument => {
      const read = fault as unknown as Omit<OwnFaultDocument, 'kind' | 'name' | 'strikes' | 'ends'>;
      const own = fault as unknown as v.InferOutput<v.StrictObjectSchema<Fields, undefined>>;
      return {
        kind: 'own',
        name: kind,
        node: read.node,
        at: read.at,
        ...(read.for === undefined ? {} : { for: read.for }),
        strikes: strikes(own),
        ...(ends === undefined ? {} : { ends }),
      };
    }),
  );
  return { kind, schema };
}
