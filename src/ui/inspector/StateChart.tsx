import { memo } from 'react';
import type { ChartRegion } from '../../machines/chart.ts';
import { text } from './words.ts';
import { regionLayout } from './chart-layout.ts';
import { edgePaths } from './edge-paths.ts';
import type { PlacedEdge, PlacedState } from './placed.ts';

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

function Edge({
  edge,
  tone,
  lastTo,
}: {
  readonly edge: PlacedEdge;
  readonly tone: Tone;
  readonly lastTo: string | null;
}) {
  const { from, to, events, back } = edge;
  const { line, headAtTo, headAtFrom } = edgePaths(edge);
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
      <path className="chart-line" d={line} />
      {forward && <path className="chart-head" d={headAtTo} />}
      {backward && <path className="chart-head" d={headAtFrom} />}
    </g>
  );
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
