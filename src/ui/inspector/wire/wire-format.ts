import type { Entry, Json } from '../../../engine/trace.ts';
import type { Fields } from '../memory/row.ts';

/** What travels over a link: plain JSON with a type. */
export interface WireBody {
  readonly type: string;
  readonly [field: string]: Json;
}

/**
 * How one kind of service speaks: a line for each of its messages, in the service's own terms. Null for a
 * message that is not of this service. `made` is the entry that the service made on the request which a
 * reply answers: it knows more than the reply tells, such as the fence of a refused write. `memory` is that
 * of the service, where it is known which one speaks: some share words with others.
 */
export type WireFormat = (body: WireBody, made: Entry | null, memory: Fields | null) => string | null;
