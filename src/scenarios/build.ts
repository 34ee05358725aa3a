import type { Component } from '../engine/component.ts';
import { NO_FAULTS, type FaultBudget, type MessageFault, type TimedFault } from '../engine/faults.ts';
import type { LinkLatency, Model } from '../engine/model.ts';
import { fromMs } from '../engine/time.ts';
import { clientProcess } from '../machines/client/process.ts';
import { PLAIN_POLICIES, type Instruction, type WorkerPolicies } from '../machines/client/script.ts';
import type { WorkerOptions } from '../machines/client/worker-state.ts';
import { resourceStore } from '../machines/resource-store/resource-store.ts';
import { storeRules } from '../machines/resource-store/stores/registry.ts';
import type { Lane } from './run.ts';
import { lockModule, serviceComponent } from './services/registry.ts';
import type { ModuleContext, ServiceContext } from './services/service-kind.ts';
import type { ScenarioBody } from './schema.ts';

/** A model made from a document, and the lanes of its picture. */
export interface Built {
  readonly model: Model;
  readonly lanes: readonly Lane[];
}

/** Makes the model that a document's body describes. The body has been checked: nothing here can fail. */
export function buildModel(body: ScenarioBody, budget: FaultBudget = NO_FAULTS): Built {
  const { service } = body;
  const raises = body.stores.filter((store) => storeRules[store.kind].raisedByGrant).map(({ id }) => id);
  const context: ServiceContext = { id: service.id, keys: keysOf(body), raises };
  return {
    model: {
      components: [
        ...processesOf(body).map((process) => processComponent(body, process)),
        remembered('service', { context, service }, (options) =>
          serviceComponent(options.context, options.service),
        ),
        ...body.stores.map((store) => storeComponent(body, store)),
      ],
      seed: body.seed,
      latency: latencyOf(body),
      ...splitFaults(body),
      budget,
      horizon: fromMs(body.horizon),
    },
    lanes: [
      ...body.clients.map(({ id }): Lane => ({ id, role: 'client', label: id })),
      { id: service.id, role: 'service', label: service.id },
      ...body.stores.map(({ id }): Lane => ({ id, role: 'store', label: id })),
    ],
  };
}

type ClientDocument = ScenarioBody['clients'][number];

/** Clients by the process that they belong to, in the document's order. */
interface ProcessDocument {
  readonly id: string;
  readonly clients: readonly [ClientDocument, ...ClientDocument[]];
}

function processesOf(body: ScenarioBody): readonly ProcessDocument[] {
  const processes = new Map<string, [ClientDocument, ...ClientDocument[]]>();
  for (const document of body.clients) {
    const id = document.process ?? document.id;
    const others = processes.get(id);
    if (others === undefined) processes.set(id, [document]);
    else others.push(document);
  }
  return [...processes].map(([id, clients]) => ({ id, clients }));
}

function processComponent(body: ScenarioBody, { id, clients }: ProcessDocument): Component {
  const [first] = clients;
  const context: ModuleContext = {
    server: body.service.id,
    process: id,
    renewal: renewalOf(first),
  };
  const workers = clients.map((document) => workerOptions(body, document));
  const options = { id, workers, service: body.service.kind, context, lock: first.policies.lock };
  return remembered('process', options, ({ service, lock }) =>
    clientProcess({ id, workers, module: lockModule(service, context, lock) }),
  );
}

function storeComponent(body: ScenarioBody, store: ScenarioBody['stores'][number]): Component {
  const { id, kind, records, fences, leaseKey } = store;
  const options = {
    id,
    kind,
    lockService: body.service.id,
    initial: records,
    fences,
    ...(leaseKey === undefined ? {} : { leaseKey }),
  };
  return remembered('store', options, (given) => resourceStore({ ...given, rule: storeRules[given.kind] }));
}

function keysOf(body: ScenarioBody): readonly string[] {
  const keys = new Set<string>();
  for (const { leaseKey } of body.stores) if (leaseKey !== undefined) keys.add(leaseKey);
  for (const { script } of body.clients) for (const step of script) if ('key' in step) keys.add(step.key);
  return [...keys].toSorted();
}

function workerOptions(body: ScenarioBody, document: ClientDocument): WorkerOptions {
  const defaultStore = body.stores[0]?.id ?? 'store';
  return {
    id: document.id,
    startUs: fromMs(document.start),
    script: document.script.map((step) => instructionOf(step, defaultStore)),
    policies: policiesOf(document),
  };
}

