import type { D3ZoomEvent } from 'd3';
import { select, zoom, zoomIdentity } from 'd3';
import type { TimeView } from './time-view.ts';
import { clampView, mostZoom } from './view.ts';

/** Where the plot is in its element, and what it shows. */
export interface ZoomState {
  /** Left edge of the plot in the element, and its width, in pixels. */
  readonly left: number;
  readonly width: number;
  readonly extent: TimeView;
  readonly view: TimeView;
}

/** A zoom behaviour on an element: told what is shown, and taken off again. */
export interface ZoomBinding {
  readonly update: (state: ZoomState) => void;
  readonly destroy: () => void;
}

/**
 * Wheel, drag and pinch on an element, as views. The wheel zooms; it is left to the page where it would
 * change nothing, and where the element's own content can be scrolled it zooms with Ctrl only. One finger
 * scrolls the page until the picture is zoomed.
 */
export function attachZoom(
  element: HTMLElement,
  scroller: HTMLElement,
  initial: ZoomState,
  onView: (view: TimeView | null) => void,
): ZoomBinding {
  let state = initial;
  const selection = select(element);
  const behaviour = zoom<HTMLElement, unknown>()
    .filter((event: Event) => accepts(event, state, scroller))
    .clickDistance(4)
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      if (event.sourceEvent === null) return;
      const { k, x } = event.transform;
      const { extent, left, width } = state;
      const perPixel = (extent.to - extent.from) / width;
      const from = extent.from + ((left - x) / k - left) * perPixel;
      onView(clampView({ from, to: from + (extent.to - extent.from) / k }, extent));
    });

  const update = (next: ZoomState): void => {
    state = next;
    const { left, width, extent, view } = next;
    const right = left + width;
    behaviour
      .extent([
        [left, 0],
        [right, 1],
      ])
      .translateExtent([
        [left, -Infinity],
        [right, Infinity],
      ])
      .scaleExtent([1, mostZoom(extent)]);
    const k = (extent.to - extent.from) / (view.to - view.from);
    const start = left + ((view.from - extent.from) / (extent.to - extent.from)) * width;
    // The behaviour reads its transform from the element; setting it there tells it without an event.
    selection.property('__zoom', zoomIdentity.translate(left - start * k, 0).scale(k));
  };

  update(initial);
  selection.call(behaviour).on('dblclick.zoom', null);
  update(initial);
  return { update, destroy: () => selection.on('.zoom', null) };
}

function accepts(event: Event, state: ZoomState, scroller: HTMLElement): boolean {
  if (event.target instanceof Element && event.target.closest('button, .tl-grip') !== null) return false;
  const zoomed = state.view.from > state.extent.from || state.view.to < state.extent.to;
  if (event instanceof WheelEvent) {
    return event.ctrlKey || event.metaKey || scroller.scrollHeight <= scroller.clientHeight + 1;
  }
  if (typeof TouchEvent !== 'undefined' && event instanceof TouchEvent) {
    return zoomed || event.touches.length > 1;
  }
  return !(event instanceof MouseEvent) || event.button === 0;
}
