import type * as v from 'valibot';
import type { Component } from '../../engine/component.ts';
import type { FenceRaise } from '../../machines/fence-raise.ts';
import type { LockModule } from '../../machines/client/modules/lock-module.ts';
import type { FaultKind, OwnFaultDocument } from './fault-kind.ts';
import type { OperatorRequests } from './operators/operator.ts';

/** What every lock service of a document says of itself, whatever else its kind adds. */
export interface ServiceDocument {
  readonly id: string;
  readonly kind: string;
}

/** What every lock module that a client's policies name says of itself. */
export interface LockDocument {
  readonly kind: string;
}

/** What a service is told beside its own fields of the document. */
export interface ServiceContext {
  readonly id: string;
  /** Every key that a script or a store names. */
  readonly keys: readonly string[];
  /** Stores whose fence each grant raises. */
  readonly raises: readonly FenceRaise[];
  /** Ids of the processes, for a service that speaks first. */
  readonly processes: readonly string[];
  /** The seed of the scenario, for what a service draws. */
  readonly seed: number;
  /** Names of the faults of its own that strike it. */
  readonly struckBy: readonly string[];
}

/** What a lock module is told beside its own fields of the document. */
export interface ModuleContext {
  /** Id of the lock service. */
  readonly server: string;
  /** The process that locks. */
  readonly process: string;
  readonly renewal: { readonly kind: 'none' } | { readonly kind: 'watchdog'; readonly intervalUs: number };
  /** The seed of the scenario, for what a module draws. */
  readonly seed: number;
}

/** What a client may ask of a lock module. What is not offered is a problem of the document, never a no-op. */
export interface Offer {
  readonly operations: readonly ('acquire' | 'renew' | 'release' | 'fence' | 'check')[];
  /** Waits for the key where the acquire policy says so. */
  readonly blocks: boolean;
  /** Waits in a queue of the service's where the acquire policy says so. */
  readonly queues: boolean;
  /** False: it cannot be tried, only waited for. */
  readonly tries?: false;
  /** Follows the client's `renewal`; a module that does not has a watchdog, if any, among its own choices. */
  readonly renews: boolean;
  readonly reentrant: boolean;
  /** What it does with a context that has ended before a call, or that ends; nothing where it is left out. */
  readonly contexts?: readonly ('acquire' | 'release' | 'end-context')[];
}

/** One lock module: the library by which a process locks at a service. */
export interface LockKind<Service extends ServiceDocument, Lock extends LockDocument> {
  readonly kind: Lock['kind'];
  /** Its fields in a document; whatever is left out has a default, so that its kind alone is enough. */
  readonly schema: v.GenericSchema<unknown, Lock>;
  /** What a client may ask of it, with these fields, at this service. */
  offer(lock: Lock, service: Service): Offer;
  /** What of its fields does not fit the service that it locks at. */
  problems?(lock: Lock, service: Service, uses: LockUses): readonly LockProblem[];
  /** The module, made from its document and that of the service that it locks at. */
  module(context: ModuleContext, lock: Lock, service: Service): LockModule;
}

/** What the scripts of a process do, as far as choices of its lock module depend on it. */
export interface LockUses {
  /** The context of an acquire is ended by an instruction. */
  readonly endsContext: boolean;
}

/** What is wrong with a lock module: the path of the field in it, and what was expected. */
export interface LockProblem {
  readonly field: string;
  readonly what: string;
}

/** What is wrong with a service: the field, or the fault by its name, and what was expected. */
export interface ServiceProblem {
  readonly at: { readonly field: string } | { readonly fault: string; readonly field?: string };
  readonly what: string;
}

/**
 * One kind of lock service: its fields in a document, how it is made from them, and the modules by which a
 * process locks at it. A new kind is a folder in src/machines/lock-server, a file beside this one and a line
 * in all-services.ts; nothing else need know of it.
 */
export interface ServiceKind<Service extends ServiceDocument = ServiceDocument> {
  readonly kind: Service['kind'];
  readonly schema: v.GenericSchema<unknown, Service>;
  /** The modules that lock here; the first is used where a client names none. */
  readonly locks: readonly [LockKind<Service, LockDocument>, ...LockKind<Service, LockDocument>[]];
  /** Its grants carry the token that a store fenced at takeover is raised to; or where each lock's `token` is `grant`. */
  readonly grantsTokens: boolean | 'where-asked';
  /** Faults that its nodes take beside those that every node takes. */
  readonly faults: readonly FaultKind[];
  /** What may be asked of its nodes by hand, past any lock module; nothing where it is left out. */
  readonly operator?: OperatorRequests;
  /**
   * What does not fit together in its own fields, and with the faults that strike it; `others` are the ids of
   * the processes and stores of the document.
   */
  problems?(
    document: Service,
    faults: readonly OwnFaultDocument[],
    others: readonly string[],
  ): readonly ServiceProblem[];
  /** Ids of its nodes, the one that clients and stores ask first before the others. */
  nodes(document: Service): readonly string[];
  /** Ids of components that no message reaches and no fault strikes: what keeps account of several nodes. */
  parts?(document: Service): readonly string[];
  /** Whether a store can look at the record of the component with its id in its own step; it can where left out. */
  readonly hasRecord?: boolean;
  /** Its nodes and parts as components, the nodes first, in the order of `nodes`. */
  components(context: ServiceContext, document: Service): readonly Component[];
}

/** Keeps the types of a lock module's own fields while it is written; a registry knows it by the general ones. */
export function defineLock<Service extends ServiceDocument, Lock extends LockDocument>(
  lock: LockKind<Service, Lock>,
): LockKind<Service, LockDocument> {
  return lock;
}

/** The same for a kind of service. */
export function defineService<Service extends ServiceDocument>(service: ServiceKind<Service>): ServiceKind {
  return service;
}
