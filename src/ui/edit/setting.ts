import type { Component, ProcessStatus } from '../../engine/component.ts';
import type { Micros } from '../../engine/time.ts';
import type { Json } from '../../engine/trace.ts';
import type { Cell, World } from '../../engine/world.ts';
import { processOf } from '../../scenarios/build/clients.ts';
import { MOST_EDITS } from '../../scenarios/edits.ts';
import type { PlayedRun } from '../../scenarios/play-scenario.ts';
import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';
import { changesText as words } from '../../text/changes.ts';
import type { Edited } from '../state/edit-tree.ts';
import { instantFor, usualLength, worldAt } from './moment.ts';

/** What can be changed at one place. */
export interface Change {
  readonly id: string;
  readonly label: string;
  /** Why it cannot be done, or would change nothing; null: it can. */
  readonly reason: string | null;
  /** The state with the change; null where it cannot be. */
  readonly to: Edited | null;
}

/** Changes that belong together. */
export interface ChangeGroup {
  readonly name: string;
  readonly changes: readonly Change[];
}

/** Where something is to be changed, with all that is known of that. */
export interface Setting {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly edited: Edited;
  readonly played: PlayedRun;
  readonly body: ScenarioBody;
  readonly lane: string;
  /** The node that faults of the lane strike: of a client its process. */
  readonly node: string;
  readonly component: Component;
  readonly cell: Cell;
  readonly status: ProcessStatus;
  readonly world: World;
  /** When the change strikes. */
  readonly t: Micros;
  readonly atMs: number;
  /** The usual length of a fault in this run. */
  readonly lengthMs: number;
  /** An instant or a length in words, in the format of the run. */
  readonly inWords: (ms: number) => string;
}

/** The setting of a lane at an instant; null where the run has no such lane. */
export function settingOf(
  scenario: Scenario,
  edited: Edited,
  played: PlayedRun,
  where: { readonly lane: string; readonly t: Micros },
  format: (t: Micros) => string,
): Setting | null {
  const { run, history, model } = played;
  const { configuration } = run;
  const body = resolveBody(scenario, configuration, edited.values, edited.edits);
  const t = instantFor(run.entries, where.t);
  const world = worldAt(history, t);
  if (!body.ok || world === undefined) return null;
  const node = processOf(body.value, where.lane);
  const component = model.components.find(({ id }) => id === node);
  const cell = world.cells[node];
  if (component === undefined || cell === undefined) return null;
  return {
    scenario,
    configuration,
    edited,
    played,
    body: body.value,
    lane: where.lane,
    node,
    component,
    cell,
    status: component.status(cell.state),
    world,
    t,
    atMs: t / 1000,
    lengthMs: usualLength(run.entries),
    inWords: (ms) => format((ms * 1000) as Micros),
  };
}

/** A change that adds a fault; `reason` says why it cannot be, as far as the state at that moment tells. */
export function adding(
  { edited }: Pick<Setting, 'edited'>,
  id: string,
  label: string,
  fault: Json,
  reason: string | null = null,
): Change {
  const { edits } = edited;
  const full = edits.added.length >= MOST_EDITS ? words.reasons.full(MOST_EDITS) : null;
  const why = reason ?? full;
  return {
    id,
    label,
    reason: why,
    to: why === null ? { ...edited, edits: { ...edits, added: [...edits.added, fault] } } : null,
  };
}

/** A change that cannot be. */
export function impossible(id: string, label: string, reason: string): Change {
  return { id, label, reason, to: null };
}
