import type { ReactNode } from 'react';
import { OVERSCAN } from './bars.ts';
import type { PanelGeometry } from './geometry.ts';
import { placeOfEntry } from './hit.ts';
import { px } from './path.ts';
import type { RunPicture } from './picture.ts';
import type { TimelineDifference } from './props.ts';
import type { TimeScale } from './scale.ts';

/** The line leaves the mark itself free. */
const CLEAR = 13;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the entry is drawn in which a run parts from its neighbour; null if it is not in view or not there. */
export function placeOfParting(
  seq: number | null | undefined,
  scene: { readonly picture: RunPicture; readonly geometry: PanelGeometry; readonly scale: TimeScale },
): Place | null {
  if (seq === null || seq === undefined) return null;
  const place = placeOfEntry({ ...scene, densities: [] }, seq);
  return place === null || place.x < 0 || place.x > scene.scale.width ? null : place;
}

/** Within a panel: from the entry down to the neighbour below, or up to the one above. */
export function PartingLine(props: {
  readonly place: Place | null;
  readonly towards: 'above' | 'below';
  /** Of the panel. */
  readonly height: number;
}) {
  const { place, towards, height } = props;
  if (place === null) return null;
  const [top, bottom] = towards === 'below' ? [place.y + CLEAR, height] : [0, place.y - CLEAR];
  if (bottom <= top) return null;
  return (
    <div
      className="tl-parting"
      aria-hidden="true"
      style={{ transform: `translateX(${px(place.x + OVERSCAN)}px)`, top, height: bottom - top }}
    />
  );
}

/**
 * Between two panels: what differs first, in words at the side of the line that has more room, and the line
 * from the entry above to the one below.
 */
export function Between(props: {
  readonly scale: TimeScale;
  readonly difference: TimelineDifference | null;
  readonly above: Place | null;
  readonly below: Place | null;
  /** Left edge of the plot. */
  readonly left: number;
  /** The title of the panel below. */
  readonly children: ReactNode;
}) {
  const { scale, difference, above, below, left, children } = props;
  const from = above ?? below;
  const to = below ?? above;
  return (
    <div className="tl-between">
      {from !== null && to !== null && (
        <svg
          className="tl-between-line"
          aria-hidden="true"
          width={scale.width}
          height="100%"
          viewBox={`0 0 ${String(scale.width)} 1`}
          preserveAspectRatio="none"
          style={{ left }}
        >
          <line x1={px(from.x)} y1={above === null ? 0.5 : 0} x2={px(to.x)} y2={below === null ? 0.5 : 1} />
        </svg>
      )}
      {difference !== null && <Sentence scale={scale} difference={difference} left={left} />}
      {children}
    </div>
  );
}

function Sentence(props: {
  readonly scale: TimeScale;
  readonly difference: TimelineDifference;
  readonly left: number;
}) {
  const { scale, difference, left } = props;
  const x = Math.min(Math.max(scale.x(difference.t), 0), scale.width);
  const outside = difference.t < scale.from ? 'before' : difference.t > scale.to ? 'after' : null;
  const style =
    x > scale.width / 2
      ? { marginRight: scale.width - x + 8 + OVERSCAN, textAlign: 'right' as const }
      : { marginLeft: left + x + 8 };
  return (
    <p className="tl-difference" style={style}>
      {outside === 'before' && <span aria-hidden="true">← </span>}
      {difference.sentence}
      {outside === 'after' && <span aria-hidden="true"> →</span>}
    </p>
  );
}
