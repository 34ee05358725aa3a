import { OVERSCAN } from './bars.ts';
import type { TimelineDifference } from './props.ts';
import type { TimeScale } from './scale.ts';

/** The dashed line where the runs part, across all panels. */
export function DifferenceLine(props: {
  readonly scale: TimeScale;
  readonly difference: TimelineDifference;
}) {
  const x = props.scale.x(props.difference.t);
  if (x < 0 || x > props.scale.width) return null;
  return (
    <div
      className="tl-parting"
      aria-hidden="true"
      style={{ transform: `translateX(${String(x + OVERSCAN)}px)` }}
    />
  );
}

/** The words where the runs part, between the first two panels, at the side of the line that has more room. */
export function Difference(props: {
  readonly scale: TimeScale;
  readonly difference: TimelineDifference;
  /** Left edge of the plot. */
  readonly left: number;
}) {
  const { scale, difference, left } = props;
  const x = Math.min(Math.max(scale.x(difference.t), 0), scale.width);
  const outside = difference.t < scale.from ? 'before' : difference.t > scale.to ? 'after' : null;
  const before = x > scale.width / 2;
  const style = before
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
