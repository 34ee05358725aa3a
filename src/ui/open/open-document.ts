import '../../scenarios/services/all-services.ts';
import '../../text/rare-words.ts';
import type { Problem } from '../../engine/result.ts';
import { readScenario, type Scenario } from '../../scenarios/scenario.ts';

/** What the text of a scenario holds, if anything; problems say why there is nothing. */
export interface ReadDocument {
  readonly scenario: Scenario | null;
  readonly problems: readonly Problem[];
}

/**
 * Reads a scenario of the reader's own, whatever services it names. A file of its own: who opens a trace does not
 * wait for all services to be loaded.
 */
export function readDocument(text: string): ReadDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { scenario: null, problems: [{ where: 'document', what: 'is not JSON' }] };
  }
  const read = readScenario(value);
  return read.ok ? { scenario: read.value, problems: [] } : { scenario: null, problems: read.problems };
}
