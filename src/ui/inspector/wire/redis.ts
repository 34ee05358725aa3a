import type { Json } from '../../../engine/trace.ts';
import { fieldsOf, plain } from '../memory/row.ts';
import { numberOf, textOf } from './fields.ts';
import type { WireFormat } from './wire-format.ts';

/** Redis: commands as a client library sends them, scripts by what they do, and replies as redis-cli prints them. */
export const redisWire: WireFormat = (body) => {
  const key = textOf(body, 'key');
  const value = textOf(body, 'value');
  const ttl = String(Math.round((numberOf(body, 'ttlUs') ?? 0) / 1000));
  switch (body.type) {
    case 'set-nx': {
      const expiry = numberOf(body, 'ttlUs') === null ? '' : ` PX ${ttl}`;
      return body['counts'] === true
        ? `EVAL ${JSON.stringify(SET_AND_COUNT)} 2 ${key} ${counterOf(key)} ${value} ${ttl}`
        : `SET ${key} ${value} NX${expiry}`;
    }
    case 'get':
      return `GET ${key}`;
    case 'del':
      return `DEL ${key}`;
    case 'del-if':
      return `EVAL ${JSON.stringify(compareAnd("redis.call('DEL', KEYS[1])"))} 1 ${key} ${value}`;
    case 'pexpire':
      return `PEXPIRE ${key} ${ttl}`;
    case 'pexpire-if':
      return `EVAL ${JSON.stringify(compareAnd("redis.call('PEXPIRE', KEYS[1], ARGV[2])"))} 1 ${key} ${value} ${ttl}`;
    case 'incr':
      return `INCR ${counterOf(key)}`;
    case 'set': {
      const token = numberOf(body, 'token');
      if (body['ok'] !== true) return NIL;
      return token === null ? 'OK' : `(integer) ${String(token)}`;
    }
    case 'replicate':
      return `replicate ${changes(body['keys'], 'value')}${changes(body['counters'], '')}offset=${String(numberOf(body, 'number'))}`;
    case 'replicated':
      return `REPLCONF ACK ${String(numberOf(body, 'number'))}`;
    case 'sync':
      return 'PSYNC ? -1';
    case 'primary':
      return `+switch-master ${textOf(body, 'node')}`;
    case 'count':
      return `(integer) ${String(numberOf(body, 'value'))}`;
    case 'value':
      return body['found'] === true ? JSON.stringify(value) : NIL;
    case 'error': {
      const { reason, node } = { reason: textOf(body, 'reason'), node: textOf(body, 'node') };
      return reason === 'moved' ? `MOVED ${node}` : (ERRORS[reason] ?? reason);
    }
    default:
      return null;
  }
};

const NIL = '(nil)';

/** Scripts as they are sent: each is one step at the server. */
const SET_AND_COUNT =
  "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return redis.call('INCR', KEYS[2]) end return false";

function compareAnd(act: string): string {
  return `if redis.call('GET', KEYS[1]) == ARGV[1] then return ${act} end return 0`;
}

/** The key of the counter that stands beside a lock. */
function counterOf(key: string): string {
  return `${key}:fence`;
}

const ERRORS: Readonly<Record<string, string>> = {
  'invalid-expiry': "ERR invalid expire time in 'set' command",
  'not-replicated': 'WAIT: (integer) 0',
};

/** What has become of keys or counters: the value that each has, or that it is gone. */
function changes(json: Json | undefined, field: string): string {
  return Object.entries(fieldsOf(json) ?? {})
    .map(([name, state]) => {
      if (state === null) return `${name} gone `;
      const value = field === '' ? state : fieldsOf(state)?.[field];
      return `${name}=${plain(value)} `;
    })
    .join('');
}
