import { durationText } from '../../duration.ts';
import { responsesOf, transactionLine } from './etcd-transaction.ts';
import { numberOf, textOf } from './fields.ts';
import type { WireBody, WireFormat } from './wire-format.ts';

/** etcd: the calls of its lease and key-value interfaces. */
export const etcdWire: WireFormat = (body) => {
  const key = textOf(body, 'key');
  const lease = String(numberOf(body, 'lease'));
  switch (body.type) {
    case 'lease.grant':
      return `LeaseGrant${ttlOf(body)}`;
    case 'lease.granted':
      return `lease=${lease}${ttlOf(body)}`;
    case 'lease.keepalive':
      return `LeaseKeepAlive lease=${lease}`;
    case 'lease.kept':
      return `lease=${lease}${ttlOf(body)}`;
    case 'lease.stream':
      return `LeaseKeepAlive open lease=${lease}`;
    case 'lease.streaming':
      return `stream open lease=${lease}`;
    case 'lease.revoke':
      return `LeaseRevoke lease=${lease}`;
    case 'lease.revoked':
      return `revoked lease=${lease}`;
    case 'put-if-absent':
      return `Txn if create_revision(${key})=0 then put ${key}=${textOf(body, 'value')} lease=${lease}`;
    case 'delete-if-value':
      return `Txn if value(${key})=${textOf(body, 'value')} then delete ${key}`;
    case 'transaction':
      return transactionLine(body);
    case 'txn':
      return `succeeded=${body['succeeded'] === true ? 'true' : 'false'}${createdOf(body)}${responsesOf(body)}`;
    case 'place-before':
      return `Range ${textOf(body, 'under')}/ last with create_revision<${String(numberOf(body, 'created'))}`;
    case 'place':
      return body['found'] === true ? key : 'count=0';
    case 'get':
      return `Range ${key}`;
    case 'watch':
      return `Watch ${key}`;
    case 'watching':
      return `watch created ${key}`;
    case 'unwatch':
      return 'Watch cancel';
    case 'watch.gone':
      return `event DELETE ${key}`;
    case 'lock':
      return `Lock ${textOf(body, 'under')} lease=${lease}`;
    case 'locked':
      return `locked ${key}${createdOf(body)}`;
    case 'delete':
      return `DeleteRange ${key}`;
    case 'deleted':
      return `deleted=${body['found'] === true ? '1' : '0'}`;
    case 'value':
      return body['found'] === true ? `value=${textOf(body, 'value')}${createdOf(body)}` : 'count=0';
    case 'error':
      return ERRORS[textOf(body, 'reason')] ?? textOf(body, 'reason');
    default:
      return null;
  }
};

function ttlOf(body: WireBody): string {
  const ttlUs = numberOf(body, 'ttlUs');
  return ttlUs === null ? '' : ` ttl=${durationText(ttlUs)}`;
}

function createdOf(body: WireBody): string {
  const created = numberOf(body, 'created');
  return created === null ? '' : ` create_revision=${String(created)}`;
}

const ERRORS: Readonly<Record<string, string>> = {
  'lease-lost': 'requested lease not found',
  ttl: 'the TTL must be above 0',
  unavailable: 'unavailable',
};
