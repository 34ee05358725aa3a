import { curveBasis, line } from 'd3';
import { memo } from 'react';
import type { ChartRegion } from '../../machines/chart.ts';
import { text } from './words.ts';
import { regionLayout } from './chart-layout.ts';
import type { PlacedEdge, PlacedState, Point } from './placed.ts';

/** Width that a chart may take: the side panel at its narrowest, without its padding. */
const MAX_WIDTH = 252;

interface StateChartProps {
  readonly region: ChartRegion;
  /** The state it is in; null if the region is not active. */
  readonly current: string | null;
  /** The last change of state; null if there was none. */
  readonly lastFrom: string | null;
  readonly lastTo: string | null;
}

/** One region's states and the ways between them, the present state lit and the last way marked. */
export const StateChart = memo(function StateChart({ region, current, lastFrom, lastTo }: StateChartProps) {
  const layout = regionLayout(region, MAX_WIDTH);
  const edges = layout.edges.map((edge) => ({ edge, tone: toneOf(edge, current, lastFrom, lastTo) }));
  const { width, height } = layout;
  return (
    <>
      <div className="chart-frame">
        <svg
          className="chart"
          role="img"
          aria-label={text.chart(region.label, current)}
          width={width}
          height={height}
          viewBox={`0 0 ${String(width)} ${String(height)}`}
        >
          {/* The marked way is drawn last, over the others. */}
          {edges
            .toSorted((a, b) => RANK[a.tone] - RANK[b.tone])
            .map(({ edge, tone }) => (
              <Edge key={`${edge.from} ${edge.to}`} edge={edge} tone={tone} lastTo={lastTo} />
            ))}
          {layout.states.map((state) => (
            <StateBox key={state.id} state={state} isCurrent={state.id === current} />
          ))}
        </svg>
      </div>
      {layout.fromAnyState.map(({ to, events }) => (
        <p key={to} className="chart-any">
          {text.fromAnyState(events.join(', '), to)}
        </p>
      ))}
    </>
  );
});

type Tone = 'far' | 'near' | 'last';

const RANK: Readonly<Record<Tone, number>> = { far: 0, near: 1, last: 2 };

function toneOf(edge: PlacedEdge, current: string | null, from: string | null, to: string | null): Tone {
  if (edge.from === from && edge.to === to) return 'last';
  if (edge.back.length > 0 && edge.from === to && edge.to === from) return 'last';
  return edge.from === current || (edge.back.length > 0 && edge.to === current) ? 'near' : 'far';
}

const smooth = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveBasis);

function Edge({
  edge,
  tone,
  lastTo,
}: {
  readonly edge: PlacedEdge;
  readonly tone: Tone;
  readonly lastTo: string | null;
}) {
  const { points, from, to, events, back } = edge;
  const title =
    back.length === 0
      ? text.leads(from, events.join(', '), to)
      : text.leadsBoth(from, events.join(', '), to, back.join(', '));
  // The marked way has one head: where it led.
  const forward = tone !== 'last' || lastTo === to;
  const backward = back.length > 0 && (tone !== 'last' || lastTo === from);
  return (
    <g className={`chart-edge chart-edge-${tone}`}>
      <title>{title}</title>
      <path className="chart-line" d={smooth(points) ?? ''} />
      {forward && <path className="chart-head" d={head(points.at(-2), points.at(-1))} />}
      {backward && <path className="chart-head" d={head(points[1], points[0])} />}
    </g>
  );
}

const HEAD_LENGTH = 6;
const HEAD_HALF = 3;

/** An arrow head with its tip at `tip`, coming from `from`. */
function head(from: Point | undefined, tip: Point | undefined): string {
  if (from === undefined || tip === undefined) return '';
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const x = (tip.x - from.x) / length;
  const y = (tip.y - from.y) / length;
  const baseX = tip.x - x * HEAD_LENGTH;
  const baseY = tip.y - y * HEAD_LENGTH;
  const corner = (side: number): string =>
    `${fixed(baseX - y * HEAD_HALF * side)} ${fixed(baseY + x * HEAD_HALF * side)}`;
  return `M${fixed(tip.x)} ${fixed(tip.y)}L${corner(1)}L${corner(-1)}Z`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

function StateBox({ state, isCurrent }: { readonly state: PlacedState; readonly isCurrent: boolean }) {
  const { id, x, y, width, height } = state;
  return (
    <g className={isCurrent ? 'chart-state chart-current' : 'chart-state'}>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={isCurrent ? 4 : height / 2}
      />
      <text x={x} y={y} dy="0.35em">
        {id}
      </text>
    </g>
  );
}
