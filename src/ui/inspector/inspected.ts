import type { History } from '../../engine/play.ts';
import type { Model } from '../../engine/model.ts';
import type { Run } from '../../scenarios/run.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';

/**
 * A run to inspect: a played configuration, or a recorded trace, which has neither worlds nor model.
 */
export interface Inspected {
  readonly run: Run;
  readonly history?: History;
  readonly model?: Model;
  /** What its document says of services and stores. */
  readonly body?: ScenarioBody;
}
