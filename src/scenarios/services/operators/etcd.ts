import * as v from 'valibot';
import { number } from '../../schema-parts.ts';
import { fields, requests } from './operator.ts';

const { key, value } = fields;
/** Leases are numbered in the order in which they were granted. */
const lease = v.pipe(number, v.safeInteger('must be a whole number'));

/** What may be asked of an etcd by hand. */
export const etcdRequests = requests({
  get: { key },
  delete: { key },
  'delete-if-value': { key, value },
  'lease.keepalive': { lease },
  'lease.revoke': { lease },
});
