import type { Entry } from '../../../engine/trace.ts';
import { durationText } from '../../duration.ts';
import { numberOf, textOf } from './fields.ts';
import type { WireFormat } from './wire-format.ts';

/** The lease manager's requests and replies. */
export const leaseManagerWire: WireFormat = (body, made) => {
  const key = textOf(body, 'key');
  const token = numberOf(body, 'token');
  const ttlUs = numberOf(body, 'ttlUs');
  const ttl = body['ttlUs'] === null ? ' without end' : ttlUs === null ? '' : ` ttl=${durationText(ttlUs)}`;
  switch (body.type) {
    case 'acquire':
    case 'steal':
      return `${body.type} key=${key}${ttl}${body['waits'] === true ? ' waits' : ''}`;
    case 'queued':
      return 'queued';
    case 'leave':
      return `leave key=${key}`;
    case 'left':
      return 'left';
    case 'which-token':
      return `which token key=${key}`;
    case 'check':
      return `check key=${key} token=${String(token)}`;
    case 'holds':
      return body['holds'] === true ? 'holds' : 'does not hold';
    case 'error':
      return textOf(body, 'reason');
    case 'token':
      return token === null ? 'not leased' : `token=${String(token)}`;
    case 'renew':
      return `renew key=${key} token=${String(token)}${ttl}`;
    case 'release':
      return `release key=${key} token=${String(token)}`;
    case 'granted':
      return `granted token=${String(token)}${ttl}`;
    case 'renewed':
      return `renewed token=${String(token)}${ttl}`;
    case 'released':
      return `released token=${String(token)}`;
    case 'refused':
      return `refused: ${reasonOf(textOf(body, 'reason'), made)}`;
    default:
      return null;
  }
};

function reasonOf(reason: string, made: Entry | null): string {
  const holder = reason === 'held' ? made?.by : undefined;
  return holder === undefined ? (REASONS[reason] ?? reason) : `${holder} holds the key`;
}

const REASONS: Readonly<Record<string, string>> = {
  held: 'key is held',
  'lease-lost': 'no lease with that token',
};
