import { memo } from 'react';
import type { Drawing } from './draw.ts';
import type { DrawnPath } from './drawing.ts';
import { px } from './path.ts';
import { patternId } from './Patterns.tsx';

/** From the middle of a line to the baseline, as a share of the size. */
const BASELINE = 0.36;

/** The marks of a panel: one path for each look, and the labels. Nothing here depends on the cursor. */
export const PanelMarks = memo(function PanelMarks(props: {
  readonly drawing: Drawing;
  readonly grid: string;
  /** Prefix of the ids of the patterns. */
  readonly prefix: string;
}) {
  const { drawing, grid, prefix } = props;
  return (
    <g aria-hidden="true" className="tl-marks">
      <path className="tl-grid" d={grid} />
      {drawing.paths.map((path) => (
        <path key={path.id} className={path.className} d={path.d} {...fillOf(path, prefix)} />
      ))}
      {/* By place and not by meaning: a label that takes over the node of another is cheaper than a new one. */}
      {drawing.labels.map((label, index) => (
        <text
          key={index}
          className={label.className}
          transform={`translate(${String(px(label.x))} ${String(px(label.y + label.size * BASELINE))})`}
          fontSize={label.size}
          fontWeight={label.bold ? 650 : undefined}
          textAnchor={label.anchor}
        >
          {label.text}
        </text>
      ))}
    </g>
  );
});

function fillOf(path: DrawnPath, prefix: string): { fill?: string } {
  return path.fill === null ? {} : { fill: `url(#${patternId(prefix, path.fill, path.client)})` };
}
