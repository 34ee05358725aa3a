import * as v from 'valibot';
import { fields, requests } from './operator.ts';

const { key, ttl, value } = fields;

/** The commands of a Redis, and the scripts that compare and then act. A key set without a TTL has no end. */
export const redisRequests = requests({
  get: { key },
  'set-nx': { key, value: v.optional(value, ''), ttl: v.optional(ttl) },
  del: { key },
  'del-if': { key, value },
  pexpire: { key, ttl },
  'pexpire-if': { key, value, ttl },
  incr: { key },
});
