import type { History } from '../../engine/play.ts';
import type { Model } from '../../engine/model.ts';
import type { Run } from '../../scenarios/run.ts';

/**
 * A run to inspect: a played configuration, or a recorded trace, which has neither worlds nor model.
 */
export interface Inspected {
  readonly run: Run;
  readonly history?: History;
  readonly model?: Model;
}
