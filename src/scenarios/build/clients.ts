import type { Component } from '../../engine/component.ts';
import { fromMs } from '../../engine/time.ts';
import { clientProcess } from '../../machines/client/process.ts';
import { PLAIN_POLICIES, type AcquirePolicy, type WorkerPolicies } from '../../machines/client/script.ts';
import type { WorkerOptions } from '../../machines/client/worker/state.ts';
import type { ActDocument } from '../client-extras/acts.ts';
import { clientExtras, type ScriptSetting } from '../client-extras/registry.ts';
import type { ClientDocument } from '../documents/client.ts';
import { allSteps } from '../documents/steps.ts';
import type { ScenarioBody } from '../schema.ts';
import { lockModule, serviceKind } from '../services/registry.ts';
import type { ModuleContext } from '../services/service-kind.ts';
import { instructionOf } from './instructions.ts';

/** Clients by the process that they belong to, in the document's order. */
interface ProcessDocument {
  readonly id: string;
  readonly clients: readonly [ClientDocument, ...ClientDocument[]];
}

/** The processes of a document. */
export function processesOf(body: ScenarioBody): readonly ProcessDocument[] {
  const processes = new Map<string, [ClientDocument, ...ClientDocument[]]>();
  for (const document of body.clients) {
    const id = document.process ?? document.id;
    const others = processes.get(id);
    if (others === undefined) processes.set(id, [document]);
    else others.push(document);
  }
  return [...processes].map(([id, clients]) => ({ id, clients }));
}

/** The process that a client belongs to. */
export function processOf({ clients }: ScenarioBody, client: string): string {
  return clients.find(({ id }) => id === client)?.process ?? client;
}

/** A process as a component. */
export function processComponent(body: ScenarioBody, { id, clients }: ProcessDocument): Component {
  const [first] = clients;
  const context: ModuleContext = {
    server: body.service.id,
    process: id,
    renewal: renewalOf(first),
    seed: body.seed,
  };
  const workers = clients.map((document) => workerOptions(body, document));
  const module = lockModule(body.service, context, first.policies.lock);
  return clientProcess({ id, workers, module }, clientExtras()?.parts);
}

function workerOptions(body: ScenarioBody, document: ClientDocument): WorkerOptions {
  const defaultStore = body.stores[0]?.id ?? 'store';
  const plain = {
    id: document.id,
    startUs: fromMs(document.start),
    policies: policiesOf(document),
  };
  const extras = clientExtras();
  if (extras !== null) {
    return extras.worker(plain, document, scriptSetting(body), actsOf(body.faults, document.id));
  }
  // Without extras a document has been read that has none.
  const script = document.script as readonly Parameters<typeof instructionOf>[0][];
  return { ...plain, script: script.map((step) => instructionOf(step, defaultStore)) };
}

/** What a client is made to do beside its script, in the document's order. */
export function actsOf(faults: ScenarioBody['faults'], client: string): readonly ActDocument[] {
  return faults.flatMap((fault) => (fault.kind === 'act' && fault.client === client ? [fault] : []));
}

/** What the scripts of a document are run in. */
export function scriptSetting({ service, stores }: ScenarioBody): ScriptSetting {
  const kind = serviceKind(service.kind);
  return {
    store: stores[0]?.id ?? 'store',
    service: kind.kind,
    nodes: kind.nodes(service),
    operator: kind.operator,
  };
}

function policiesOf({ policies }: ClientDocument): WorkerPolicies {
  return { ...PLAIN_POLICIES, acquire: acquireOf(policies.acquire) };
}

function acquireOf(acquire: ClientDocument['policies']['acquire']): AcquirePolicy {
  if (acquire === undefined) return PLAIN_POLICIES.acquire;
  if (acquire.kind === 'once') return { kind: 'once', goesOn: acquire.goesOn };
  const timeoutUs = acquire.timeout === undefined ? null : fromMs(acquire.timeout);
  const { onTimeout } = acquire;
  if (acquire.kind === 'queue') return { kind: 'queue', timeoutUs, onTimeout };
  return { kind: 'block', retryUs: fromMs(acquire.retry), timeoutUs, onTimeout };
}

function ttlOf({ script }: ClientDocument): number {
  for (const step of allSteps(script)) if (step.op === 'acquire') return step.ttl;
  return 0;
}

function renewalOf(document: ClientDocument): ModuleContext['renewal'] {
  const { renewal } = document.policies;
  if (renewal === undefined || renewal.kind === 'none') return { kind: 'none' };
  // The usual interval: a third of the TTL, rounded down so that the third renewal is not late.
  const intervalUs =
    renewal.interval === undefined ? Math.floor(fromMs(ttlOf(document)) / 3) : fromMs(renewal.interval);
  return { kind: 'watchdog', intervalUs: Math.max(1, intervalUs) };
}
