import type { Problem } from '../engine/result.ts';
import { checkRequests, checkStores } from './check-stores.ts';
import { scriptSetting } from './build/clients.ts';
import { clientExtras } from './client-extras/registry.ts';
import { allSteps, stepsOf, type PlacedStep } from './documents/steps.ts';
import type { ScenarioBody } from './schema.ts';
import type { OwnFaultDocument } from './services/fault-kind.ts';
import { lockDocument, lockKind, serviceKind } from './services/registry.ts';
import type { LockUses, Offer } from './services/service-kind.ts';

type Client = ScenarioBody['clients'][number];
type Tell = (where: string, what: string) => void;

/**
 * What is wrong between the parts of a document whose fields are each good by themselves: ids that name
 * nobody or two, and choices that do not fit the service, the module or the other clients of a process.
 * What would be passed over in silence is told here.
 */
export function checkReferences(body: ScenarioBody): readonly Problem[] {
  const problems: Problem[] = [];
  const tell: Tell = (where, what) => problems.push({ where, what });
  const taken = checkIds(body, tell);
  body.clients.forEach((client, index) => {
    const path = `clients.${String(index)}`;
    const steps = stepsOf(client.script, `${path}.script`);
    checkModule(body, client, steps, path, tell);
    checkRequests(body, steps, tell);
  });
  checkProcesses(body, tell);
  checkStores(body, tell);
  checkEnds(body, taken, tell);
  checkService(body, tell);
  return problems;
}

/** Ids that take part, with where each stands; every one may be there once. */
function checkIds(body: ScenarioBody, tell: Tell): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const claim = (id: string, where: string): void => {
    const other = known.get(id);
    if (other === undefined) known.set(id, where);
    else tell(where, `"${id}" is the id of ${other} already`);
  };
  const kind = serviceKind(body.service.kind);
  const parts = kind.parts?.(body.service) ?? [];
  for (const id of [...kind.nodes(body.service), ...parts]) claim(id, 'service.id');
  body.stores.forEach((store, index) => claim(store.id, `stores.${String(index)}.id`));
  body.caches.forEach((cache, index) => claim(cache.id, `caches.${String(index)}.id`));
  body.clients.forEach((client, index) => claim(client.id, `clients.${String(index)}.id`));
  const processes = new Set(body.clients.flatMap(({ process }) => (process === undefined ? [] : [process])));
  for (const id of processes) {
    const other = body.clients.find((client) => client.id === id);
    if (other === undefined) claim(id, `process ${id}`);
    else if (other.process !== id) tell('clients', `"${id}" is both a process and a client of another one`);
  }
  // Taken, but nothing that a link or a fault could name.
  for (const id of parts) known.delete(id);
  return known;
}

/** What a client asks of its lock module. */
function checkModule(
  body: ScenarioBody,
  client: Client,
  steps: readonly PlacedStep[],
  path: string,
  tell: Tell,
): void {
  const { service } = body;
  const { lock, acquire, renewal } = client.policies;
  const known = lockKind(service.kind, lock);
  if (known === undefined) {
    const fitting = serviceKind(service.kind)
      .locks.map((other) => other.kind)
      .join(', ');
    tell(
      `${path}.policies.lock.kind`,
      `"${String(lock?.kind)}" does not lock at "${service.kind}"; it must be one of ${fitting}`,
    );
    return;
  }
  const { kind } = known;
  const fields = lockDocument(known, lock);
  const offer = known.offer(fields, service);
  const operations: readonly string[] = offer.operations;
  for (const { field, what } of known.problems?.(fields, service, usesOf(body.clients, client)) ?? [])
    tell(`${path}.policies.lock.${field}`, what);
  if (acquire?.kind === 'block' && !offer.blocks)
    tell(
      `${path}.policies.acquire.kind`,
      `"${kind}" does not ask again for a key; it must be ${waysOf(offer)}`,
    );
  if (acquire?.kind === 'queue' && !offer.queues)
    tell(
      `${path}.policies.acquire.kind`,
      `"${kind}" has no queue at "${service.kind}"; it must be ${waysOf(offer)}`,
    );
  if ((acquire?.kind ?? 'once') === 'once' && offer.tries === false)
    tell(`${path}.policies.acquire.kind`, `"${kind}" cannot be tried once; it must be ${waysOf(offer)}`);
  if (renewal?.kind === 'watchdog' && !offer.renews)
    tell(`${path}.policies.renewal.kind`, `"${kind}" does not follow it; what it renews is its own choice`);
  for (const [step, where] of steps) {
    const isCall = CALLS.includes(step.op);
    if (isCall && !operations.includes(step.op)) {
      tell(`${where}.op`, `"${kind}" has no ${step.op}; it has ${operations.join(', ')}`);
    }
    if (step.op === 'acquire' && step.reentrant && !offer.reentrant)
      tell(`${where}.reentrant`, `"${kind}" is not re-entrant`);
  }
  const setting = { ...scriptSetting(body), lock: kind, operations, contexts: offer.contexts ?? [] };
  clientExtras()?.check(client, setting, (where, what) => tell(`${path}.${where}`, what));
}

