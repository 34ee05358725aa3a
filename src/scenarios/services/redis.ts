import * as v from 'valibot';
import { redisModule } from '../../machines/client/modules/redis.ts';
import { CORRECTED } from '../../machines/client/modules/redis-policies.ts';
import { redis } from '../../machines/lock-server/redis/redis.ts';
import { name } from '../schema-parts.ts';
import { defineFault } from './fault-kind.ts';
import { defineLock, defineService } from './service-kind.ts';

/** A single Redis in its plain profile. */
const schema = v.strictObject({ id: v.optional(name, 'redis'), kind: v.literal('redis') });

type Service = v.InferOutput<typeof schema>;

/** Each choice by name, the corrected one where it is left out. */
const lockSchema = v.strictObject({
  kind: v.literal('redis'),
  watchdog: v.optional(v.picklist(['always', 'only-reentrant', 'none']), CORRECTED.watchdog),
  renewal: v.optional(v.picklist(['compared', 'unchecked']), CORRECTED.renewal),
  release: v.optional(v.picklist(['compared', 'two-commands', 'unchecked']), CORRECTED.release),
  records: v.optional(v.picklist(['by-key', 'none']), CORRECTED.records),
});

/** The Redis lock module. */
const lock = defineLock<Service, v.InferOutput<typeof lockSchema>>({
  kind: 'redis',
  schema: lockSchema,
  offer: {
    operations: ['acquire', 'renew', 'release', 'fence'],
    blocks: true,
    renews: false,
    reentrant: true,
  },
  module: ({ server }, policies) => redisModule(server, policies),
});

/** It runs out of memory and drops a key, whatever it is: a lock, or the counter that gives tokens. */
const evict = defineFault('evict', { key: v.optional(name, 'lock') }, ({ key }) => ({ type: 'evict', key }));

/** A single Redis and the module by which a process locks at it. */
export const redisKind = defineService<Service>({
  kind: 'redis',
  schema,
  locks: [lock],
  grantsTokens: false,
  refuses: true,
  faults: [evict],
  nodes: ({ id }) => [id],
  components: ({ id, keys }) => [redis({ id, keys })],
});