function policiesOf({ policies }: ClientDocument): WorkerPolicies {
  const { acquire } = policies;
  if (acquire === undefined) return PLAIN_POLICIES;
  if (acquire.kind === 'once') return { acquire: { kind: 'once', goesOn: acquire.goesOn } };
  const timeoutUs = acquire.timeout === undefined ? null : fromMs(acquire.timeout);
  const { retry, onTimeout } = acquire;
  return { acquire: { kind: 'block', retryUs: fromMs(retry), timeoutUs, onTimeout } };
}

function ttlOf({ script }: ClientDocument): number {
  return script.find((step) => step.op === 'acquire')?.ttl ?? 0;
}

function renewalOf(document: ClientDocument): ModuleContext['renewal'] {
  const { renewal } = document.policies;
  if (renewal === undefined || renewal.kind === 'none') return { kind: 'none' };
  // The usual interval: a third of the TTL, rounded down so that the third renewal is not late.
  const intervalUs =
    renewal.interval === undefined ? Math.floor(fromMs(ttlOf(document)) / 3) : fromMs(renewal.interval);
  return { kind: 'watchdog', intervalUs: Math.max(1, intervalUs) };
}

function instructionOf(
  step: ScenarioBody['clients'][number]['script'][number],
  defaultStore: string,
): Instruction {
  switch (step.op) {
    case 'acquire':
      return { op: 'acquire', key: step.key, ttlUs: fromMs(step.ttl), reentrant: step.reentrant };
    case 'renew':
      return { op: 'renew', key: step.key, ttlUs: fromMs(step.ttl) };
    case 'work':
      return { op: 'work', forUs: fromMs(step.for), unit: step.unit ?? null };
    case 'sleep':
      return { op: 'sleep', forUs: fromMs(step.for) };
    case 'read':
      return { op: 'read', store: step.store ?? defaultStore, key: step.key, record: step.record };
    case 'write': {
      const { key, record, value, token, awaits } = step;
      const add = step.add ?? null;
      return { op: 'write', store: step.store ?? defaultStore, key, record, value, add, token, awaits };
    }
    case 'release':
    case 'fence':
      return { op: step.op, key: step.key };
  }
}

function latencyOf(body: ScenarioBody): Model['latency'] {
  const byEnds = new Map<string, LinkLatency>();
  for (const { between, latency, jitter } of body.links) {
    const [a, b] = between;
    const link = { baseUs: fromMs(latency), jitterUs: fromMs(jitter) };
    byEnds.set(`${a} ${b}`, link).set(`${b} ${a}`, link);
  }
  const other: LinkLatency = { baseUs: fromMs(body.latency), jitterUs: fromMs(0) };
  return (from, to) => byEnds.get(`${from} ${to}`) ?? other;
}

function splitFaults(body: ScenarioBody): {
  timedFaults: readonly TimedFault[];
  messageFaults: readonly MessageFault[];
} {
  const timedFaults: TimedFault[] = [];
  const messageFaults: MessageFault[] = [];
  for (const fault of body.faults) {
    switch (fault.kind) {
      case 'delay':
        messageFaults.push({ kind: 'delay', message: fault.message, byUs: fromMs(fault.by) });
        break;
      case 'lose':
        messageFaults.push({ kind: 'lose', message: fault.message });
        break;
      case 'clock':
        timedFaults.push({ kind: 'clock', node: fault.node, at: fromMs(fault.at), byUs: fromMs(fault.by) });
        break;
      case 'pause':
      case 'refuse':
      case 'partition': {
        const { for: length, at, ...rest } = fault;
        timedFaults.push({
          ...rest,
          at: fromMs(at),
          ...(length === undefined ? {} : { forUs: fromMs(length) }),
        });
        break;
      }
      default:
        timedFaults.push({ ...fault, at: fromMs(fault.at) });
    }
  }
  return { timedFaults, messageFaults };
}

/** Components made lately. Equal options give the same one, with all that it remembers of its steps. */
const RECENT = new Map<string, Component>();
const RECENT_LIMIT = 600;

function remembered<Options>(
  kind: string,
  options: Options,
  make: (options: Options) => Component,
): Component {
  const key = `${kind} ${JSON.stringify(options)}`;
  const known = RECENT.get(key);
  if (known !== undefined) {
    RECENT.delete(key);
    RECENT.set(key, known);
    return known;
  }
  const component = make(options);
  RECENT.set(key, component);
  const oldest = RECENT.keys().next();
  if (RECENT.size > RECENT_LIMIT && !oldest.done) RECENT.delete(oldest.value);
  return component;
}
