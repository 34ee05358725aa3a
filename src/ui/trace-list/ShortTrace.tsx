import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf } from '../state/derived.ts';
import { setCursor } from '../state/store.ts';
import { timeColumn } from '../format-time.ts';
import { text } from '../text.ts';
import { findingsByEntry } from './findings-by-entry.ts';
import { moveByKey } from './list-keys.ts';
import { TraceEntry } from './TraceEntry.tsx';

/** How much of what comes before and after an entry is kept in view with it. */
const CONTEXT_PX = 72;

/** A trace that is in the document as a whole. */
export const ShortTrace = memo(function ShortTrace({ run }: { readonly run: Run }) {
  const store = useAppStore();
  const current = useApp((state) => cursorOf(state).seq);
  const scroller = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  const findings = findingsByEntry(run);
  const choose = useCallback((seq: number) => setCursor(store, { seq, t: null }), [store]);

  useLayoutEffect(() => {
    const item = scroller.current?.querySelector<HTMLElement>(`[data-index="${String(current)}"]`);
    if (item == null || scroller.current === null) return undefined;
    reveal(scroller.current, item);
    // The panel may become smaller or larger later: what is beside it comes when it comes.
    const watch = new ResizeObserver(() => scroller.current && reveal(scroller.current, item));
    watch.observe(scroller.current);
    if (movesFocus.current) item.querySelector('button')?.focus({ preventScroll: true });
    movesFocus.current = false;
    return () => watch.disconnect();
  }, [current, run]);

  return (
    <div className="trace-scroll" ref={scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it */}
      <ol
        aria-label={text.page.trace}
        style={timeColumn(run)}
        onKeyDown={(event) => {
          movesFocus.current = moveByKey(store, event);
        }}
      >
        {run.entries.map((entry) => (
          <TraceEntry
            key={entry.seq}
            run={run}
            entry={entry}
            finding={findings.get(entry.seq) ?? null}
            current={entry.seq === current}
            onChoose={choose}
          />
        ))}
      </ol>
    </div>
  );
});

/** Scrolls the list alone, never the page around it. */
function reveal(scroller: HTMLElement, item: HTMLElement): void {
  const top = item.offsetTop;
  const bottom = top + item.offsetHeight;
  const room = Math.min(CONTEXT_PX, scroller.clientHeight / 3);
  if (top < scroller.scrollTop + room) scroller.scrollTop = top - room;
  else if (bottom > scroller.scrollTop + scroller.clientHeight - room) {
    scroller.scrollTop = bottom - scroller.clientHeight + room;
  }
}
