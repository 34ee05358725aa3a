import type { ProcessStatus } from '../../engine/component.ts';
import { componentOf } from '../../engine/model.ts';
import { worldAtEntry, type History } from '../../engine/play.ts';
import type { Micros } from '../../engine/time.ts';
import type { Cell } from '../../engine/world.ts';
import { chartOf, currentStates, type Chart } from '../../machines/chart.ts';
import { machineOf } from '../../machines/drive.ts';
import type { Lane } from '../../scenarios/run.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';
import type { Inspected } from './inspected.ts';

/** What one actor is at the cursor. */
export interface Section {
  readonly lane: Lane;
  /** Number among the clients, which gives the colour; -1 for services and stores. */
  readonly client: number;
  readonly cell: Cell;
  readonly status: ProcessStatus;
  /** Null for a component without a machine. */
  readonly chart: Chart | null;
  /** Current state by region id. */
  readonly states: ReadonlyMap<string, string>;
  readonly now: Micros;
  /** What its document says of services and stores, for what is on its way. */
  readonly body: ScenarioBody | undefined;
}

const NO_STATES: ReadonlyMap<string, string> = new Map();

/** Every actor of a run at an entry, in the order of the lanes. */
export function sectionsAt(
  { run, model, body }: Inspected,
  history: History,
  seq: number,
  t: Micros | null,
): readonly Section[] {
  const world = worldAtEntry(history, seq);
  const now = t ?? world.now;
  let clients = 0;
  return run.lanes.flatMap((lane) => {
    const client = lane.role === 'client' ? clients++ : -1;
    const component = model === undefined ? undefined : componentOf(model, lane.id);
    const cell = world.cells[lane.id];
    if (component === undefined || cell === undefined) return [];
    const machine = machineOf(component);
    const chart = machine === undefined ? null : chartOf(machine);
    const states = chart === null ? NO_STATES : currentStates(chart, cell.state.value);
    return [{ lane, client, cell, status: component.status(cell.state), chart, states, now, body }];
  });
}
