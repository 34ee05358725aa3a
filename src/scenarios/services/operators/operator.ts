import * as v from 'valibot';
import type { MachineEvent } from '../../../engine/component.ts';
import { fromMs } from '../../../engine/time.ts';
import { name, span } from '../../schema-parts.ts';

/** A request that somebody beside the lock modules makes of a node, as read. Durations are milliseconds. */
export interface OperatorRequest {
  readonly type: string;
  readonly key?: string | undefined;
  readonly ttl?: number | undefined;
  readonly [field: string]: string | number | undefined;
}

/** What an operator, a reaper or a script by hand may ask of a service's nodes. */
export type OperatorRequests = v.GenericSchema<unknown, OperatorRequest>;

/** The fields that requests of several services have. */
export const fields = {
  key: name,
  ttl: span,
  value: v.pipe(v.string('must be text'), v.maxLength(200, 'must be at most 200 characters')),
};

/** Requests by their type, each with its fields. */
export function requests(types: { readonly [type: string]: v.ObjectEntries }): OperatorRequests {
  const names = Object.keys(types).map((type) => `"${type}"`);
  const schemas = Object.entries(types).map(([type, entries]) =>
    v.strictObject({ type: v.literal(type), ...entries }),
  );
  const message = `must have type ${names.slice(0, -1).join(', ')} or ${String(names.at(-1))}`;
  return v.variant('type', schemas, message);
}

/** The request as a service's machine takes it. */
export function bodyOf({ type, ttl, ...rest }: OperatorRequest): MachineEvent {
  const given = Object.entries(rest).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return { type, ...Object.fromEntries(given), ...(ttl === undefined ? {} : { ttlUs: fromMs(ttl) }) };
}
