import { graphlib, layout as runDagre } from '@dagrejs/dagre';
import type { ChartRegion } from '../../machines/chart.ts';
import { estimateTextWidth } from '../timeline/text-width.ts';
import type { PlacedEdge, PlacedState, Point, RegionLayout } from './placed.ts';
import { squeezed } from './squeeze.ts';

/** Size of the states' names, in pixels. */
export const STATE_TEXT_PX = 11;

const NODE_HEIGHT = 22;
/** On top of widths that are estimated on the generous side. */
const NODE_PADDING = 4;
/** Room for the outline and arrow heads at the border of the drawing. */
const MARGIN = 3;

/** Spacings from comfortable to tight; the first that fits is taken. */
const SPACINGS = [
  { rankdir: 'LR', nodesep: 10, edgesep: 8, ranksep: 26 },
  { rankdir: 'TB', nodesep: 12, edgesep: 8, ranksep: 24 },
  { rankdir: 'TB', nodesep: 8, edgesep: 5, ranksep: 26 },
  { rankdir: 'TB', nodesep: 5, edgesep: 3, ranksep: 28 },
] as const;

const layouts = new Map<string, RegionLayout>();
const byRegion = new WeakMap<ChartRegion, { readonly maxWidth: number; readonly layout: RegionLayout }>();

/**
 * Places a region's states and edges so that they fit `maxWidth` where they can. Equal regions of
 * different machines share one layout, which is computed once.
 */
export function regionLayout(region: ChartRegion, maxWidth: number): RegionLayout {
  const own = byRegion.get(region);
  if (own?.maxWidth === maxWidth) return own.layout;
  const key = JSON.stringify([maxWidth, region.states.map(({ id }) => id), region.edges]);
  const layout = layouts.get(key) ?? bestLayout(region, maxWidth);
  layouts.set(key, layout);
  byRegion.set(region, { maxWidth, layout });
  return layout;
}

function bestLayout(region: ChartRegion, maxWidth: number): RegionLayout {
  let narrowest: RegionLayout | undefined;
  for (const spacing of SPACINGS) {
    const layout = placed(region, spacing);
    if (layout.width <= maxWidth) return docked(layout, spacing.rankdir);
    if (narrowest === undefined || layout.width < narrowest.width) narrowest = layout;
  }
  const chosen = narrowest ?? placed(region, SPACINGS[0]);
  return docked(squeezed(chosen, maxWidth, MARGIN) ?? chosen, 'TB');
}

function placed(region: ChartRegion, spacing: (typeof SPACINGS)[number]): RegionLayout {
  const graph = new graphlib.Graph();
  graph.setGraph({ ...spacing, marginx: MARGIN, marginy: MARGIN, ranker: 'network-simplex' });
  for (const { id } of region.states) graph.setNode(id, { width: nodeWidth(id), height: NODE_HEIGHT });
  const merged = bothWays(region);
  for (const { from, to } of merged) graph.setEdge(from, to, {});
  runDagre(graph);
  const label = graph.graph() as { width: number; height: number };
  return {
    width: Math.ceil(label.width),
    height: Math.ceil(label.height),
    states: region.states.map(({ id }) => ({ id, ...(graph.node(id) as Omit<PlacedState, 'id'>) })),
    edges: merged.map((edge) => ({ ...edge, points: pointsOf(graph.edge(edge.from, edge.to)) })),
    fromAnyState: region.edges.filter((edge) => edge.from === null),
  };
}

function pointsOf(edge: unknown): readonly Point[] {
  return (edge as { readonly points: readonly Point[] }).points.map(({ x, y }) => ({ x, y }));
}

/** One line for a pair of states, in the direction that was named first; nothing for a state and itself. */
function bothWays(region: ChartRegion): readonly Omit<PlacedEdge, 'points'>[] {
  const merged: { from: string; to: string; events: readonly string[]; back: readonly string[] }[] = [];
  for (const { from, to, events } of region.edges) {
    if (from === null || from === to) continue;
    const opposite = merged.find((edge) => edge.from === to && edge.to === from);
    if (opposite === undefined) merged.push({ from, to, events, back: [] });
    else opposite.back = events;
  }
  return merged;
}

function nodeWidth(id: string): number {
  return Math.ceil(estimateTextWidth(id, STATE_TEXT_PX, true)) + 2 * NODE_PADDING;
}

/** Lines leave and reach their states at the sides that face the neighbouring rows, never along a row. */
function docked(layout: RegionLayout, rankdir: 'LR' | 'TB'): RegionLayout {
  const byId = new Map(layout.states.map((state) => [state.id, state]));
  const edges = layout.edges.map((edge) => {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    const inner = edge.points.slice(1, -1);
    if (from === undefined || to === undefined) return edge;
    const start = dock(from, inner[0] ?? to, rankdir);
    const end = dock(to, inner.at(-1) ?? from, rankdir);
    return { ...edge, points: [start, ...inner, end] };
  });
  return { ...layout, edges };
}

/** How far along its side a line leans towards where it comes from. */
const LEAN = 0.3;
const CORNER = 10;

function dock({ x, y, width, height }: PlacedState, toward: Point, rankdir: 'LR' | 'TB'): Point {
  if (rankdir === 'LR') {
    return {
      x: x + (toward.x < x ? -width : width) / 2,
      y: y + within((toward.y - y) * LEAN, height / 2 - 6),
    };
  }
  const room = Math.max(0, width / 2 - CORNER);
  return { x: x + within((toward.x - x) * LEAN, room), y: y + (toward.y < y ? -height : height) / 2 };
}

function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
