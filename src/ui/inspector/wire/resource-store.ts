import type { Entry } from '../../../engine/trace.ts';
import { numberOf, textOf } from './fields.ts';
import type { WireBody, WireFormat } from './wire-format.ts';

/** The requests and replies of a store of records. */
export const resourceStoreWire: WireFormat = (body, made) => {
  const record = textOf(body, 'record');
  const version = numberOf(body, 'version');
  switch (body.type) {
    case 'write': {
      const token = numberOf(body, 'token');
      const base = numberOf(body, 'base');
      const parts = [requestOf(body, record)];
      parts.push(token === null ? 'no token' : `token=${String(token)}`);
      if (base !== null) parts.push(`base=${String(base)}`);
      return parts.join(' ');
    }
    case 'fence.raise':
      return `fence ${textOf(body, 'key')} at least ${String(numberOf(body, 'token'))}`;
    case 'read':
      return `read ${record}`;
    case 'written':
      return `accepted version=${String(version)}`;
    case 'value':
      return `${record}=${textOf(body, 'value')} version=${String(version)}`;
    case 'write.refused':
      return refusedWrite(textOf(body, 'reason'), made);
    default:
      return null;
  }
};

/** What a write asks for: a value, a difference, or an operation by its name. */
function requestOf(body: WireBody, record: string): string {
  const operation = textOf(body, 'operation');
  const add = numberOf(body, 'add');
  if (operation === 'delete' || operation === 'clear') return `${operation} ${record}`;
  if (add !== null) return `${operation === '' ? 'add' : operation} ${record}+=${String(add)}`;
  return `${operation === '' ? 'write' : operation} ${record}=${textOf(body, 'value')}`;
}

/** A refusal with token and fence, where the store's own entry tells them. */
function refusedWrite(reason: string, made: Entry | null): string {
  const { token, fence } = made ?? {};
  if (token !== undefined && fence !== undefined) {
    if (reason === 'stale-token') return `stale token ${String(token)} < fence ${String(fence)}`;
    if (reason === 'token-not-higher') return `token ${String(token)} not above fence ${String(fence)}`;
  }
  return REASONS[reason] ?? `refused: ${reason}`;
}

const REASONS: Readonly<Record<string, string>> = {
  'stale-token': 'stale token',
  'token-not-higher': 'token not above the fence',
  'no-rows': '0 rows',
  'other-version': 'refused: the record has another version',
  'nothing-read': 'refused: no version to compare',
  'unreadable-token': 'refused: the token on record cannot be read',
  'no-lease': 'refused: no lease on record',
  'lease-not-live': 'refused: the lease is over',
  'other-token': 'refused: the lease has another token',
};
