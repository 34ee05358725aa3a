import type { Component, MachineEvent } from '../../../engine/component.ts';
import { byRank, counter, endsInRank, ranked, type RankRules } from '../../../engine/ranks.ts';
import { LEASES, REQUEST_FIELDS, TOKENS } from '../../ranked-fields.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';
import { deleteIfValue, deleteKey, forgetAll, getKey, putIfAbsent } from './keys.ts';
import { expireLease, grantLease, keepAlive, revokeLease } from './leases.ts';
import { EMPTY, leaseDeadline, type EtcdOptions, type Memory } from './memory.ts';
import { holderOf } from './places.ts';
import { lockCall, placeBefore, unwatch, watch } from './queue.ts';
import { serveAsReal } from './real-profile.ts';
import { transact } from './transaction.ts';

/**
 * etcd: leases with keepalive and revoke, keys that vanish with their lease, transactions that compare create
 * revision, mod revision or value, watches, and queues of keys in the order of their creation. In its plain profile a lease is over at its very deadline; the real one is in real-profile.ts.
 */
export function etcd(options: EtcdOptions): Component {
  return server(etcdDefinition(options));
}

/** The definition behind `etcd`. */
export function etcdDefinition(options: EtcdOptions): ServerDefinition<Memory> {
  const { real = null } = options;
  return {
    id: options.id,
    role: 'service',
    initial: EMPTY,
    serve:
      real === null
        ? (memory, event) => serve(options, memory, event)
        : (memory, event) => serveAsReal({ options, real, serve: serve.bind(null, options) }, memory, event),
    // In the real profile a lease's number decides when its keys vanish.
    ...(real === null ? { ranks: { fields: RANKS, options } } : {}),
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        {
          states: ['absent', 'present'],
          of: ({ keys }: Memory) => (holderOf(keys, key) === undefined ? 'absent' : 'present'),
        },
      ]),
    ),
  };
}

const RANKS: RankRules['fields'] = {
  ...REQUEST_FIELDS,
  created: ranked(TOKENS),
  id: endsInRank({ before: /^lease:$/, family: () => LEASES }),
  issued: counter(LEASES),
  lease: ranked(LEASES),
  leases: byRank(LEASES),
  modified: ranked(TOKENS),
  revision: counter(TOKENS),
  token: ranked(TOKENS),
  // A value has the token 1, which is the same in all, or no number.
  value: (value, numbers, at) =>
    typeof value === 'string' && value.endsWith(':1') ? value : numbers.within(value, at),
};

function serve(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'lease.grant':
      return grantLease(memory, event);
    case 'lease.keepalive':
      return keepAlive(memory, event);
    case 'lease.stream': {
      // Opens the keepalive stream; the beats themselves are `lease.keepalive`.
      const lease = asNumber(event['lease']);
      return { memory, effects: [replyTo(event, { type: 'lease.streaming', lease })] };
    }
    case 'lease.revoke':
      return revokeLease(options, memory, event);
    case 'put-if-absent':
      return putIfAbsent(options, memory, event);
    case 'delete-if-value':
      return deleteIfValue(options, memory, event);
    case 'delete':
      return deleteKey(options, memory, event);
    case 'transaction':
      return transact(options, memory, event);
    case 'place-before':
      return placeBefore(memory, event);
    case 'watch':
      return watch(memory, event);
    case 'unwatch':
      return unwatch(memory, event);
    case 'lock':
      return lockCall(options, memory, event);
    case 'get':
      return getKey(memory, event);
    case 'inspect': {
      const found = holderOf(memory.keys, asText(event['key']));
      const view = { type: 'lease.view', live: found !== undefined, token: found?.[1].token ?? null };
      return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
    }
    case 'deadline.passed':
      return expireLease(options, memory, Number(asText(event['id']).slice(leaseDeadline('').length)));
    case 'restart':
      return event['data'] === 'lost' ? forgetAll(memory) : null;
    default:
      return null;
  }
}
