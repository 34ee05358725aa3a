import { builtin } from '../../scenarios/builtin/index.ts';
import { DISPATCH_ID } from '../../scenarios/dispatch/dispatch-entry.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { dispatchThumbnail } from '../dispatch/dispatch-thumbnail.ts';
import { layoutRun } from '../timeline/layout.ts';
import { thumbnailOf, type Thumbnail } from './thumbnail.ts';

/**
 * A small picture of what comes with the product, by its id: of a scenario the run of its first configuration, played
 * now. Null where there is no such thing, or its first configuration cannot be played.
 */
export function drawThumbnail(id: string): Thumbnail | null {
  if (id === DISPATCH_ID) return dispatchThumbnail();
  const scenario = builtin(id);
  const first = scenario?.configurations[0]?.id;
  if (scenario === undefined || first === undefined) return null;
  const played = playConfiguration(scenario, first, {});
  return played.ok ? thumbnailOf(layoutRun(played.value.run)) : null;
}
