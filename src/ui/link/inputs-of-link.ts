import type { Micros } from '../../engine/time.ts';
import { checkValues, resolveBody, type ParameterValues } from '../../scenarios/scenario.ts';
import { textOfFault } from './edit-fields.ts';
import { hasEdits, NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import { freshInputs, shownConfigurations, type Inputs } from '../state/inputs.ts';
import { leadingRun, shownRuns } from '../state/derived.ts';
import { recordedOf, scenarioOf, type Source } from '../state/source.ts';
import { text } from '../text.ts';
import { LINK_VERSION, type Link, type LinkProblem, type LinkSource } from './link.ts';

/** The inputs of a link for a source that is open, and a sentence for each thing that was ignored. */
export function inputsOfLink(
  link: Link,
  source: Source,
): { readonly inputs: Inputs; readonly ignored: readonly string[] } {
  const ignored: string[] = [];
  const isElsewhere = link.guide !== null || link.dispatch !== null || link.gallery !== null;
  let inputs: Inputs = {
    ...freshInputs(source),
    values: goodValues(link, source, ignored),
    shown: goodConfigurations(link, source, ignored),
    schedule: { picks: scenarioOf(source) === null ? [] : link.picks },
    edits: scenarioOf(source) === null ? NO_EDITS : goodEdits(link, source, ignored),
    // One of them stands in place of the picture.
    gallery: link.dispatch === null && link.guide === null ? link.gallery : null,
    dispatch: link.guide === null ? link.dispatch : null,
    guide: link.guide,
    study: isElsewhere || scenarioOf(source) === null ? null : link.study,
    breaking: scenarioOf(source) === null ? null : link.breaking,
  };
  if (link.leading !== null) {
    if (shownConfigurations(inputs).includes(link.leading)) inputs = { ...inputs, leading: link.leading };
    else ignored.push(text.page.link['unknown-configuration'](link.leading));
  }
  for (const { history } of shownRuns(inputs).played.slice(0, 1)) {
    for (const { choice } of history.missed) ignored.push(text.page.link['pick-missed'](choice));
  }
  const run = leadingRun(inputs);
  const last = run.entries.length - 1;
  if (link.at !== null && last >= 0) {
    const beyond = link.at > last;
    if (beyond) ignored.push(text.page.link['entry-beyond'](link.at, last + 1));
    const seq = Math.min(link.at, last);
    const next = run.entries[seq + 1]?.t;
    const own = run.entries[seq]?.t ?? 0;
    const between = !beyond && link.t !== null && next !== undefined && link.t > own && link.t < next;
    inputs = { ...inputs, cursor: { seq, t: between ? (link.t as Micros) : null } };
  }
  if (link.lane !== null) {
    if (run.lanes.some(({ id }) => id === link.lane)) inputs = { ...inputs, lane: link.lane };
    else ignored.push(text.page.link['unknown-lane'](link.lane));
  }
  if (link.view !== null) {
    const start = run.entries[0]?.t ?? 0;
    const end = run.entries[last]?.t ?? 0;
    const room = Math.max(1_000_000, end - start);
    if (link.view.to > start && link.view.from < end + room) inputs = { ...inputs, view: link.view };
    else ignored.push(text.page.link['view-outside']);
  }
  if (link.folds) inputs = { ...inputs, folds: true };
  return { inputs, ignored };
}

/** The link that gives these inputs back. */
export function linkOf(inputs: Inputs): Link {
  return {
    source: linkSourceOf(inputs.source),
    values: inputs.values,
    shown: inputs.shown,
    leading: inputs.leading,
    picks: inputs.schedule.picks,
    edits: inputs.edits,
    at: inputs.cursor?.seq ?? null,
    t: inputs.cursor?.t ?? null,
    lane: inputs.lane,
    view: inputs.view,
    folds: inputs.folds,
    gallery: inputs.gallery,
    dispatch: inputs.dispatch,
    guide: inputs.guide,
    branches: null,
    study: inputs.study,
    breaking: inputs.breaking,
  };
}

/** A sentence about what was wrong with a link. */
export function describeLinkProblem(problem: LinkProblem): string {
  const words = text.page.link;
  switch (problem.kind) {
    case 'too-long':
      return words['too-long'](problem.length, problem.limit);
    case 'newer-version':
      return words['newer-version'](problem.version, LINK_VERSION);
    case 'unreadable-field':
      return words['unreadable-field'](problem.field, problem.expected);
    case 'unknown-field':
    case 'repeated-field':
    case 'two-sources':
      return words[problem.kind](problem.field);
  }
}

/** How a link names a source. */
export function linkSourceOf(source: Source): LinkSource {
  switch (source.kind) {
    case 'scenario':
      return { kind: 'scenario', id: source.scenario.id };
    case 'report':
      return { kind: 'report', id: source.id };
    case 'document':
    case 'trace':
      return source.payload === null
        ? { kind: 'file', name: source.name }
        : { kind: source.kind, payload: source.payload };
  }
}

function goodValues(link: Link, source: Source, ignored: string[]): ParameterValues {
  const scenario = scenarioOf(source);
  const good: Record<string, number | string> = {};
  for (const [id, value] of Object.entries(link.values)) {
    const problems =
      scenario === null
        ? [{ where: `parameter ${id}`, what: text.page.link.noParameters }]
        : checkValues(scenario, { [id]: value });
    for (const { where, what } of problems) ignored.push(text.page.link.parameter(where, what));
    const own = scenario?.parameters.find((parameter) => parameter.id === id)?.value;
    if (problems.length === 0 && value !== own) good[id] = value;
  }
  return good;
}

/** Edits that fit no configuration of the scenario are left out one by one; the others stay. */
function goodEdits({ edits }: Link, source: Source, ignored: string[]): Edits {
  const scenario = scenarioOf(source);
  if (scenario === null || !hasEdits(edits)) return NO_EDITS;
  const fits = (candidate: Edits): boolean =>
    scenario.configurations.some(({ id }) => resolveBody(scenario, id, {}, candidate).ok);
  let good = NO_EDITS;
  const keep = (candidate: Edits, what: string): void => {
    if (fits(candidate)) good = candidate;
    else ignored.push(text.page.link['edit-ignored'](what));
  };
  for (const [pointer, value] of Object.entries(edits.set)) {
    keep({ ...good, set: { ...good.set, [pointer]: value } }, `${pointer} = ${String(value)}`);
  }
  for (const fault of edits.added) keep({ ...good, added: [...good.added, fault] }, textOfFault(fault));
  for (const index of edits.removed) {
    keep({ ...good, removed: [...good.removed, index] }, `faults.${String(index)}`);
  }
  return good;
}

function goodConfigurations(link: Link, source: Source, ignored: string[]): readonly string[] | null {
  if (link.shown === null) return null;
  const known = scenarioOf(source)?.configurations.map(({ id }) => id) ?? [
    recordedOf(source)?.configuration ?? '',
  ];
  const good = link.shown.filter((id) => known.includes(id));
  for (const id of link.shown) {
    if (!known.includes(id)) ignored.push(text.page.link['unknown-configuration'](id));
  }
  return good.length === 0 || scenarioOf(source) === null ? null : good;
}
