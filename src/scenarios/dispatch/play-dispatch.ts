import type { Model } from '../../engine/model.ts';
import { play } from '../../engine/play.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { judge } from '../../engine/verdict/judge.ts';
import { DispatchFold } from './dispatch-fold.ts';
import { dispatchModel, endTick, nodeId, type DispatchMode } from './dispatch-model.ts';
import type { DispatchRun } from './dispatch-run.ts';
import type { DispatchSettings } from './parameters.ts';

/** Plays one mode. The same settings give the same run. `model` is there for a mode with one part changed. */
export function playDispatch(
  mode: DispatchMode,
  settings: DispatchSettings,
  model: Model = dispatchModel(mode, settings),
): DispatchRun {
  const { entries } = play(model, ORDINARY);
  const fold = new DispatchFold({
    orders: settings.orders,
    nodes: Array.from({ length: settings.nodes }, (_, number) => nodeId(number)),
    endTick: endTick(settings),
  });
  for (const entry of entries) fold.step(entry);
  const verdict = judge(entries, { origin: 'simulated', horizon: model.horizon });
  return { mode, ...fold.end(), trace: entries, verdict };
}
