import { plain, ranked, type RankedPlace, type RankRules } from '../../engine/ranks.ts';
import { REQUEST_FIELDS, textOf, TOKENS, versionFamily } from '../ranked-fields.ts';
import type { ResourceStoreOptions } from './store-options.ts';

/** Which numbers of a store count only by their order: tokens and fences, and the versions of each record. */
export function storeRanks(options: ResourceStoreOptions): RankRules {
  const { id, fences = {} } = options;
  const family = (at: RankedPlace): string => versionFamily(id, textOf(at, 'record'));
  return {
    fields: {
      ...REQUEST_FIELDS,
      add: plain,
      // Of a write on its way. Those that wait in memory for their second step do not say here of which record.
      base: (value, numbers, at) =>
        at.path.length === 1 ? ranked(family)(value, numbers, at) : numbers.within(value, at),
      highest: ranked(TOKENS),
      life: plain,
      token: ranked(TOKENS),
      value: plain,
      version: (value, numbers, at) => {
        const name = versionFamily(id, at.path.at(-2) ?? '');
        return typeof value === 'number' ? numbers.number(name, value, true) : numbers.within(value, at);
      },
    },
    constants: { [TOKENS]: Math.max(0, ...Object.values(fences)) },
    options: { ...options, rule: options.rule.kind, operations: Object.keys(options.operations ?? {}) },
  };
}
