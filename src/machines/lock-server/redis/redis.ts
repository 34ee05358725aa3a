import type { Component, MachineEvent } from '../../../engine/component.ts';
import { endsInRank, isObject, ranked, type RankRule, type RankRules } from '../../../engine/ranks.ts';
import type { Json } from '../../../engine/trace.ts';
import { PROOFS, REQUEST_FIELDS, TOKENS } from '../../ranked-fields.ts';
import { asText } from '../../requests.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';
import { commandOf, evict, expire } from './commands.ts';
import { onDisk, persisted, restarted, type Persistence } from './disk.ts';
import { type KeyState, type Memory, type Settings } from './memory.ts';
import { asPrimary, primaryIsUp, type PrimaryOptions } from './primary.ts';
import { asReplica, replicaIsUp, type ReplicaOptions } from './replica.ts';
import { NEW_STREAM, replicated } from './stream.ts';
import { tallied } from './tallied.ts';

/** What is fixed for one Redis. */
export interface RedisOptions extends Partial<Settings> {
  readonly id: string;
  /** Keys to show as regions of the chart; others can be used too. */
  readonly keys: readonly string[];
  /** What a restart loses; as the fault says where it is left out. */
  readonly persistence?: Persistence;
  /** It is one of several independent nodes: what a majority of them has is told by this tally. */
  readonly tally?: string;
  /** How it replicates, and what becomes of it at a failover; it has no replica where it is left out. */
  readonly replication?: PrimaryOptions;
}

/** A Redis by itself, or a primary. In its plain profile a key is gone at its very deadline. Scripts are one step. */
export function redis(options: RedisOptions): Component {
  return server(redisDefinition(options));
}

/** The definition behind `redis`. */
export function redisDefinition(options: RedisOptions): ServerDefinition<Memory> {
  const stream = options.replication === undefined ? {} : { stream: NEW_STREAM };
  const { counterTtlUs = null, replication } = options;
  const made = definition(options, { keys: {}, counters: {}, ...stream }, null);
  // A counter that expires begins anew, and a replica may hold an older one.
  const isSteady = counterTtlUs === null && replication === undefined;
  return isSteady ? { ...made, ranks: ranksOf(options) } : made;
}

/** The replica of a Redis: it serves nobody until it is promoted, and is a Redis by itself then. */
export function redisReplica(options: Omit<RedisOptions, 'replication'> & ReplicaOptions): Component {
  return server(definition(options, { keys: {}, counters: {}, role: 'replica' }, options));
}

function ranksOf(options: RedisOptions): RankRules {
  const counters: RankRule = (value, numbers, at) => {
    if (!isObject(value)) return value;
    // A counter that is not there yet stands at 0.
    for (const key of options.keys) if (value[key] === undefined) numbers.number(TOKENS, 0, true);
    const counts = Object.entries(value).map(([name, count]): [string, Json] => [
      name,
      typeof count === 'number' ? numbers.number(TOKENS, count, true) : numbers.within(count, at),
    ]);
    return Object.fromEntries(counts);
  };
  return {
    fields: { ...REQUEST_FIELDS, counters, token: ranked(TOKENS), value: endsInRank(PROOFS) },
    options,
  };
}

function definition(
  options: RedisOptions,
  initial: Memory,
  replica: ReplicaOptions | null,
): ServerDefinition<Memory> {
  return {
    id: options.id,
    role: 'service',
    initial,
    serve: serveOf(options, replica),
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        {
          states: ['absent', 'expiring', 'endless'],
          of: ({ keys }: Memory) => shownState(keys[key]),
        },
      ]),
    ),
  };
}

function shownState(state: KeyState | undefined): string {
  if (state === undefined) return 'absent';
  return state.expires ? 'expiring' : 'endless';
}

/** What a node does with an event, and what follows from what has changed: to its replica, to its disk. */
function serveOf(options: RedisOptions, replica: ReplicaOptions | null): ServerDefinition<Memory>['serve'] {
  const { id, profile = 'plain', counterTtlUs = null, raises = [], replication, tally } = options;
  const { persistence = { kind: 'as-the-fault-says' } } = options;
  const settings: Settings = { profile, counterTtlUs, raises };
  const serve = (memory: Memory, event: MachineEvent): Served<Memory> | null => {
    if (event.type === 'restart') {
      const up = restarted(id, persistence, memory, event);
      if (replication !== undefined) return primaryIsUp(replication, up);
      return replica === null ? up : replicaIsUp(replica, memory, up);
    }
    return (
      onDisk(id, memory, event) ??
      (replication === undefined ? null : asPrimary(id, replication, memory, event)) ??
      (replica === null ? null : asReplica(replica, memory, event)) ??
      byItself(memory, event, settings)
    );
  };
  return (memory, event) => {
    const served = serve(memory, event);
    if (served === null) return null;
    const known = tally === undefined ? served : tallied(id, tally, memory, served);
    const told = replication === undefined ? known : replicated(replication, memory, known);
    return persisted(persistence, memory, told);
  };
}

/** What every node does that serves. */
function byItself(memory: Memory, event: MachineEvent, settings: Settings): Served<Memory> | null {
  switch (event.type) {
    case 'inspect': {
      const state = memory.keys[asText(event['key'])];
      const view = { type: 'lease.view', live: state !== undefined, token: state?.token ?? null };
      return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
    }
    case 'deadline.passed':
      return expire(memory, asText(event['id']));
    case 'evict':
      return evict(memory, asText(event['key']));
    default: {
      const command = commandOf(event);
      return command === undefined ? null : command(memory, event, asText(event['key']), settings);
    }
  }
}
