import * as v from 'valibot';
import { number } from '../../schema-parts.ts';
import { fields, requests } from './operator.ts';

const { key, ttl } = fields;
const token = v.pipe(number, v.safeInteger('must be a whole number'));

/** What a lease manager does for whoever knows a token, or guesses it. */
export const leaseManagerRequests = requests({
  acquire: { key, ttl },
  check: { key, token },
  renew: { key, token, ttl },
  release: { key, token },
});

/** What an epoch lease does for whoever asks. */
export const epochLeaseRequests = requests({
  acquire: { key, ttl },
  renew: { key, token, ttl },
  current: { key },
});
