import { memo } from 'react';
import type { PointerEvent } from 'react';
import { OVERSCAN } from './bars.ts';
import type { Axis, Tick, TimeScale } from './scale.ts';
import type { TimelineText } from './text.ts';
import { estimateTextWidth } from './text-width.ts';

/** Height of the axis in pixels. */
export const AXIS_HEIGHT = 30;

/** The common time axis. Pressing or dragging on it moves the cursor; the slider does the same by keyboard. */
export const AxisBar = memo(function AxisBar(props: {
  readonly axis: Axis;
  readonly scale: TimeScale;
  readonly text: TimelineText;
  /** Places of the ticks whose labels are under the cursor's time, in one string so that equal is the same. */
  readonly covered: string;
  readonly onScrub: (time: number) => void;
}) {
  const { axis, scale, text, covered, onScrub } = props;
  const hidden = new Set(covered.split(' '));
  const scrub = (event: PointerEvent<SVGSVGElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - OVERSCAN;
    onScrub(scale.t(Math.min(Math.max(x, 0), scale.width)));
  };
  return (
    <svg
      className="tl-axis-marks"
      aria-hidden="true"
      width={scale.width + 2 * OVERSCAN}
      height={AXIS_HEIGHT}
      viewBox={`${String(-OVERSCAN)} 0 ${String(scale.width + 2 * OVERSCAN)} ${String(AXIS_HEIGHT)}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
      }}
    >
      <rect className="tl-axis-hit" x={-OVERSCAN} width={scale.width + 2 * OVERSCAN} height={AXIS_HEIGHT} />
      {axis.ticks.map((tick, index) => {
        if (hidden.has(String(index))) return null;
        const { words, middle } = labelOf(tick, axis, scale, text);
        return (
          <text key={tick.time} x={middle} y={16} textAnchor="middle">
            {words}
          </text>
        );
      })}
      <path
        className="tl-tick"
        d={axis.ticks.map((tick) => `M${String(Math.round(scale.x(tick.time)) + 0.5)} 24v6`).join('')}
      />
    </svg>
  );
});

/** The ticks whose labels the cursor's time would cover; they are left out as long as it stands there. */
export function coveredTick(
  axis: Axis,
  scale: TimeScale,
  text: TimelineText,
  t: number,
  words: string,
): string {
  const x = scale.x(t);
  if (x < -1 || x > scale.width + 1) return '';
  const own = cursorLabel(scale, x, words);
  return axis.ticks
    .flatMap((tick, index) => {
      const { middle, half } = labelOf(tick, axis, scale, text);
      return Math.abs(middle - own.middle) < half + own.half + 4 ? [index] : [];
    })
    .join(' ');
}

/** Where the cursor's time stands in the axis: at the cursor, but never cut by an edge. */
export function cursorLabel(scale: TimeScale, x: number, words: string): { middle: number; half: number } {
  const half = estimateTextWidth(words, 11, true) / 2 + 6;
  return { half, middle: Math.min(Math.max(x, half - OVERSCAN), scale.width + OVERSCAN - half) };
}

function labelOf(
  tick: Tick,
  axis: Axis,
  scale: TimeScale,
  text: TimelineText,
): { words: string; middle: number; half: number } {
  const words = `${tick.label} ${text.units[axis.unit]}`;
  const half = estimateTextWidth(words, 11, false) / 2;
  const x = scale.x(tick.time);
  return {
    words,
    half,
    middle: Math.min(Math.max(x, half - OVERSCAN + 1), scale.width + OVERSCAN - half - 1),
  };
}
