import { numberOf, textOf } from './fields.ts';
import type { WireFormat } from './wire-format.ts';

/** Redis: commands as a client library sends them, scripts by what they do, and replies as redis-cli prints them. */
export const redisWire: WireFormat = (body) => {
  const key = textOf(body, 'key');
  const value = textOf(body, 'value');
  const ttl = String(Math.round((numberOf(body, 'ttlUs') ?? 0) / 1000));
  switch (body.type) {
    case 'set-nx':
      return numberOf(body, 'ttlUs') === null ? `SET ${key} ${value} NX` : `SET ${key} ${value} NX PX ${ttl}`;
    case 'get':
      return `GET ${key}`;
    case 'del':
      return `DEL ${key}`;
    case 'del-if':
      return `EVAL compare-and-delete ${key} ${value}`;
    case 'pexpire':
      return `PEXPIRE ${key} ${ttl}`;
    case 'pexpire-if':
      return `EVAL compare-and-pexpire ${key} ${value} ${ttl}`;
    case 'incr':
      return `INCR ${key}`;
    case 'set':
      return body['ok'] === true ? 'OK' : NIL;
    case 'count':
      return `(integer) ${String(numberOf(body, 'value'))}`;
    case 'value':
      // A record of a store comes with its version; a key comes with whether there is one.
      if (body['found'] === undefined || body['created'] !== undefined) return null;
      return body['found'] === true ? JSON.stringify(value) : NIL;
    case 'error':
      return ERRORS[textOf(body, 'reason')] ?? null;
    default:
      return null;
  }
};

const NIL = '(nil)';

const ERRORS: Readonly<Record<string, string>> = {
  'invalid-expiry': "ERR invalid expire time in 'set' command",
};
