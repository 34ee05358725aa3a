import { memo, useLayoutEffect, useRef } from 'react';
import type { Drawing } from './draw.ts';
import { MarksDom } from './marks-dom.ts';

/** The marks of a panel: one path for each look, and the labels. Nothing here depends on the cursor. */
export const PanelMarks = memo(function PanelMarks(props: {
  readonly drawing: Pick<Drawing, 'paths' | 'labels'>;
  readonly grid: string;
  /** Prefix of the ids of the patterns. */
  readonly prefix: string;
}) {
  const { drawing, grid, prefix } = props;
  const group = useRef<SVGGElement>(null);
  const marks = useRef<MarksDom | null>(null);
  useLayoutEffect(() => {
    if (group.current === null) return;
    marks.current = new MarksDom(group.current, prefix);
  }, [prefix]);
  useLayoutEffect(() => marks.current?.show(drawing), [drawing, prefix]);
  return (
    <g aria-hidden="true" className="tl-marks">
      <path className="tl-grid" d={grid} />
      <g ref={group} />
    </g>
  );
});
