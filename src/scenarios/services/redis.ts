import * as v from 'valibot';
import type { Component } from '../../engine/component.ts';
import { fromMs } from '../../engine/time.ts';
import { following } from '../../machines/client/modules/following.ts';
import { nullLocker } from '../../machines/client/modules/null-locker.ts';
import { redisModule } from '../../machines/client/modules/redis.ts';
import { CORRECTED } from '../../machines/client/modules/redis-policies.ts';
import { redisProtocol } from '../../machines/client/protocols/redis.ts';
import type { Persistence } from '../../machines/lock-server/redis/disk.ts';
import { redis, redisReplica, type RedisOptions } from '../../machines/lock-server/redis/redis.ts';
import { instant, name, positive } from '../schema-parts.ts';
import { evict } from './evict.ts';
import { defineFault, type OwnFaultDocument } from './fault-kind.ts';
import { standardLock } from './standard/standard.ts';
import { redisRequests } from './operators/redis.ts';
import { defineLock, defineService, type ServiceContext, type ServiceProblem } from './service-kind.ts';

const persistenceSchema = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('none') }),
    v.strictObject({ kind: v.literal('append-only') }),
    v.strictObject({ kind: v.literal('snapshot'), every: positive }),
  ],
  'must have kind "none", "append-only" or "snapshot"',
);

const replicaSchema = v.strictObject({
  /** How long a write stays in the primary before it is sent; what the link adds is on top. */
  lag: v.optional(instant, 0),
  /** How many there are: the second has its id with `-2`. */
  count: v.optional(v.picklist([1, 2], 'must be 1 or 2'), 1),
  /** How many replicas must have a write before it is answered, as by WAIT. */
  waitReplicas: v.optional(v.picklist([0, 1, 2], 'must be 0, 1 or 2'), 0),
  /** What waits for longer is answered by an error; it waits for ever where this is left out. */
  waitTimeout: v.optional(positive),
  /** What becomes of the old primary at a failover: it is out, or serves on whoever has not heard of it. */
  oldPrimary: v.optional(v.picklist(['out', 'serves'], 'must be "out" or "serves"'), 'out'),
});

/** A single Redis, or a primary with its replicas: the id of the first is the primary's with `-replica`. */
const schema = v.strictObject({
  id: v.optional(name, 'redis'),
  kind: v.literal('redis'),
  /** A key is gone at its very deadline, or, as measured, one millisecond after it. */
  profile: v.optional(v.picklist(['plain', 'real'], 'must be "plain" or "real"'), 'plain'),
  /** What a restart finds on disk; where it is left out, the restart says whether data are kept. */
  persistence: v.optional(persistenceSchema),
  /** A counter of INCR stays for ever, or is gone so long after it was last counted up. */
  counter: v.optional(
    v.variant(
      'kind',
      [
        v.strictObject({ kind: v.literal('persistent') }),
        v.strictObject({ kind: v.literal('expires'), after: positive }),
      ],
      'must have kind "persistent" or "expires"',
    ),
    { kind: 'persistent' },
  ),
  replica: v.optional(replicaSchema),
});

type Service = v.InferOutput<typeof schema>;

/** Each choice by name, the corrected one where it is left out. */
const lockSchema = v.strictObject({
  kind: v.literal('redis'),
  acquire: v.optional(v.picklist(['one-command', 'two-commands']), CORRECTED.acquire),
  watchdog: v.optional(v.picklist(['always', 'only-reentrant', 'none']), CORRECTED.watchdog),
  renewal: v.optional(v.picklist(['compared', 'unchecked']), CORRECTED.renewal),
  loss: v.optional(v.picklist(['ignored', 'told']), CORRECTED.loss),
  context: v.optional(v.picklist(['request', 'own']), CORRECTED.context),
  release: v.optional(v.picklist(['compared', 'two-commands', 'unchecked']), CORRECTED.release),
  records: v.optional(v.picklist(['by-worker', 'by-key', 'none']), CORRECTED.records),
  owner: v.optional(v.picklist(['worker', 'same-for-all']), CORRECTED.owner),
  closing: v.optional(v.picklist(['first', 'after-the-answer']), CORRECTED.closing),
});

/** The Redis lock module. */
const lock = defineLock<Service, v.InferOutput<typeof lockSchema>>({
  kind: 'redis',
  schema: lockSchema,
  offer: ({ context }) => ({
    operations: ['acquire', 'renew', 'release', 'fence', 'check'],
    contexts: ['acquire', 'release', ...(context === 'request' ? ['end-context' as const] : [])],
    blocks: true,
    queues: false,
    renews: false,
    reentrant: true,
  }),
  module: ({ server }, policies, { replica }) => {
    const module = redisModule(server, policies);
    return replica === undefined ? module : following(server, module);
  },
});

