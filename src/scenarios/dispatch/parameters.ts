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

/** Name of a parameter, in links as well. */
export type DispatchParameter = keyof typeof DISPATCH_PARAMETERS;

/** Changed parameters alone. */
export type DispatchValues = { readonly [parameter in DispatchParameter]?: number };

/** A value for every parameter. */
export type DispatchSettings = Readonly<Record<DispatchParameter, number>>;

/** Names of all parameters, in the order in which they are shown. */
export const DISPATCH_PARAMETER_IDS = Object.keys(DISPATCH_PARAMETERS) as readonly DispatchParameter[];

/** Every parameter's value, each within its range: where nothing was changed, its own. */
export function dispatchSettings(values: DispatchValues): DispatchSettings {
  const settings = Object.fromEntries(
    DISPATCH_PARAMETER_IDS.map((id) => [id, values[id] ?? DISPATCH_PARAMETERS[id].value]),
  ) as Record<DispatchParameter, number>;
  return { ...settings, 'stalled-node': Math.min(settings['stalled-node'], settings.nodes - 1) };
}
