import type { ScenarioBody } from '../schema.ts';

/**
 * Whether machines of a scenario draw numbers of its seed by themselves, as a back-off with jitter, a random token or a
 * service's real profile do; otherwise a seed decides about messages alone. Where it cannot be told, yes.
 */
export function machinesDraw({ clients, service }: ScenarioBody): boolean {
  return draws(service) || clients.some(({ policies }) => draws(policies));
}

function draws(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([field, inner]: readonly [string, unknown]) =>
      (field === 'jitter' && inner !== 0) ||
      (field === 'token' && inner === 'random') ||
      (field === 'profile' && inner !== 'plain') ||
      draws(inner),
  );
}
