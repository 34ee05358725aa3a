import type { Json } from '../../engine/trace.ts';
import { isOfRun, isPointer, placesOf } from '../../explore/map/targets.ts';
import type { ParameterValues, Scenario } from '../../scenarios/scenario.ts';
import { LONGEST_MS } from '../../scenarios/schema-parts.ts';
import { sweepText } from '../../text/sweep.ts';
import { struckBy } from '../edit/fault-words.ts';
import { parameterLabel } from '../labels.ts';

/** What a target is in the scenario: what is usual of it depends on that. */
export type TargetRole = 'length' | 'start' | 'ttl' | 'work' | 'link' | 'loss' | 'rate' | 'other';

/** Something that a map can vary or draw: a parameter, or a number of the document by JSON pointer. */
export interface MapTarget {
  readonly id: string;
  readonly label: string;
  /** Times are milliseconds; a chance is from 0 to 1; a rate is a factor. */
  readonly unit: 'time' | 'chance' | 'rate';
  readonly role: TargetRole;
  /** To draw it makes other machines for each run, which takes much longer. */
  readonly isSlow: boolean;
  /** As it is now. */
  readonly own: number;
  /** The range that a side has until somebody changes it. */
  readonly from: number;
  readonly to: number;
  /** What is taken at all. */
  readonly min: number;
  readonly max: number;
}

/** Whether a target is a parameter that is a TTL. */
export function isTtl({ id, role }: MapTarget): boolean {
  return role === 'ttl' && !isPointer(id);
}

/** Everything that a scenario of one configuration can vary, parameters first. */
export function targetsOf(scenario: Scenario, values: ParameterValues): readonly MapTarget[] {
  const [{ id: configuration } = { id: '' }] = scenario.configurations;
  const found = [
    ...parameterTargets(scenario, configuration, values),
    ...faultTargets(scenario),
    ...linkTargets(scenario),
  ];
  const seen = new Map<string, number>();
  return found.map((target) => {
    const before = seen.get(target.label) ?? 0;
    seen.set(target.label, before + 1);
    return before === 0 ? target : { ...target, label: `${target.label} (${String(before + 1)})` };
  });
}

function parameterTargets(
  scenario: Scenario,
  configuration: string,
  values: ParameterValues,
): readonly MapTarget[] {
  return scenario.parameters.flatMap((parameter): readonly MapTarget[] => {
    if (parameter.kind !== 'duration') return [];
    const { id, min, max } = parameter;
    const places = placesOf(scenario, configuration, id);
    if (places.length === 0 || min === max) return [];
    const value = values[id];
    return [
      {
        id,
        label: parameterLabel(scenario, parameter),
        unit: 'time',
        role: roleOf(places),
        isSlow: !places.every((place) => isOfRun(scenario, configuration, place)),
        own: typeof value === 'number' ? value : parameter.value,
        from: min,
        to: max,
        min,
        max,
      },
    ];
  });
}

function roleOf(places: readonly string[]): TargetRole {
  const is = (pattern: RegExp): boolean => places.some((place) => pattern.test(place));
  if (is(/^\/faults\/\d+\/(?:for|by)$/u)) return 'length';
  if (is(/^\/faults\/\d+\/at$/u)) return 'start';
  if (is(/^\/clients\/.*\/ttl$/u) || is(/\/ttl$/u)) return 'ttl';
  if (is(/^\/links\//u) || is(/^\/latency$/u)) return 'link';
  return is(/\/for$/u) ? 'work' : 'other';
}

const FAULT_FIELDS = ['at', 'for', 'by', 'rate'] as const;

function faultTargets({ document }: Scenario): readonly MapTarget[] {
  const faults = Array.isArray(document['faults']) ? (document['faults'] as readonly Json[]) : [];
  const horizon = typeof document['horizon'] === 'number' ? document['horizon'] : LONGEST_MS;
  return faults.flatMap((fault, index) =>
    FAULT_FIELDS.flatMap((field): readonly MapTarget[] => {
      const own = (fault as { readonly [field: string]: Json })[field];
      if (typeof own !== 'number' || own < 0) return [];
      const { kind } = fault as { readonly kind?: Json };
      const isRate = field === 'rate';
      const isLater = field === 'at' && own > 0;
      return [
        {
          id: `/faults/${String(index)}/${field}`,
          label: sweepText.fault(typeof kind === 'string' ? kind : '', struckBy(fault), field),
          unit: isRate ? 'rate' : 'time',
          role: isRate ? 'rate' : field === 'at' ? 'start' : 'length',
          isSlow: kind === 'act',
          own,
          from: isRate || isLater ? own / 2 : 0,
          to: field === 'at' && !isLater ? Math.min(2000, horizon) : Math.min(own * 2, horizon),
          min: isRate ? 0.01 : 0,
          max: isRate ? 100 : horizon,
        },
      ];
    }),
  );
}

function linkTargets({ document }: Scenario): readonly MapTarget[] {
  const links = Array.isArray(document['links']) ? (document['links'] as readonly Json[]) : [];
  const time = (id: string, label: string, own: number): MapTarget => ({
    id,
    label,
    own,
    unit: 'time',
    role: 'link',
    isSlow: false,
    min: 0,
    max: LONGEST_MS,
    from: 0,
    to: Math.max(own * 5, 500),
  });
  const others = document['latency'] ?? 0;
  return [
    ...(typeof others === 'number'
      ? [time('/latency', sweepText.links.others(links.length > 0), others)]
      : []),
    ...links.flatMap((link, index): readonly MapTarget[] => {
      const { between, latency, jitter = 0, loss = 0 } = link as { readonly [field: string]: Json };
      const [a, b] = (Array.isArray(between) ? between : []) as readonly Json[];
      if (typeof a !== 'string' || typeof b !== 'string') return [];
      const place = `/links/${String(index)}`;
      return [
        ...(typeof latency === 'number'
          ? [time(`${place}/latency`, sweepText.links.latency(a, b), latency)]
          : []),
        ...(typeof jitter === 'number'
          ? [time(`${place}/jitter`, sweepText.links.jitter(a, b), jitter)]
          : []),
        ...(typeof loss === 'number'
          ? [
              {
                id: `${place}/loss`,
                label: sweepText.links.loss(a, b),
                own: loss,
                unit: 'chance' as const,
                role: 'loss' as const,
                isSlow: false,
                from: 0,
                to: 0.3,
                min: 0,
                max: 1,
              },
            ]
          : []),
      ];
    }),
  ];
}
