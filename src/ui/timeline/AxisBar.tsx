import { memo } from 'react';
import type { PointerEvent } from 'react';
import { OVERSCAN } from './bars.ts';
import type { Axis, TimeScale } from './scale.ts';
import type { TimelineText } from './text.ts';
import { estimateTextWidth } from './text-width.ts';

/** Height of the axis in pixels. */
export const AXIS_HEIGHT = 30;

/** The common time axis. Pressing or dragging on it moves the cursor; the slider does the same by keyboard. */
export const AxisBar = memo(function AxisBar(props: {
  readonly axis: Axis;
  readonly scale: TimeScale;
  readonly text: TimelineText;
  readonly onScrub: (time: number) => void;
}) {
  const { axis, scale, text, onScrub } = props;
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
      {axis.ticks.map((tick) => {
        const x = scale.x(tick.time);
        const words = `${tick.label} ${text.units[axis.unit]}`;
        const half = estimateTextWidth(words, 11, false) / 2;
        return (
          <text
            key={tick.time}
            x={Math.min(Math.max(x, half - OVERSCAN + 1), scale.width + OVERSCAN - half - 1)}
            y={16}
            textAnchor="middle"
          >
            {words}
          </text>
        );
      })}
      <path className="tl-tick" d={axis.ticks.map((tick) => `M${String(Math.round(scale.x(tick.time)) + 0.5)} 24v6`).join('')} />
    </svg>
  );
});
