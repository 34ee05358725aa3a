import type { Json } from '../../../engine/trace.ts';
import { fieldsOf, plain, type Fields } from '../memory/row.ts';
import type { WireBody } from './wire-format.ts';

/** An etcd transaction in one line; null where the message does not have the form of one. */
export function transactionLine(body: WireBody): string | null {
  const compare = listOf(body['compare']);
  const success = listOf(body['success']);
  if (compare === null || success === null) return null;
  const failure = listOf(body['failure']) ?? [];
  const rest = failure.length === 0 ? '' : ` else ${failure.map(operation).join(', ')}`;
  const condition = compare.length === 0 ? '' : ` if ${compare.map(comparison).join(' and ')}`;
  return `Txn${condition} then ${success.map(operation).join(', ')}${rest}`;
}

/** What the operations of a transaction answered. */
export function responsesOf(body: WireBody): string {
  const responses = listOf(body['responses']) ?? [];
  return responses.map((response) => ` [${Object.entries(response).map(pair).join(' ')}]`).join('');
}

const TARGETS: Readonly<Record<string, string>> = {
  create: 'create_revision',
  mod: 'mod_revision',
  value: 'value',
};

function comparison({ key, target, is, to }: Fields): string {
  return `${TARGETS[plain(target)] ?? plain(target)}(${plain(key)})${plain(is)}${plain(to)}`;
}

function operation({ op, key, value, lease, under }: Fields): string {
  switch (op) {
    case 'put':
      return `put ${plain(key)}=${value === '' ? '' : plain(value)} lease=${plain(lease)}`;
    case 'holder':
      return `get first of ${plain(under)}/`;
    default:
      return `${plain(op)} ${plain(key)}`;
  }
}

/** A response names revisions as etcd does. */
function pair([name, value]: readonly [string, Json]): string {
  return `${name === 'created' ? 'create_revision' : name}=${value === null ? '' : plain(value)}`;
}

function listOf(value: Json | undefined): readonly Fields[] | null {
  if (!Array.isArray(value)) return null;
  return (value as readonly Json[]).map((one) => fieldsOf(one) ?? {});
}
