import { hasEdits, type Edits } from '../../scenarios/edits.ts';
import { applyOwnEdits, settledDocument, type Scenario } from '../../scenarios/scenario.ts';

/**
 * The parameters that edits have left no place in any of these configurations: the fault that they say something of was
 * taken away, or another value stands where they stood.
 */
export function idleParameters(
  scenario: Scenario,
  configurations: readonly string[],
  edits: Edits,
): ReadonlySet<string> {
  if (!hasEdits(edits)) return NONE;
  const written = configurations.map((id) => writtenWith(scenario, id, edits));
  const idle = scenario.parameters.filter(({ id }) =>
    written.every((document) => document !== null && !document.includes(`"$${id}"`)),
  );
  return new Set(idle.map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();

/** What is played of a configuration, with parameters by their names; null where the edits do not fit. */
function writtenWith(scenario: Scenario, configuration: string, edits: Edits): string | null {
  const document = settledDocument(scenario, configuration);
  const edited = document === null ? null : applyOwnEdits(scenario, document, edits);
  if (edited === null || !edited.ok) return null;
  const { parameters: _own, configurations: _all, expect: _wanted, ...rest } = edited.value as Document;
  return JSON.stringify(rest);
}

type Document = Readonly<Record<string, unknown>>;
