import * as v from 'valibot';
import type { Component } from '../../engine/component.ts';
import { fromMs } from '../../engine/time.ts';
import { redlockProtocol } from '../../machines/client/protocols/redlock.ts';
import { redis } from '../../machines/lock-server/redis/redis.ts';
import { tally } from '../../machines/lock-server/redlock/tally.ts';
import { instant, name, number } from '../schema-parts.ts';
import { redisRequests } from './operators/redis.ts';
import { evict } from './evict.ts';
import { defineService, type ServiceContext } from './service-kind.ts';
import { standardLock } from './standard/standard.ts';

const schema = v.strictObject({
  id: v.optional(name, 'redlock'),
  kind: v.literal('redlock'),
  /** How many independent nodes there are: their ids are the service's with `-1`, `-2`, ... */
  nodes: v.optional(v.picklist([3, 5], 'must be 3 or 5'), 5),
  /** A key is gone at its very deadline, or, as measured, one millisecond after it. */
  profile: v.optional(v.picklist(['plain', 'real'], 'must be "plain" or "real"'), 'plain'),
  /** What a restart of a node finds on disk; where it is left out, the restart says whether data are kept. */
  persistence: v.optional(
    v.variant(
      'kind',
      [v.strictObject({ kind: v.literal('none') }), v.strictObject({ kind: v.literal('append-only') })],
      'must have kind "none" or "append-only"',
    ),
  ),
  /** What clocks may differ by while a lease lasts: a part of the TTL and some more; 1 % and 2 ms are usual. */
  drift: v.optional(
    v.strictObject({
      factor: v.optional(v.pipe(number, v.minValue(0), v.maxValue(1, 'must be from 0 to 1')), 0.01),
      plus: v.optional(instant, 2),
    }),
    { factor: 0.01, plus: 2 },
  ),
  /** Where the counter is that gives tokens, apart from the lock: at the first node, or at one of its own. */
  counter: v.optional(
    v.picklist(['first-node', 'own-node'], 'must be "first-node" or "own-node"'),
    'first-node',
  ),
  /**
   * When a client that asks whether it still holds counts the votes: as a majority has said the same, or (flaw)
   * when every node has answered, the first ones maybe long ago.
   */
  checkCounts: v.optional(
    v.picklist(['at-majority', 'when-all-answered'], 'must be "at-majority" or "when-all-answered"'),
    'at-majority',
  ),
});

type Service = v.InferOutput<typeof schema>;

/** A Redlock and the module by which a process locks at it. */
export const redlockKind = defineService<Service>({
  kind: 'redlock',
  schema,
  locks: [
    standardLock<Service>((_context, service) =>
      redlockProtocol({
        nodes: lockNodes(service),
        tally: service.id,
        counter: counterNode(service),
        driftUs: (ttlUs) => Math.ceil(ttlUs * service.drift.factor) + fromMs(service.drift.plus),
        checksAll: service.checkCounts === 'when-all-answered',
      }),
    ),
  ],
  operator: redisRequests,
  grantsTokens: false,
  faults: [evict],
  nodes: (service) => [...new Set([...lockNodes(service), counterNode(service)])],
  parts: ({ id }) => [id],
  components,
});

function lockNodes({ id, nodes }: Service): readonly string[] {
  return Array.from({ length: nodes }, (_, index) => `${id}-${String(index + 1)}`);
}

function counterNode(service: Service): string {
  return service.counter === 'own-node' ? `${service.id}-counter` : `${service.id}-1`;
}

function components({ id, keys }: ServiceContext, service: Service): readonly Component[] {
  const { profile, persistence, counter } = service;
  const common = { keys, profile, ...(persistence === undefined ? {} : { persistence }) };
  const nodes = lockNodes(service);
  return [
    ...nodes.map((node) => redis({ id: node, ...common, tally: id })),
    ...(counter === 'own-node' ? [redis({ id: counterNode(service), ...common })] : []),
    tally({ id, nodes }),
  ];
}
