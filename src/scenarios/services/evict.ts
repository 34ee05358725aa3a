import * as v from 'valibot';
import { name } from '../schema-parts.ts';
import { defineFault } from './fault-kind.ts';

/** It runs out of memory and drops a key, whatever it is: a lock, or the counter that gives tokens. */
export const evict = defineFault('evict', { key: v.optional(name, 'lock') }, ({ key }) => ({
  type: 'evict',
  key,
}));
