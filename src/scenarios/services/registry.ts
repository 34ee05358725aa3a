import * as v from 'valibot';
import { BrokenPromise } from '../../engine/assert.ts';
import type { Component } from '../../engine/component.ts';
import type { LockModule } from '../../machines/client/modules/lock-module.ts';
import { leaseManagerKind } from './lease-manager.ts';
import type {
  LockDocument,
  LockKind,
  ModuleContext,
  ServiceContext,
  ServiceDocument,
  ServiceKind,
} from './service-kind.ts';

/**
 * Services by kind. The lease manager is always there; the others come with all-services.ts, which whoever
 * opens a document that is not the first loads with it.
 */
const KINDS = new Map<string, ServiceKind>([[leaseManagerKind.kind, leaseManagerKind]]);

/** Makes a kind of service known. */
export function provideService(service: ServiceKind): void {
  KINDS.set(service.kind, service);
}

/** Every kind of service that is known. */
export function serviceKinds(): readonly ServiceKind[] {
  return [...KINDS.values()];
}

/** A kind of service by name. A document has been checked to name one. */
export function serviceKind(kind: string): ServiceKind {
  const known = KINDS.get(kind);
  if (known === undefined) throw new BrokenPromise(`the service "${kind}" was not loaded with its document`);
  return known;
}

/** The nodes of the lock service that a document describes. */
export function serviceComponents(context: ServiceContext, document: ServiceDocument): readonly Component[] {
  return serviceKind(document.kind).components(context, document);
}

/** The lock module that a client names, or the service's usual one; undefined where they do not fit. */
export function lockKind(
  service: string,
  lock: LockDocument | undefined,
): LockKind<ServiceDocument, LockDocument> | undefined {
  const { locks } = serviceKind(service);
  return lock === undefined ? locks[0] : locks.find(({ kind }) => kind === lock.kind);
}

/** The fields of a lock module: those of the document, or its usual ones where that names none. */
export function lockDocument(
  kind: LockKind<ServiceDocument, LockDocument>,
  lock: LockDocument | undefined,
): LockDocument {
  return lock ?? v.parse(kind.schema, { kind: kind.kind });
}

/** The module by which a process locks at a service. Module and service have been checked to fit. */
export function lockModule(
  service: ServiceDocument,
  context: ModuleContext,
  lock: LockDocument | undefined,
): LockModule {
  const kind = lockKind(service.kind, lock);
  if (kind === undefined)
    throw new BrokenPromise(`"${String(lock?.kind)}" does not lock at "${service.kind}"`);
  return kind.module(context, lockDocument(kind, lock), service);
}
