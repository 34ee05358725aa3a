import type { TimeView } from './time-view.ts';

/** The shortest stretch of time that can be looked at, in microseconds. */
const SHORTEST_VIEW = 20;

/** Keeps a view inside the extent, moved rather than cut; null where it shows all of it. */
export function clampView(view: TimeView, extent: TimeView): TimeView | null {
  const whole = extent.to - extent.from;
  const span = Math.max(Math.min(SHORTEST_VIEW, whole), view.to - view.from);
  if (span >= whole * (1 - 1e-9)) return null;
  const from = Math.min(Math.max(view.from, extent.from), extent.to - span);
  return { from, to: from + span };
}

/** Shows more (factor below 1) or less (above 1) around a moment that keeps its place. */
export function zoomView(view: TimeView, extent: TimeView, factor: number, around: number): TimeView | null {
  const span = Math.max(SHORTEST_VIEW, (view.to - view.from) / factor);
  const share = (around - view.from) / (view.to - view.from);
  const from = around - share * span;
  return clampView({ from, to: from + span }, extent);
}

/** Moves the view by a share of its own length. */
export function panView(view: TimeView, extent: TimeView, share: number): TimeView | null {
  const by = (view.to - view.from) * share;
  return clampView({ from: view.from + by, to: view.to + by }, extent);
}

/** Moves the view so that a moment is well inside it, if it is not. */
export function revealInView(view: TimeView, extent: TimeView, time: number): TimeView | null {
  const span = view.to - view.from;
  const margin = span * 0.05;
  if (time >= view.from + margin && time <= view.to - margin) return clampView(view, extent);
  return clampView({ from: time - span / 2, to: time + span / 2 }, extent);
}

/** How far zooming in may go. */
export function mostZoom(extent: TimeView): number {
  return Math.max(1, (extent.to - extent.from) / SHORTEST_VIEW);
}
