/**
 * What can be changed in the dispatch comparison: whole numbers, times in ticks. The value is the one that
 * the published table was made with.
 */
export const DISPATCH_PARAMETERS = {
  orders: { value: 20, min: 1, max: 40 },
  nodes: { value: 3, min: 1, max: 5 },
  batch: { value: 3, min: 1, max: 10 },
  'claim-ttl': { value: 7, min: 0, max: 15 },
  'lease-ttl': { value: 7, min: 0, max: 15 },
  /** Which node stalls, numbered from 0; NO_NODE: none. If there are fewer, the last one does. */
  'stalled-node': { value: 0, min: -1, max: 4 },
  'stall-tick': { value: 1, min: 0, max: 20 },
} as const;

/** No node stalls. */
export const NO_NODE = -1;
const NONE = 'none';

/** Name of a parameter, in links as well. */
export type DispatchParameter = keyof typeof DISPATCH_PARAMETERS;

/** Changed parameters alone, as a link writes them: no node is `none`. */
export type DispatchValues = { readonly [parameter in DispatchParameter]?: number | typeof NONE };

/** A value for every parameter. */
export type DispatchSettings = Readonly<Record<DispatchParameter, number>>;

/** Names of all parameters, in the order in which they are shown. */
export const DISPATCH_PARAMETER_IDS = Object.keys(DISPATCH_PARAMETERS) as readonly DispatchParameter[];

/** Changed parameters with one more change; a value that is the parameter's own is none. */
export function withDispatchValue(
  values: DispatchValues,
  parameter: DispatchParameter,
  value: number,
): DispatchValues {
  const { [parameter]: _, ...others } = values;
  if (value === DISPATCH_PARAMETERS[parameter].value) return others;
  return { ...others, [parameter]: value === NO_NODE ? NONE : value };
}

/** Values as somebody wrote them: those that are good, and what is wrong with the others. */
export function checkDispatchValues(values: { readonly [parameter: string]: number | string }): {
  readonly values: DispatchValues;
  readonly problems: readonly DispatchProblem[];
} {
  let good: DispatchValues = {};
  const problems: DispatchProblem[] = [];
  for (const [name, value] of Object.entries(values)) {
    const parameter = DISPATCH_PARAMETER_IDS.find((id) => id === name);
    if (parameter === undefined) {
      problems.push({ parameter: name, range: null });
      continue;
    }
    const number = value === NONE ? NO_NODE : Number(value);
    const { min, max } = DISPATCH_PARAMETERS[parameter];
    if (Number.isInteger(number) && number >= min && number <= max) {
      good = withDispatchValue(good, parameter, number);
    } else problems.push({ parameter, range: { min, max } });
  }
  return { values: good, problems };
}

/** A parameter that does not exist, where `range` is null, or a value out of its range. */
export interface DispatchProblem {
  readonly parameter: string;
  readonly range: { readonly min: number; readonly max: number } | null;
}

/** Every parameter's value: where nothing was changed, its own. */
export function dispatchSettings(values: DispatchValues): DispatchSettings {
  const settings = Object.fromEntries(
    DISPATCH_PARAMETER_IDS.map((id) => {
      const value = values[id] ?? DISPATCH_PARAMETERS[id].value;
      return [id, value === NONE ? NO_NODE : value];
    }),
  ) as Record<DispatchParameter, number>;
  return { ...settings, 'stalled-node': Math.min(settings['stalled-node'], settings.nodes - 1) };
}
