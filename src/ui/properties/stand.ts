import {
  propertiesOfRun,
  statusAt,
  type RunProperty,
  type StatusAt,
} from '../../engine/explore/properties-of-run.ts';
import type { Run } from '../../scenarios/run.ts';

/** One property with how it stands. */
export interface Stand {
  readonly property: RunProperty;
  readonly at: StatusAt;
}

const byRun = new WeakMap<Run, readonly RunProperty[]>();

/** The properties of a run, worked out once for it. */
export function propertiesOf(run: Run): readonly RunProperty[] {
  const known = byRun.get(run);
  if (known !== undefined) return known;
  const properties = propertiesOfRun(run);
  byRun.set(run, properties);
  return properties;
}

/** How every property stands after the entry `seq`, what is broken first, then what is open. */
export function standsAt(run: Run, seq: number): readonly Stand[] {
  return propertiesOf(run)
    .map((property) => ({ property, at: statusAt(property, seq) }))
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ at: { status } }: Stand): number {
  return status === 'broken' ? 0 : status === 'open' ? 1 : 2;
}
