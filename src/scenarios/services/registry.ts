import { BrokenPromise } from '../../engine/assert.ts';
import type { Component } from '../../engine/component.ts';
import type { LockModule } from '../../machines/client/modules/lock-module.ts';
import type { LockDocument, ServiceDocument } from './documents.ts';
import { leaseManagerKind } from './lease-manager.ts';
import type { ModuleContext, ServiceContext, ServiceKind } from './service-kind.ts';

type AnyKind = ServiceKind<ServiceDocument, LockDocument>;

/**
 * Services by kind. The lease manager is always there; the others come with all-services.ts, which whoever
 * opens a document that is not the first loads with it.
 */
const KINDS = new Map<ServiceDocument['kind'], AnyKind>([['lease-manager', leaseManagerKind]]);

/** Makes a kind of service known. */
export function provideService(kind: ServiceDocument['kind'], service: AnyKind): void {
  KINDS.set(kind, service);
}

/** The lock service that a document describes. */
export function serviceComponent(context: ServiceContext, document: ServiceDocument): Component {
  return kindOf(document.kind).component(context, document);
}

/** The module by which a process locks at a service. Module and service have been checked to fit. */
export function lockModule(
  service: ServiceDocument['kind'],
  context: ModuleContext,
  lock: LockDocument | undefined,
): LockModule {
  return kindOf(service).module(context, lock);
}

function kindOf(kind: ServiceDocument['kind']): AnyKind {
  const known = KINDS.get(kind);
  if (known === undefined) throw new BrokenPromise(`the service "${kind}" was not loaded with its document`);
  return known;
}
