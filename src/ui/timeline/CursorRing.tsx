import type { Run } from '../../scenarios/run.ts';
import { OVERSCAN } from './bars.ts';
import type { PanelGeometry } from './geometry.ts';
import { placeOfEntry } from './hit.ts';
import type { RunPicture } from './picture.ts';
import type { TimelineCursor } from './props.ts';
import type { TimeScale } from './scale.ts';
import { lowerBound } from './search.ts';
import { seqAt } from './seq-at.ts';

/** A ring around the entry at the cursor, where a run has one at that very moment. */
export function CursorRing(props: {
  readonly run: Run;
  /** `cursor.seq` is this run's. */
  readonly first: boolean;
  readonly picture: RunPicture;
  readonly geometry: PanelGeometry;
  readonly scale: TimeScale;
  readonly cursor: TimelineCursor;
}) {
  const { run, picture, geometry, scale, cursor } = props;
  const seq = props.first && cursor.seq !== undefined ? cursor.seq : decisiveAt(run, picture, cursor.t);
  if (seq === null || run.entries[seq]?.t !== cursor.t) return null;
  const place = placeOfEntry({ picture, geometry, scale, densities: [] }, seq);
  if (place === null || place.x < -OVERSCAN || place.x > scale.width + OVERSCAN) return null;
  return (
    <div
      className="tl-ring"
      aria-hidden="true"
      style={{ transform: `translate(${String(place.x + OVERSCAN)}px, ${String(place.y)}px)` }}
    />
  );
}

/** Of the entries at one moment the one with a finding, else the last. */
function decisiveAt(run: Run, picture: RunPicture, t: number): number | null {
  const { findings } = picture;
  const finding = findings[lowerBound(findings, t, (mark) => mark.t)];
  return finding?.t === t ? finding.seq : seqAt(run.entries, t);
}
