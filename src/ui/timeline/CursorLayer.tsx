import { OVERSCAN } from './bars.ts';
import { AXIS_HEIGHT, cursorLabel } from './AxisBar.tsx';
import type { TimeScale } from './scale.ts';

/** The head of the cursor in the axis, with its time. */
export function CursorHead(props: {
  readonly scale: TimeScale;
  readonly t: number;
  readonly words: string;
  readonly left: number;
}) {
  const { scale, t, words, left } = props;
  const x = scale.x(t);
  if (x < -1 || x > scale.width + 1) return null;
  const { half, middle } = cursorLabel(scale, x, words);
  return (
    <svg
      className="tl-cursor-head"
      style={{ left: left - OVERSCAN }}
      aria-hidden="true"
      width={scale.width + 2 * OVERSCAN}
      height={AXIS_HEIGHT}
      viewBox={`${String(-OVERSCAN)} 0 ${String(scale.width + 2 * OVERSCAN)} ${String(AXIS_HEIGHT)}`}
    >
      <rect x={middle - half} y={6} width={2 * half} height={18} rx={4} />
      <path d={`M${String(x - 5)} 23h10l-5 7z`} />
      <text x={middle} y={15.5} textAnchor="middle" dominantBaseline="central">
        {words}
      </text>
    </svg>
  );
}

/** The ground of what has not happened yet, below the marks. */
export function FutureGround(props: { readonly scale: TimeScale; readonly t: number }) {
  const { scale, t } = props;
  const x = Math.min(Math.max(scale.x(t), -OVERSCAN), scale.width + OVERSCAN);
  return (
    <div className="tl-ground" aria-hidden="true" style={{ width: scale.width + 2 * OVERSCAN }}>
      <div className="tl-future" style={{ transform: `translateX(${String(x + OVERSCAN)}px)` }} />
    </div>
  );
}
