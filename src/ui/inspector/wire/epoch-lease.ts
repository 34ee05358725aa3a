import { durationText } from '../../duration.ts';
import { numberOf, textOf } from './fields.ts';
import { numeral, quoted } from './sql.ts';
import type { WireFormat } from './wire-format.ts';

/** The epoch lease: one row for each key in an SQL database, read and changed by compare-and-set. */
export const epochLeaseWire: WireFormat = (body, made) => {
  const key = quoted(textOf(body, 'key'));
  const owner = quoted(textOf(body, 'client'));
  const token = numeral(numberOf(body, 'token'));
  const ttl = `now() + interval ${quoted(durationText(numberOf(body, 'ttlUs') ?? 0))}`;
  switch (body.type) {
    case 'acquire':
      return (
        `INSERT INTO leases VALUES (${key}, ${owner}, 1, ${ttl}) ON CONFLICT (key) DO UPDATE ` +
        `SET owner = ${owner}, epoch = leases.epoch + 1, expires = ${ttl} ` +
        `WHERE leases.expires <= now() OR leases.owner = ${owner} RETURNING epoch`
      );
    case 'renew':
      return (
        `UPDATE leases SET expires = ${ttl} ` +
        `WHERE key = ${key} AND owner = ${owner} AND epoch = ${token} AND expires > now()`
      );
    case 'current':
      return `SELECT epoch FROM leases WHERE key = ${key}`;
    case 'epoch':
      return `epoch = ${numeral(numberOf(body, 'epoch'))}`;
    case 'granted':
      return `1 row, epoch ${token}`;
    case 'renewed':
      return '1 row';
    case 'refused':
      return made?.by === undefined ? '0 rows' : `0 rows: owner ${made.by}, epoch ${String(made.token)}`;
    case 'error':
      return textOf(body, 'reason');
    default:
      return null;
  }
};
