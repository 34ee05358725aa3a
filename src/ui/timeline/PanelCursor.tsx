import type { Run } from '../../scenarios/run.ts';
import { OVERSCAN } from './bars.ts';
import type { PanelGeometry } from './geometry.ts';
import { placeOfEntry } from './hit.ts';
import { px } from './path.ts';
import type { RunPicture } from './picture.ts';
import type { TimelineCursor } from './props.ts';
import type { TimeScale } from './scale.ts';
import { lowerBound } from './search.ts';
import { seqAt } from './seq-at.ts';

/** Half of the ring's height. */
const RING = 13;

/**
 * The cursor across a panel, above the marks, with a ring around the entry at that very moment. The line
 * leaves the ring open: what is pointed at must not be crossed out.
 */
export function PanelCursor(props: {
  readonly run: Run;
  /** `cursor.seq` is this run's. */
  readonly first: boolean;
  readonly picture: RunPicture;
  readonly geometry: PanelGeometry;
  readonly scale: TimeScale;
  readonly cursor: TimelineCursor;
}) {
  const { picture, geometry, scale, cursor } = props;
  const x = scale.x(cursor.t);
  if (x < -1 || x > scale.width + 1) return null;
  const seq = seqOf(props);
  const place = seq === null ? null : placeOfEntry({ picture, geometry, scale, densities: [] }, seq);
  return (
    <div
      className="tl-cursor"
      aria-hidden="true"
      style={{ transform: `translateX(${String(px(x + OVERSCAN))}px)`, height: geometry.height }}
    >
      {place === null ? (
        <div className="tl-cursor-line" style={{ height: geometry.height }} />
      ) : (
        <>
          <div className="tl-cursor-line" style={{ height: Math.max(0, place.y - RING) }} />
          <div className="tl-ring" style={{ top: place.y - RING }} />
          <div
            className="tl-cursor-line"
            style={{ top: place.y + RING, height: Math.max(0, geometry.height - place.y - RING) }}
          />
        </>
      )}
    </div>
  );
}

/** The entry at the cursor, if the run has one at that very moment. */
function seqOf(props: {
  run: Run;
  first: boolean;
  picture: RunPicture;
  cursor: TimelineCursor;
}): number | null {
  const { run, first, picture, cursor } = props;
  const seq = first && cursor.seq !== undefined ? cursor.seq : decisiveAt(run, picture, cursor.t);
  return seq !== null && run.entries[seq]?.t === cursor.t ? seq : null;
}

/** Of the entries at one moment the one with a finding, else the last. */
function decisiveAt(run: Run, picture: RunPicture, t: number): number | null {
  const { findings } = picture;
  const finding = findings[lowerBound(findings, t, (mark) => mark.t)];
  return finding?.t === t ? finding.seq : seqAt(run.entries, t);
}
