import * as v from 'valibot';
import { BrokenPromise } from '../../engine/assert.ts';
import type { Component } from '../../engine/component.ts';
import type { LockModule } from '../../machines/client/modules/lock-module.ts';
import { electorSchema, epochLeaseKind, epochLeaseSchema } from './epoch-lease.ts';
import { etcdKind, etcdLockerSchema, etcdLockSchema, etcdSchema } from './etcd.ts';
import { leaseManagerKind, leaseManagerLockSchema, leaseManagerSchema } from './lease-manager.ts';
import { redisKind, redisLockSchema, redisSchema } from './redis.ts';
import type { ModuleContext, ServiceContext } from './service-kind.ts';

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

/** The lock service that a document describes. */
export function serviceComponent(context: ServiceContext, document: ServiceDocument): Component {
  switch (document.kind) {
    case 'lease-manager':
      return leaseManagerKind.component(context, document);
    case 'epoch-lease':
      return epochLeaseKind.component(context, document);
    case 'etcd':
      return etcdKind.component(context, document);
    case 'redis':
      return redisKind.component(context, document);
  }
}

/** The module by which a process locks at a service. Module and service have been checked to fit. */
export function lockModule(
  service: ServiceDocument['kind'],
  context: ModuleContext,
  lock: LockDocument | undefined,
): LockModule {
  const misfit = (): never => {
    throw new BrokenPromise(`"${lock?.kind ?? ''}" does not lock at "${service}"`);
  };
  switch (service) {
    case 'lease-manager':
      return leaseManagerKind.module(context, lock?.kind === 'lease-manager' ? lock : undefined);
    case 'epoch-lease':
      return epochLeaseKind.module(context, lock?.kind === 'elector' ? lock : undefined);
    case 'etcd':
      if (lock !== undefined && lock.kind !== 'etcd-lock' && lock.kind !== 'etcd-locker') return misfit();
      return etcdKind.module(context, lock);
    case 'redis':
      return redisKind.module(context, lock?.kind === 'redis' ? lock : undefined);
  }
}
