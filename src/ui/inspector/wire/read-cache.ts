import { numberOf, textOf } from './fields.ts';
import type { WireFormat } from './wire-format.ts';

/** A cache of records, as one in Redis: a value is kept with the version that it was read in. */
export const readCacheWire: WireFormat = (body) => {
  const record = textOf(body, 'record');
  switch (body.type) {
    case 'read':
      return `GET ${record}`;
    case 'value':
      return `${JSON.stringify(textOf(body, 'value'))}, version ${String(numberOf(body, 'version'))}`;
    case 'write':
      return `DEL ${record}`;
    case 'written':
      return '(integer) 1';
    case 'error':
      return textOf(body, 'reason');
    default:
      return null;
  }
};
