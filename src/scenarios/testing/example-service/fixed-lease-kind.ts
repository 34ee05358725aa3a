import * as v from 'valibot';
import { fromMs } from '../../../engine/time.ts';
import { name, positive } from '../../schema-parts.ts';
import { defineService } from '../../services/service-kind.ts';
import { standardLock } from '../../services/standard/standard.ts';
import { fixedLeaseProtocol } from './fixed-lease-protocol.ts';
import { fixedLease } from './fixed-lease.ts';

const schema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('fixed-lease'),
  /** How long every lease is. */
  length: positive,
});

type Service = v.InferOutput<typeof schema>;

/** Its fields in a document, its nodes, and the modules that lock at it. */
export const fixedLeaseKind = defineService<Service>({
  kind: 'fixed-lease',
  schema,
  locks: [standardLock<Service>(({ server }) => fixedLeaseProtocol(server))],
  grantsTokens: true,
  faults: [],
  nodes: ({ id }) => [id],
  components: ({ id, keys, raises }, { length }) => [
    fixedLease({ id, keys, raises, lengthUs: fromMs(length) }),
  ],
});
