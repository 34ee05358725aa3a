import { leftLeases, openWaits, type Memory } from './monitor-memory.ts';
import { sightBit, type Sight, type Sights } from './monitor.ts';
import type { CellMark } from './space.ts';

/**
 * What an exploration checks. Always: it must never be seen. Sometimes: it should be seen somewhere, or
 * the rest proves little. Eventually: what `lasting` names must not stay for ever; see docs/EXPLORER.md for what
 * is assumed of who chooses.
 */
export type Property =
  | { readonly name: string; readonly kind: 'always' | 'sometimes'; readonly sights: readonly Sight[] }
  | { readonly name: string; readonly kind: 'always'; readonly mark: CellMark }
  | {
      readonly name: string;
      readonly kind: 'eventually';
      readonly lasting: (memory: Memory) => readonly string[];
    };

/**
 * How a property fared. `open`: not decided, for the search was cut off. Sometimes: `holds` once it was
 * seen, `never-reached` if it was not anywhere.
 */
export type PropertyStatus = 'holds' | 'fails' | 'never-reached' | 'open';

/** One property with how it fared. */
export interface PropertyResult {
  readonly name: string;
  readonly kind: Property['kind'];
  readonly status: PropertyStatus;
}

/** The sights of a property as bits; 0 for one that does not go by sights. */
export function sightsOf(property: Property): Sights {
  if (!('sights' in property)) return 0;
  return property.sights.reduce((bits, sight) => bits | sightBit(sight), 0);
}

/** What is checked of a scenario unless something else is asked. */
export const LOCK_PROPERTIES: readonly Property[] = [
  { name: 'no-stale-write', kind: 'always', sights: ['stale-write-accepted'] },
  { name: 'no-lost-update', kind: 'always', sights: ['lost-update'] },
  { name: 'no-rightful-write-rejected', kind: 'always', sights: ['rightful-write-rejected'] },
  { name: 'tokens-rise', kind: 'always', sights: ['token-regression'] },
  { name: 'leases-disjoint', kind: 'always', sights: ['overlapping-leases'] },
  { name: 'only-owners-release', kind: 'always', sights: ['wrong-release'] },
  {
    name: 'zombie-writes',
    kind: 'sometimes',
    sights: ['stale-write-accepted', 'stale-write-accepted-unreplaced', 'stale-write-rejected'],
  },
  { name: 'write-accepted', kind: 'sometimes', sights: ['write-accepted'] },
  { name: 'waiter-served', kind: 'eventually', lasting: openWaits },
  { name: 'no-leaked-lease', kind: 'eventually', lasting: leftLeases },
];

/** In addition, where clients work on units that have names. */
export const UNIT_PROPERTIES: readonly Property[] = [
  { name: 'no-duplicate-work', kind: 'always', sights: ['duplicate-work'] },
];

/** As LOCK_PROPERTIES, but a stale write counts only if its writer was paused when its lease ended. */
export const PAUSED_HOLDER_PROPERTIES: readonly Property[] = LOCK_PROPERTIES.map((property) =>
  property.name === 'no-stale-write'
    ? { name: 'no-stale-write', kind: 'always', sights: ['stale-write-accepted-paused'] }
    : property,
);