/** The standard lock; where there is a replica, over a connection that follows whichever node serves. */
const standard = standardLock<Service>(
  ({ server, token }) => redisProtocol(server, token === 'grant'),
  (module, { id, replica }) => (replica === undefined ? module : following(id, module)),
);

/** No lock at all, where one was meant to be configured: every acquire is granted, and nobody is asked. */
const nobody = defineLock<Service, { readonly kind: 'null' }>({
  kind: 'null',
  schema: v.strictObject({ kind: v.literal('null') }),
  offer: () => ({
    operations: ['acquire', 'release'],
    blocks: true,
    queues: false,
    renews: false,
    reentrant: true,
  }),
  module: () => nullLocker,
});

/** What strikes a Redis that has a replica, at either of its nodes. */
const replicaFaults = [
  /** The replica is promoted, once it has looked at what had reached it; the rest is lost. */
  defineFault('failover', {}, () => ({ type: 'failover' })),
  /** The replica applies nothing that the primary sends, until it catches up. */
  defineFault('replica-stops', {}, () => ({ type: 'replica-stops' }), { type: 'replica-catches-up' }),
  defineFault('replica-catches-up', {}, () => ({ type: 'replica-catches-up' })),
];

/** What needs a replica is told of where there is none, and what needs one alone where there are two. */
function problems(service: Service, faults: readonly OwnFaultDocument[]): readonly ServiceProblem[] {
  const { id, replica } = service;
  const known = new Set(replicaFaults.map(({ kind }) => kind));
  const struck = new Set(faults.map((fault) => fault.name).filter((fault) => known.has(fault)));
  if (replica === undefined) {
    return [...struck].map((fault) => ({ at: { fault }, what: `"${fault}" needs a "replica"` }));
  }
  const { count, waitReplicas } = replica;
  const found: ServiceProblem[] = [];
  if (waitReplicas > count)
    found.push({
      at: { field: 'replica.waitReplicas' },
      what: `must be at most ${String(count)}, as "count" says`,
    });
  if (count === 1) return found;
  for (const fault of ['replica-stops', 'replica-catches-up']) {
    if (!struck.has(fault)) continue;
    found.push({
      at: { fault },
      what: `"${fault}" needs a single replica; cut one of two off by a partition`,
    });
  }
  const [first = ''] = replicasOf(service);
  const promoted = faults.flatMap(({ name: fault, node }) =>
    fault === 'failover' ? [node === id ? first : node] : [],
  );
  if (new Set(promoted).size > 1)
    found.push({ at: { fault: 'failover' }, what: 'must name one replica: no two are promoted' });
  return found;
}

/** Redis and the module by which a process locks at it. */
export const redisKind = defineService<Service>({
  kind: 'redis',
  schema,
  locks: [lock, standard, nobody],
  operator: redisRequests,
  grantsTokens: 'where-asked',
  faults: [evict, ...replicaFaults],
  problems,
  nodes: (service) => [service.id, ...replicasOf(service)],
  components,
});

/** The replicas, the one that is promoted where nothing else is said before the other. */
function replicasOf({ id, replica }: Service): readonly string[] {
  if (replica === undefined) return [];
  return [`${id}-replica`, `${id}-replica-2`].slice(0, replica.count);
}

function components({ id, keys, processes, raises }: ServiceContext, service: Service): readonly Component[] {
  const { profile, counter, replica } = service;
  const persistence = persistenceOf(service);
  const common: Omit<RedisOptions, 'id'> = {
    keys,
    raises,
    profile,
    counterTtlUs: counter.kind === 'expires' ? fromMs(counter.after) : null,
    ...(persistence === undefined ? {} : { persistence }),
  };
  if (replica === undefined) return [redis({ id, ...common })];
  const { lag, waitReplicas, waitTimeout, oldPrimary } = replica;
  const [first = '', ...others] = replicasOf(service);
  const replication = {
    replica: first,
    ...(others.length === 0 ? {} : { others }),
    lagUs: fromMs(lag),
    waitsFor: waitReplicas,
    waitTimeoutUs: waitTimeout === undefined ? null : fromMs(waitTimeout),
    oldPrimary,
  };
  return [
    redis({ id, ...common, replication }),
    ...[first, ...others].map((node) =>
      redisReplica({ id: node, ...common, primary: id, clients: processes }),
    ),
  ];
}

function persistenceOf({ persistence }: Service): Persistence | undefined {
  if (persistence?.kind !== 'snapshot') return persistence;
  return { kind: 'snapshot', everyUs: fromMs(persistence.every) };
}
