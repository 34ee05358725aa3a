import { applyEdits, editsOfOwnFaults, faultsOf, hasEdits, type Edits } from '../../scenarios/edits.ts';
import { settledDocument, type Scenario } from '../../scenarios/scenario.ts';

/**
 * Whether edits have left a parameter no place in any of these configurations: the fault that it says something of was
 * taken away, or another value stands where it stood.
 */
export function saysNothing(
  scenario: Scenario,
  configurations: readonly string[],
  edits: Edits,
  parameter: string,
): boolean {
  if (!hasEdits(edits)) return false;
  return configurations.every((id) => {
    const document = settledDocument(scenario, id);
    const own = faultsOf(document).length;
    // What only other configurations have may be named by an edit all the same.
    const edited = applyEdits(document, editsOfOwnFaults(edits, own, Infinity));
    if (!edited.ok) return false;
    const { parameters: _own, configurations: _all, expect: _wanted, ...rest } = edited.value as Document;
    return !JSON.stringify(rest).includes(`"$${parameter}"`);
  });
}

type Document = Readonly<Record<string, unknown>>;
