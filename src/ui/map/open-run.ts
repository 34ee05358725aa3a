import { good, type Result } from '../../engine/result.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { prepareSweep, type SweepJob } from '../../explore/map/sweep.ts';
import { isPointer } from '../../explore/map/targets.ts';
import { resolveBody } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { openEdited, type AppStore } from '../state/store.ts';
import type { Subject } from './subject.ts';

/** One run of a map as a change of what is open: its values, and the seed that decides about messages. */
export function editedRun(subject: Subject, job: SweepJob, cell: number, run: number): Result<Edited> {
  const sweep = prepareSweep(job);
  if (!sweep.ok) return sweep;
  const { document, values, edits } = sweep.value.runOf(cell, run);
  const { scenario, one, targets } = subject;
  const isTime = (id: string): boolean =>
    (targets.find((target) => target.id === id)?.unit ?? 'time') === 'time';
  const rounded = (id: string, value: number): number =>
    // A run sees whole microseconds; a link holds no more.
    isTime(id) ? Math.round(value * 1000) / 1000 : value;
  const own = new Map(scenario.parameters.map(({ id, value }) => [id, value]));
  const all = Object.entries({ ...subject.values, ...values }).map(
    ([id, value]) => [id, typeof value === 'number' ? rounded(id, value) : value] as const,
  );
  const { seed } = document as { readonly seed: number };
  const set = Object.entries(edits.set).map(
    ([pointer, value]) =>
      [pointer, typeof value === 'number' && isPointer(pointer) ? rounded(pointer, value) : value] as const,
  );
  return good({
    values: Object.fromEntries(all.filter(([id, value]) => own.get(id) !== value)),
    edits: one.back({ ...Object.fromEntries(set), '/seed': seed }),
    schedule: ORDINARY,
  });
}

/**
 * Opens a run of a map in the timeline. It is an edit of what is open: the link holds it, and undo takes it back. The way back
 * to the map is a step of the tab's history.
 */
export function openRun(
  store: AppStore,
  subject: Subject,
  job: SweepJob,
  cell: number,
  run: number,
): Result<null> {
  const edited = editedRun(subject, job, cell, run);
  if (!edited.ok) return edited;
  const { scenario, configuration } = subject;
  const bodyOf = (id: string) => resolveBody(scenario, id, edited.value.values, edited.value.edits);
  const body = bodyOf(configuration);
  if (!body.ok) return body;
  const shown = shownConfigurations(store.getState());
  // Other configurations may have no such place.
  const isBeside = shown.includes(configuration) && shown.every((id) => bodyOf(id).ok);
  openEdited(store, configuration, isBeside, edited.value);
  return good(null);
}
