import * as v from 'valibot';
import { inProcessProtocol } from '../../machines/client/protocols/in-process.ts';
import { name } from '../schema-parts.ts';
import { defineService } from './service-kind.ts';
import { standardLock } from './standard/standard.ts';

const schema = v.strictObject({
  id: v.optional(name, 'in-process'),
  kind: v.literal('in-process'),
  /** The timer of a hold ends that hold only, or (flaw) whoever holds when it rings. */
  timer: v.optional(v.picklist(['bound', 'unbound'], 'must be "bound" or "unbound"'), 'bound'),
  /** The lock of a key stays while anybody waits for it, or (flaw) is dropped with each release. */
  entries: v.optional(v.picklist(['kept', 'dropped'], 'must be "kept" or "dropped"'), 'kept'),
});

type Service = v.InferOutput<typeof schema>;

/** No service at all: a lock inside each process, which excludes nobody in another one. */
export const inProcessKind = defineService<Service>({
  kind: 'in-process',
  schema,
  locks: [standardLock<Service>((_context, { timer, entries }) => inProcessProtocol({ timer, entries }))],
  grantsTokens: false,
  faults: [],
  hasRecord: false,
  nodes: () => [],
  components: () => [],
});
