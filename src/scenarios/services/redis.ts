import * as v from 'valibot';
import { CORRECTED, redisModule } from '../../machines/client/modules/redis.ts';
import { redis } from '../../machines/lock-server/redis/redis.ts';
import { name } from '../schema-parts.ts';
import type { ServiceKind } from './service-kind.ts';

/** A single Redis in a document, in its plain profile. */
export const redisSchema = v.strictObject({ id: v.optional(name, 'redis'), kind: v.literal('redis') });

/** The Redis lock module: each choice by name, the corrected one where it is left out. */
export const redisLockSchema = v.strictObject({
  kind: v.literal('redis'),
  timeout: v.optional(v.picklist(['error', 'taken-for-success']), CORRECTED.timeout),
  watchdog: v.optional(v.picklist(['always', 'only-reentrant', 'none']), CORRECTED.watchdog),
  renewal: v.optional(v.picklist(['compared', 'unchecked']), CORRECTED.renewal),
  release: v.optional(v.picklist(['compared', 'two-commands', 'unchecked']), CORRECTED.release),
  records: v.optional(v.picklist(['by-key', 'none']), CORRECTED.records),
});

/** A single Redis and the module by which a process locks at it. */
export const redisKind: ServiceKind<
  v.InferOutput<typeof redisSchema>,
  v.InferOutput<typeof redisLockSchema>
> = {
  component: ({ id, keys }) => redis({ id, keys }),
  module: ({ server }, lock) => redisModule(server, lock ?? CORRECTED),
};
