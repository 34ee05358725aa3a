import { bad, good, type Result } from '../../engine/result.ts';
import type { Json } from '../../engine/trace.ts';
import { faultsOf, type Edits } from '../edits.ts';
import { applyOwnEdits, readScenario, settledDocument, type Scenario } from '../scenario.ts';

/** One configuration of a scenario as a scenario of its own, as somebody changed it by hand; its parameters are open. */
export interface OneConfiguration {
  readonly scenario: Scenario;
  /** Values that were set in it by JSON pointer, as edits of the scenario that it was made from. */
  readonly back: (set: Edits['set']) => Edits;
}

/** Makes one configuration with edits a scenario of its own. Problems are those of the edits. */
export function oneConfiguration(
  scenario: Scenario,
  configuration: string,
  edits: Edits,
): Result<OneConfiguration> {
  const settled = settledDocument(scenario, configuration);
  const frame = scenario.configurations.find(({ id }) => id === configuration);
  if (settled === null || frame === undefined) {
    return bad({ where: 'configuration', what: `there is no configuration "${configuration}"` });
  }
  const faults = faultsOf(settled);
  const edited = applyOwnEdits(scenario, settled, edits);
  if (!edited.ok) return edited;
  const { label } = frame;
  const read = readScenario({
    ...(edited.value as { readonly [field: string]: Json }),
    configurations: [{ id: configuration, ...(label === undefined ? {} : { label }), set: {} }],
    expect: {},
  });
  if (!read.ok) return read;
  const kept = faults.map((_, index) => index).filter((index) => !edits.removed.includes(index));
  return good({ scenario: read.value, back: (set) => backOf(edits, kept, set) });
}

/** Faults have other places there: some were taken away, and those that were added come last. */
function backOf(edits: Edits, kept: readonly number[], set: Edits['set']): Edits {
  const all = { ...edits.set };
  const added = [...edits.added];
  for (const [pointer, value] of Object.entries(set)) {
    const [, index, field = ''] = /^\/faults\/(\d+)\/(\w+)$/u.exec(pointer) ?? [];
    const place = Number(index);
    const own = kept[place];
    const fault = added[place - kept.length];
    if (index === undefined) all[pointer] = value;
    else if (own !== undefined) all[`/faults/${String(own)}/${field}`] = value;
    else if (fault !== undefined)
      added[place - kept.length] = { ...(fault as { readonly [field: string]: Json }), [field]: value };
  }
  return { set: all, removed: edits.removed, added };
}
