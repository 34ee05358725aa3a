import { OVERSCAN } from './bars.ts';
import type { Folding } from './folding.ts';
import { px } from './path.ts';
import { shortDuration, type TimeScale } from './scale.ts';
import type { TimelineText } from './text.ts';
import { estimateTextWidth } from './text-width.ts';

interface Folded {
  readonly from: number;
  readonly left: number;
  readonly width: number;
  readonly length: number;
}

/** The folded stretches in view, in pixels of the plot. */
function foldedInView(scale: TimeScale, { gaps }: Folding): readonly Folded[] {
  return gaps.flatMap(({ from, to }) => {
    const left = Math.max(0, scale.x(from));
    const right = Math.min(scale.width, scale.x(to));
    return right <= left ? [] : [{ from, left, width: right - left, length: to - from }];
  });
}

/** Where time is folded, across all panels: an edge on both sides, torn. */
export function Folds(props: { readonly scale: TimeScale; readonly folding: Folding }) {
  return foldedInView(props.scale, props.folding).map(({ from, left, width }) => (
    <div
      key={from}
      className="tl-fold"
      aria-hidden="true"
      style={{ transform: `translateX(${px(left + OVERSCAN)}px)`, width }}
    />
  ));
}

/** In the line of the first title, how long each folded stretch is in truth; left out where two would overlap. */
export function FoldedLengths(props: {
  readonly scale: TimeScale;
  readonly folding: Folding;
  readonly text: TimelineText;
}) {
  const { scale, folding, text } = props;
  let free = 0;
  return foldedInView(scale, folding).map(({ from, left, width, length }) => {
    const { number, unit } = shortDuration(length);
    const words = text.folded(`${number} ${text.units[unit]}`);
    const half = estimateTextWidth(words, 11, false) / 2 + 4;
    const middle = Math.min(Math.max(left + width / 2, half), Math.max(half, scale.width - half));
    if (middle - half < free) return null;
    free = middle + half;
    return (
      <span key={from} className="tl-folded" style={{ transform: `translateX(${px(middle + OVERSCAN)}px)` }}>
        <span>{words}</span>
      </span>
    );
  });
}
