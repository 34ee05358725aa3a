import type * as v from 'valibot';
import { redisModule } from '../../machines/client/modules/redis.ts';
import { CORRECTED } from '../../machines/client/modules/redis-policies.ts';
import { redis } from '../../machines/lock-server/redis/redis.ts';
import type { redisLockSchema, redisSchema } from './documents.ts';
import type { ServiceKind } from './service-kind.ts';

/** A single Redis and the module by which a process locks at it. */
export const redisKind: ServiceKind<
  v.InferOutput<typeof redisSchema>,
  v.InferOutput<typeof redisLockSchema>
> = {
  component: ({ id, keys }) => redis({ id, keys }),
  module: ({ server }, lock) => redisModule(server, lock ?? CORRECTED),
};
