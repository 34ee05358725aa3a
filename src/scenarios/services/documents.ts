import * as v from 'valibot';
import { CORRECTED } from '../../machines/client/modules/redis-policies.ts';
import { name, shortText } from '../schema-parts.ts';

/** The lease manager in a document. */
export const leaseManagerSchema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('lease-manager'),
  /** Which clock judges an expiry. */
  clock: v.optional(v.picklist(['wall', 'monotonic'], 'must be "wall" or "monotonic"'), 'wall'),
});

/** Its module has no choices of its own. */
export const leaseManagerLockSchema = v.strictObject({ kind: v.literal('lease-manager') });

/** The epoch lease in a document. */
export const epochLeaseSchema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('epoch-lease'),
});

/** The elector: each `acquire` of a script is one tick. */
export const electorSchema = v.strictObject({ kind: v.literal('elector') });

/** etcd in a document, in its plain profile. */
export const etcdSchema = v.strictObject({ id: v.optional(name, 'etcd'), kind: v.literal('etcd') });

/** The etcd-semantics lock: a held flag that outlives its lease, no token. */
export const etcdLockSchema = v.strictObject({
  kind: v.literal('etcd-lock'),
  /** The value of the key while it is held; the process's id where it is left out. */
  proof: v.optional(shortText),
});

/** The etcd lease locker. */
export const etcdLockerSchema = v.strictObject({
  kind: v.literal('etcd-locker'),
  /** Where the token comes from. */
  token: v.optional(
    v.picklist(['stored-value', 'creation-revision'], 'must be "stored-value" or "creation-revision"'),
    'creation-revision',
  ),
});

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

/** Every lock service that a document may name. */
export const serviceSchema = v.variant(
  'kind',
  [leaseManagerSchema, epochLeaseSchema, etcdSchema, redisSchema],
  'must have kind "lease-manager", "epoch-lease", "etcd" or "redis"',
);

/** Every lock module that a client's policies may name. */
export const lockSchema = v.variant(
  'kind',
  [leaseManagerLockSchema, electorSchema, etcdLockSchema, etcdLockerSchema, redisLockSchema],
  'must have kind "lease-manager", "elector", "etcd-lock", "etcd-locker" or "redis"',
);

/** A service of a document, as read. */
export type ServiceDocument = v.InferOutput<typeof serviceSchema>;
/** A lock module of a document, as read. */
export type LockDocument = v.InferOutput<typeof lockSchema>;

/** Which modules lock at which service; the first is used where a client names none. */
export const MODULES_OF: { readonly [kind in ServiceDocument['kind']]: readonly LockDocument['kind'][] } = {
  'lease-manager': ['lease-manager'],
  'epoch-lease': ['elector'],
  etcd: ['etcd-locker', 'etcd-lock'],
  redis: ['redis'],
};
