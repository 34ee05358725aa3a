/// <reference types="vite/types/importMeta.d.ts" />
import type { FindingKind, Outcome } from '../../engine/verdict/types.ts';
import type { Cause } from '../causes.ts';

/** What a list needs to know of a built-in scenario, read off its document without checking the rest. */
export interface CatalogueEntry {
  readonly id: string;
  readonly system: string;
  /** The row of the list of traps that it shows, such as `S5.24`; empty for what shows none by itself. */
  readonly row: string;
  readonly causes: readonly Cause[];
  /** The public report that it simulates; empty for the others. */
  readonly report: string;
  /** Configurations in the document's order, each with what it shows. Tests hold the document to it. */
  readonly shows: readonly {
    readonly configuration: string;
    readonly outcome: Outcome;
    readonly findings: readonly FindingKind[];
  }[];
  readonly document: Readonly<Record<string, unknown>>;
}

const FIRST_ID = 'paused-holder';

interface BuiltinDocument {
  readonly id: string;
  readonly system?: string;
  readonly row?: string;
  readonly causes?: readonly Cause[];
  readonly report?: string;
  readonly configurations: readonly { readonly id: string }[];
  readonly expect: {
    readonly [configuration: string]: {
      readonly outcome: Outcome;
      readonly findings: readonly FindingKind[];
    };
  };
}

// A document is a file in a folder beside this one; nothing else need know of it but the catalogue of texts.
const FILES = import.meta.glob<BuiltinDocument>('./*/*.json', { eager: true, import: 'default' });

/** Every scenario that comes with the product, in the order of its row within its system. */
export const CATALOGUE: readonly CatalogueEntry[] = Object.values(FILES).map(entryOf).toSorted(byRow);

function entryOf(document: BuiltinDocument): CatalogueEntry {
  const { id, system, row, causes, report, configurations, expect } = document;
  return {
    id,
    system: system ?? '',
    row: row ?? '',
    causes: causes ?? [],
    report: report ?? '',
    shows: configurations.flatMap((configuration) => {
      const shown = expect[configuration.id];
      return shown === undefined ? [] : [{ configuration: configuration.id, ...shown }];
    }),
    document: document as unknown as CatalogueEntry['document'],
  };
}

function byRow(a: CatalogueEntry, b: CatalogueEntry): number {
  // What opens first where nothing else is asked for comes first here, too.
  if (a.id === FIRST_ID || b.id === FIRST_ID) return a.id === FIRST_ID ? -1 : 1;
  if (a.system !== b.system) return (a.system || '~') < (b.system || '~') ? -1 : 1;
  return numberOf(a) - numberOf(b) || (a.id < b.id ? -1 : 1);
}

/** The number within the system; what shows no row by itself comes first. */
function numberOf({ row }: CatalogueEntry): number {
  return Number(row.split('.')[1] ?? 0);
}
