import type { Component } from '../../engine/component.ts';
import type { LockModule } from '../../machines/client/modules/lock-module.ts';

/** What a service is told beside its own fields of the document. */
export interface ServiceContext {
  readonly id: string;
  /** Every key that a script or a store names. */
  readonly keys: readonly string[];
  /** Stores whose fence each grant raises in the same step. */
  readonly raises: readonly string[];
}

/** What a lock module is told beside its own fields of the document. */
export interface ModuleContext {
  /** Id of the lock service. */
  readonly server: string;
  /** The process that locks. */
  readonly process: string;
  readonly renewal: { readonly kind: 'none' } | { readonly kind: 'watchdog'; readonly intervalUs: number };
}

/**
 * One kind of lock service: how it is made from its document, and the module by which a process locks at
 * it. A new kind is a file beside this one, a line in all-services.ts, and its fields in documents.ts.
 */
export interface ServiceKind<ServiceDocument, LockDocument> {
  component(context: ServiceContext, document: ServiceDocument): Component;
  module(context: ModuleContext, document: LockDocument | undefined): LockModule;
}