/** Instructions that are calls of the lock module. */
const CALLS: readonly string[] = ['acquire', 'renew', 'release', 'fence', 'check'];

/** The ways in which a module acquires. */
function waysOf({ tries, blocks, queues }: Offer): string {
  const ways = [tries === false ? [] : ['once'], blocks ? ['block'] : [], queues ? ['queue'] : []];
  return ways.flat().join(' or ');
}

/** What the workers of a client's process do with the lock module that they share. */
function usesOf(clients: ScenarioBody['clients'], client: Client): LockUses {
  const isMate = (other: Client): boolean =>
    other === client || (client.process !== undefined && other.process === client.process);
  const steps = clients.filter(isMate).flatMap(({ script }) => allSteps(script));
  return { endsContext: steps.some(({ op }) => op === 'end-context') };
}

/** Clients of one process share its lock module: they cannot each have their own. */
function checkProcesses({ clients }: ScenarioBody, tell: Tell): void {
  const firsts = new Map<string, Client>();
  clients.forEach((client, index) => {
    const id = client.process;
    if (id === undefined) return;
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, client);
      return;
    }
    for (const policy of ['lock', 'renewal'] as const) {
      if (JSON.stringify(client.policies[policy]) === JSON.stringify(first.policies[policy])) continue;
      tell(
        `clients.${String(index)}.policies.${policy}`,
        `must be as that of "${first.id}": one process has one lock module`,
      );
    }
  });
}

/** Links and faults end at nodes: services, stores and processes, not at the clients in a process. */
function checkEnds(body: ScenarioBody, taken: ReadonlyMap<string, string>, tell: Tell): void {
  const processOf = new Map(body.clients.map(({ id, process }) => [id, process ?? id]));
  const processes = new Set(processOf.values());
  const nodes = [...taken.keys()].filter((id) => (processOf.get(id) ?? id) === id);
  const need = (id: string, where: string): void => {
    if (nodes.includes(id)) return;
    const process = processOf.get(id);
    tell(
      where,
      process === undefined
        ? `"${id}" takes no part; it must be one of ${nodes.join(', ')}`
        : `"${id}" is a client of the process "${process}"; name the process`,
    );
  };
  body.links.forEach((link, index) => {
    for (const end of link.between) need(end, `links.${String(index)}.between`);
  });
  body.faults.forEach((fault, index) => {
    const where = `faults.${String(index)}`;
    if ('node' in fault) need(fault.node, `${where}.node`);
    if (fault.kind === 'partition') for (const end of fault.between) need(end, `${where}.between`);
    if ('message' in fault) {
      for (const end of fault.message.split(/[>#]/u).slice(0, 2)) need(end, `${where}.message`);
    }
    if (fault.kind === 'own') checkOwn(body, fault, where, tell);
    if (fault.kind === 'act')
      clientExtras()?.checkAct(body, fault, (field, what) => tell(`${where}.${field}`, what));
    if (fault.kind === 'refuse' && processes.has(fault.node))
      tell(`${where}.node`, `"${fault.node}" is no service and no store: nobody asks it for anything`);
  });
}

/** What a service finds wrong between its own fields, and the faults that strike it. */
function checkService({ service, faults, clients, stores }: ScenarioBody, tell: Tell): void {
  const own = faults.flatMap((fault) => (fault.kind === 'own' ? [fault] : []));
  const others = [...clients.map(({ id, process }) => process ?? id), ...stores.map(({ id }) => id)];
  const problems = serviceKind(service.kind).problems?.(service, own, [...new Set(others)]) ?? [];
  for (const { at, what } of problems) {
    if (!('fault' in at)) {
      tell(`service.${at.field}`, what);
      continue;
    }
    faults.forEach((fault, index) => {
      if (fault.kind !== 'own' || fault.name !== at.fault) return;
      tell(`faults.${String(index)}.${at.field ?? 'kind'}`, what);
    });
  }
}

/** A fault that only some services know strikes one that does. */
function checkOwn({ service }: ScenarioBody, fault: OwnFaultDocument, where: string, tell: Tell): void {
  const { name, node } = fault;
  const kind = serviceKind(service.kind);
  const known = kind.faults.map((own) => own.kind);
  const ids = kind.nodes(service);
  if (!ids.includes(node)) {
    tell(`${where}.node`, `"${name}" strikes the lock service; it must be ${ids.join(' or ')}`);
  } else if (!known.includes(name)) {
    const takes = known.length === 0 ? 'it takes none of its own' : `of its own it takes ${known.join(', ')}`;
    tell(`${where}.kind`, `"${service.kind}" does not know "${name}"; ${takes}`);
  }
}
