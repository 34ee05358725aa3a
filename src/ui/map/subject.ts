import { good, type Result } from '../../engine/result.ts';
import type { Json } from '../../engine/trace.ts';
import type { SweepJob } from '../../explore/map/sweep.ts';
import { isPointer } from '../../explore/map/targets.ts';
import type { Edits } from '../../scenarios/edits.ts';
import type { MapAxis, MapDraw } from '../../scenarios/map/map-spec.ts';
import { oneConfiguration, type OneConfiguration } from '../../scenarios/map/one-configuration.ts';
import type { ParameterValues, Scenario } from '../../scenarios/scenario.ts';
import { targetsOf, type MapTarget } from './targets-of.ts';

/** What a map is of: one configuration as it is now, and what of it may vary. */
export interface Subject {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly values: ParameterValues;
  readonly edits: Edits;
  readonly one: OneConfiguration;
  /** With the values of now. */
  readonly targets: readonly MapTarget[];
  /** With the values that were written: what is usual does not change with them. */
  readonly written: { readonly one: OneConfiguration; readonly targets: readonly MapTarget[] };
}

/** Looks at a configuration with what was changed in it. */
export function subjectOf(
  scenario: Scenario,
  configuration: string,
  values: ParameterValues,
  edits: Edits,
): Result<Subject> {
  const one = oneConfiguration(scenario, configuration, edits);
  if (!one.ok) return one;
  const bare = oneConfiguration(scenario, configuration, { ...edits, set: {} });
  if (!bare.ok) return bare;
  return good({
    scenario,
    configuration,
    values,
    edits,
    one: one.value,
    targets: targetsOf(one.value.scenario, values),
    written: { one: bare.value, targets: targetsOf(bare.value.scenario, {}) },
  });
}

/** What is asked of a subject, with the text that two questions share if and only if they have one answer. */
export interface MapQuestion {
  readonly key: string;
  readonly job: SweepJob;
  /** Each run needs machines of its own. */
  readonly isSlow: boolean;
}

/** What is asked, as workers take it. */
export function questionFor(
  { one, configuration, values, targets: all }: Subject,
  axes: readonly MapAxis[],
  asked: { readonly draws: readonly MapDraw[]; readonly runs: number; readonly seed: number },
): MapQuestion {
  const { draws, runs, seed } = asked;
  const targets = [...axes, ...draws].map(({ target }) => target);
  // A value that varies is not one of those that stand.
  const others = Object.entries(values).filter(([id]) => !targets.includes(id));
  const { document } = one.scenario;
  const job: SweepJob = {
    document,
    configuration,
    values: Object.fromEntries(others),
    axes,
    draws,
    runs,
    seed,
  };
  const isSlow = draws.some(
    ({ target, from }) => from.kind !== 'constant' && all.some(({ id, isSlow }) => id === target && isSlow),
  );
  return { isSlow, key: JSON.stringify({ ...job, document: without(document, targets) }), job };
}

/** A document but for what varies in it, and its own seed, which runs of a map do not use. */
function without(document: Json, targets: readonly string[]): Json {
  const copy = JSON.parse(JSON.stringify(document)) as { [field: string]: Json };
  delete copy['seed'];
  for (const target of targets.filter(isPointer)) {
    const steps = target.slice(1).split('/');
    const last = steps.pop() ?? '';
    let at: Json | undefined = copy;
    for (const step of steps)
      at =
        typeof at === 'object' && at !== null && Object.hasOwn(at, step)
          ? (at as { [field: string]: Json })[step]
          : undefined;
    if (typeof at === 'object' && at !== null && Object.hasOwn(at, last))
      delete (at as { [field: string]: Json })[last];
  }
  return copy;
}
