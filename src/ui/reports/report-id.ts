import type { Source } from '../state/source.ts';

/** The public report that is open, recorded or simulated; null where something else is. */
export function reportIdOf(source: Source): string | null {
  if (source.kind === 'report') return source.id;
  const report = source.kind === 'scenario' ? source.scenario.document['report'] : undefined;
  return typeof report === 'string' ? report : null;
}
