import { fieldsOf } from '../memory/row.ts';
import { durationText } from '../duration.ts';
import { numberOf, textOf } from './fields.ts';
import type { WireFormat } from './wire-format.ts';

/** The epoch lease: one row for each key, read and changed by compare-and-set. */
export const epochLeaseWire: WireFormat = (body, made, memory) => {
  const key = textOf(body, 'key');
  if (body.type === 'current') return `select epoch where key=${key}`;
  if (body.type === 'epoch') return `epoch=${String(numberOf(body, 'epoch'))}`;
  // Acquire and renew have the lease manager's words, too: here only where this service is known to speak.
  const rows = fieldsOf(memory?.['terms']);
  if (rows === null) return null;
  const client = textOf(body, 'client');
  const token = String(numberOf(body, 'token'));
  const ttl = durationText(numberOf(body, 'ttlUs') ?? 0);
  switch (body.type) {
    case 'acquire':
      return `set owner=${client} epoch+1 ttl=${ttl} where key=${key} and (over or owner=${client})`;
    case 'renew':
      return `set ttl=${ttl} where key=${key} and owner=${client} and epoch=${token} and live`;
    case 'granted':
    case 'renewed':
      return `1 row: epoch=${token} ttl=${ttl}`;
    case 'refused':
      return made?.by === undefined ? '0 rows' : `0 rows: owner=${made.by} epoch=${String(made.token)}`;
    default:
      return null;
  }
};
