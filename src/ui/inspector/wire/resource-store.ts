import type { Entry } from '../../../engine/trace.ts';
import type { StoreKind } from '../../../machines/resource-store/stores/rule.ts';
import { numberOf, textOf } from './fields.ts';
import { numeral, quoted } from './sql.ts';
import type { Speaker, WireBody, WireFormat } from './wire-format.ts';

type Store = Extract<Speaker, { readonly part: 'store' }>;

/** A store of records as an SQL database: its rule is the condition of the statement. */
export const resourceStoreWire: WireFormat<Store> = (body, made, store) => {
  const record = textOf(body, 'record');
  switch (body.type) {
    case 'write':
      return writeOf(body, store);
    case 'fence.raise': {
      const token = numeral(numberOf(body, 'token'));
      return `UPDATE fences SET fence = ${token} WHERE key = ${quoted(textOf(body, 'key'))} AND fence < ${token}`;
    }
    case 'read':
      return `SELECT value, version FROM records WHERE id = ${quoted(record)}`;
    case 'written':
      return `1 row, version ${numeral(numberOf(body, 'version'))}`;
    case 'value':
      return `value = ${quoted(textOf(body, 'value'))}, version = ${numeral(numberOf(body, 'version'))}`;
    case 'write.refused':
      return `0 rows${whyNot(textOf(body, 'reason'), made)}`;
    case 'error':
      return ERRORS[textOf(body, 'reason')] ?? `ERROR: ${textOf(body, 'reason')}`;
    default:
      return null;
  }
};

/** A write, with what its rule asks for. */
function writeOf(body: WireBody, { kind, operations, leaseKey }: Store): string {
  const operation = textOf(body, 'operation');
  const add = numberOf(body, 'add');
  const named = operation === '' ? (add === null ? 'write' : 'add') : operation;
  const rule = operations[named] ?? kind;
  const token = numberOf(body, 'token');
  const where = [`id = ${quoted(textOf(body, 'record'))}`, ...conditionsOf(rule, body, leaseKey)].join(
    ' AND ',
  );
  const note = ['write', 'add', 'delete'].includes(named) ? '' : ` -- ${named}`;
  const looks = LOOKS.has(rule)
    ? `SELECT token FROM leases WHERE ${liveLease(body, leaseKey)}; -- must be ${numeral(token)}\n`
    : '';
  if (named === 'delete') return `${looks}DELETE FROM records WHERE ${where}${note}`;
  const value = add === null ? quoted(textOf(body, 'value')) : `value + ${String(add)}`;
  const fence = FENCES.has(rule) && token !== null ? `, fence = ${String(token)}` : '';
  const version = rule === 'compare-and-set' ? ', version = version + 1' : '';
  return `${looks}UPDATE records SET value = ${value}${fence}${version} WHERE ${where}${note}`;
}

/** Rules that read the token first, and write in a statement of its own. */
const LOOKS: ReadonlySet<StoreKind> = new Set(['check-then-write', 'check-then-write-misparsed']);

/** Rules that keep the token of what they accept. */
const FENCES: ReadonlySet<StoreKind> = new Set([
  'fenced',
  'strictly-fenced',
  'conditional-update',
  'fenced-at-takeover',
]);

function conditionsOf(rule: StoreKind, body: WireBody, leaseKey: string | undefined): readonly string[] {
  const token = numberOf(body, 'token');
  const key = quoted(leaseKey ?? textOf(body, 'key'));
  switch (rule) {
    case 'fenced':
    case 'fenced-at-takeover':
      // A write that presents no token does not ask the fence.
      return token === null ? [] : [`fence <= ${String(token)}`];
    case 'strictly-fenced':
      return token === null ? [] : [`fence < ${String(token)}`];
    case 'conditional-update':
      return [`fence < ${numeral(token)}`];
    case 'authoritative':
      return [
        `EXISTS (SELECT 1 FROM leases WHERE ${liveLease(body, leaseKey)} AND token = ${numeral(token)})`,
      ];
    case 'epoch-sink':
      return [`(SELECT epoch FROM leases WHERE key = ${key}) <= ${numeral(token)}`];
    case 'compare-and-set':
      return [`version = ${numeral(numberOf(body, 'base'))}`];
    case 'naive':
    case 'check-then-write':
    case 'check-then-write-misparsed':
      return [];
  }
}

function liveLease(body: WireBody, leaseKey: string | undefined): string {
  return `key = ${quoted(leaseKey ?? textOf(body, 'key'))} AND expires > now()`;
}

/** Why no row was changed: with token and fence, where the store's own entry tells them. */
function whyNot(reason: string, made: Entry | null): string {
  const { token, fence } = made ?? {};
  if (token !== undefined && fence !== undefined) {
    if (reason === 'stale-token') return `: token ${String(token)} < fence ${String(fence)}`;
    if (reason === 'token-not-higher') return `: token ${String(token)} is not above fence ${String(fence)}`;
  }
  const why = REASONS[reason] ?? reason;
  return why === '' ? '' : `: ${why}`;
}

const REASONS: Readonly<Record<string, string>> = {
  // A database says no more than this.
  'no-rows': '',
  'stale-token': 'the token is stale',
  'token-not-higher': 'the token is not above the fence',
  'other-version': 'the record has another version',
  'nothing-read': 'no version to compare',
  'unreadable-token': 'the token on record cannot be read',
  'no-lease': 'no lease on record',
  'lease-not-live': 'the lease is over',
  'other-token': 'the lease has another token',
};

const ERRORS: Readonly<Record<string, string>> = {
  unavailable: 'ERROR: the database is not available',
};
