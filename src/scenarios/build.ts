import type { Component } from '../engine/component.ts';
import { NO_FAULTS, type FaultBudget, type MessageFault, type TimedFault } from '../engine/faults.ts';
import type { LinkLatency, Model } from '../engine/model.ts';
import { fromMs } from '../engine/time.ts';
import { leaseManagerModule, type LeaseRenewal } from '../machines/client/modules/lease-manager.ts';
import { clientProcess } from '../machines/client/process.ts';
import { PLAIN_POLICIES, type Instruction, type WorkerPolicies } from '../machines/client/script.ts';
import type { WorkerOptions } from '../machines/client/worker-state.ts';
import {
  leaseManager,
  type LeaseManagerOptions,
} from '../machines/lock-server/lease-manager/lease-manager.ts';
import { resourceStore } from '../machines/resource-store/resource-store.ts';
import { storeRules } from '../machines/resource-store/stores/registry.ts';
import type { Lane } from './run.ts';
import type { ScenarioBody } from './schema.ts';

/** A model made from a document, and the lanes of its picture. */
export interface Built {
  readonly model: Model;
  readonly lanes: readonly Lane[];
}

/** Makes the model that a document's body describes. The body has been checked: nothing here can fail. */
export function buildModel(body: ScenarioBody, budget: FaultBudget = NO_FAULTS): Built {
  const service = serviceComponent(body);
  const stores = body.stores.map((store) =>
    remembered(
      'store',
      { id: store.id, kind: store.kind, lockService: body.service.id, initial: store.records },
      (options) => resourceStore({ ...options, rule: storeRules[options.kind] }),
    ),
  );
  const clients = body.clients.map((document) =>
    remembered(
      'client',
      { worker: workerOptions(body, document), server: body.service.id, renewal: renewalOf(document) },
      ({ worker, server, renewal }) =>
        clientProcess({ id: worker.id, module: leaseManagerModule({ server, renewal }), workers: [worker] }),
    ),
  );
  const faults = splitFaults(body);
  return {
    model: {
      components: [...clients, service, ...stores],
      seed: body.seed,
      latency: latencyOf(body),
      ...faults,
      budget,
      horizon: fromMs(body.horizon),
    },
    lanes: [
      ...body.clients.map(({ id }): Lane => ({ id, role: 'client', label: id })),
      { id: body.service.id, role: 'service', label: body.service.id },
      ...body.stores.map(({ id }): Lane => ({ id, role: 'store', label: id })),
    ],
  };
}

function serviceComponent(body: ScenarioBody): Component {
  const keys = new Set<string>();
  for (const { script } of body.clients) for (const step of script) if ('key' in step) keys.add(step.key);
  const options: LeaseManagerOptions = {
    id: body.service.id,
    clock: body.service.clock,
    keys: [...keys].toSorted(),
    raises: body.stores.filter((store) => storeRules[store.kind].raisedByGrant).map((store) => store.id),
  };
  return remembered('lease-manager', options, leaseManager);
}

function workerOptions(body: ScenarioBody, document: ScenarioBody['clients'][number]): WorkerOptions {
  const defaultStore = body.stores[0]?.id ?? 'store';
  return {
    id: document.id,
    startUs: fromMs(document.start),
    script: document.script.map((step) => instructionOf(step, defaultStore)),
    policies: policiesOf(document),
  };
}

function policiesOf({ policies }: ScenarioBody['clients'][number]): WorkerPolicies {
  const { acquire } = policies;
  if (acquire === undefined || acquire.kind === 'once') return PLAIN_POLICIES;
  return {
    ...PLAIN_POLICIES,
    acquire: { kind: 'block', retryUs: fromMs(acquire.retry), timeoutUs: null, timeout: 'error' },
  };
}

function renewalOf({ policies, script }: ScenarioBody['clients'][number]): LeaseRenewal {
  const { renewal } = policies;
  if (renewal === undefined || renewal.kind === 'none') return { kind: 'none' };
  const ttl = script.find((step) => step.op === 'acquire')?.ttl ?? 0;
  // The usual interval: a third of the TTL, rounded down so that the third renewal is not late.
  const intervalUs = renewal.interval === undefined ? Math.floor(fromMs(ttl) / 3) : fromMs(renewal.interval);
  return { kind: 'watchdog', intervalUs: Math.max(1, intervalUs) };
}

function instructionOf(
  step: ScenarioBody['clients'][number]['script'][number],
  defaultStore: string,
): Instruction {
  switch (step.op) {
    case 'acquire':
      return { op: 'acquire', key: step.key, ttlUs: fromMs(step.ttl), reentrant: false };
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
      return { op: 'write', store: step.store ?? defaultStore, key, record, value, add: null, token, awaits };
    }
    case 'release':
      return { op: 'release', key: step.key };
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
const RECENT_LIMIT = 200;

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
