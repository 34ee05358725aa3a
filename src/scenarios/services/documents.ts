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
export const MODULES_OF: {
  readonly [kind in ServiceDocument['kind']]: readonly [LockDocument['kind'], ...LockDocument['kind'][]];
} = {
  'lease-manager': ['lease-manager'],
  'epoch-lease': ['elector'],
  etcd: ['etcd-locker', 'etcd-lock'],
  redis: ['redis'],
};

/** What a client may ask of a lock module. What is not offered is a problem of the document, never a no-op. */
interface Offer {
  readonly operations: readonly ('acquire' | 'renew' | 'release' | 'fence')[];
  /** Waits for the key where the acquire policy says so. */
  readonly blocks: boolean;
  /** Follows the client's `renewal`; a module that does not has a watchdog, if any, among its own choices. */
  readonly renews: boolean;
  readonly reentrant: boolean;
}

/** What each module offers. */
export const OFFERS: { readonly [kind in LockDocument['kind']]: Offer } = {
  'lease-manager': {
    operations: ['acquire', 'renew', 'release'],
    blocks: true,
    renews: true,
    reentrant: false,
  },
  elector: { operations: ['acquire'], blocks: false, renews: false, reentrant: false },
  'etcd-lock': { operations: ['acquire', 'release'], blocks: true, renews: false, reentrant: false },
  'etcd-locker': { operations: ['acquire', 'release'], blocks: true, renews: false, reentrant: false },
  redis: {
    operations: ['acquire', 'renew', 'release', 'fence'],
    blocks: true,
    renews: false,
    reentrant: true,
  },
};

/** Services that can be struck so that they refuse every request. */
export const REFUSING: readonly ServiceDocument['kind'][] = ['epoch-lease', 'etcd', 'redis'];

/** Services whose grants carry the token that a store fenced at takeover is raised to. */
export const GRANTING_TOKENS: readonly ServiceDocument['kind'][] = ['lease-manager', 'epoch-lease', 'etcd'];
