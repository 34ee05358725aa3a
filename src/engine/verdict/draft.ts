import type { Entry } from '../trace.ts';
import type { FindingFacts, FindingKind } from './types.ts';

/** A finding before its chain of causes is put together. */
export interface Draft {
  readonly kind: FindingKind;
  readonly unreplaced?: true;
  /** The entry that shows it. */
  readonly entry: Entry;
  readonly client: string;
  readonly key: string;
  /** `seq` of the entries that made it so, in any order; null and undefined are passed over. */
  readonly because: readonly (number | null | undefined)[];
  /** From which entry on the halts of the client belong to the story; absent: none do. */
  readonly haltsFrom?: number;
  readonly facts: FindingFacts;
}

/** Leaves out what is not known, so that an absent fact is absent and never undefined. */
export function facts(known: { [Fact in keyof FindingFacts]: FindingFacts[Fact] | undefined }): FindingFacts {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(known) as (keyof FindingFacts)[]) {
    if (known[name] !== undefined) result[name] = known[name];
  }
  return result;
}

/** A promised end as a fact: absent where the lease has no end. */
export function finite(promised: number): FindingFacts['expires'] {
  return Number.isFinite(promised) ? (promised as NonNullable<FindingFacts['expires']>) : undefined;
}
