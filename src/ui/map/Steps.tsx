import { memo } from 'react';
import { STEP_COUNT } from './geometry.ts';

/** The patterns of the steps, the same in every map of the page: what colour says, they say again. */
export const Steps = memo(function Steps() {
  return (
    <defs>
      <pattern id="map-dots" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="map-ground-1" width="6" height="6" />
        <circle className="map-mark" cx="3" cy="3" r="0.9" />
      </pattern>
      <pattern id="map-lines" width="8" height="8" patternUnits="userSpaceOnUse">
        <rect className="map-ground-2" width="8" height="8" />
        <path className="map-line" d="M-1 1L1 -1M0 8L8 0M7 9L9 7" />
      </pattern>
      <pattern id="map-dense" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect className="map-ground-3" width="4" height="4" />
        <path className="map-line" d="M-1 1L1 -1M0 4L4 0M3 5L5 3" />
      </pattern>
      <pattern id="map-cross" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="map-ground-4" width="6" height="6" />
        <path className="map-gap" d="M0 6L6 0M0 0L6 6" />
      </pattern>
    </defs>
  );
});

/** All cells of a step are one shape: ten thousand of them are six. */
export const CellPaths = memo(function CellPaths(props: {
  readonly steps: readonly (number | null)[];
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
}) {
  const { steps, columns, rows, width, height } = props;
  const paths: string[] = Array.from({ length: STEP_COUNT }, () => '');
  const edge = (place: number, count: number, length: number): number => Math.round((place / count) * length);
  for (const [cell, step] of steps.entries()) {
    if (step === null) continue;
    const column = cell % columns;
    const row = rows - 1 - Math.floor(cell / columns);
    const left = edge(column, columns, width);
    const top = edge(row, rows, height);
    const right = edge(column + 1, columns, width);
    const bottom = edge(row + 1, rows, height);
    paths[step] += `M${String(left)} ${String(top)}H${String(right)}V${String(bottom)}H${String(left)}Z`;
  }
  return (
    <g shapeRendering="crispEdges">
      <rect className="map-unplayed" width={width} height={height} />
      {paths.map((path, step) => (
        <path key={`step ${String(step)}`} className={`map-step map-step-${String(step)}`} d={path} />
      ))}
    </g>
  );
});
