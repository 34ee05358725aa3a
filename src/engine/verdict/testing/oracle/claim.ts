import type { Entry } from '../../../trace.ts';
import type { Finding, FindingKind } from '../../types.ts';
import { keyOf } from './leases.ts';

/** What is compared of a finding. */
export interface Claim {
  readonly kind: FindingKind;
  readonly unreplaced?: true;
  readonly client: string;
  readonly key: string;
  /** `seq` of the entry that shows it. */
  readonly entry: number;
}

/** A claim about the client and the key of an entry, which shows it. */
export function claimAt(entry: Entry, kind: FindingKind): Claim {
  return { kind, client: entry.client ?? '', key: keyOf(entry), entry: entry.seq };
}

/** A claim, or a finding of the verdict, as one line: those of equal lines are equal. */
export function claimLine({ kind, unreplaced, entry, client, key }: Claim | Finding): string {
  return `${String(entry)} ${kind}${unreplaced === true ? ' (unreplaced)' : ''} ${client} ${key}`;
}
