import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf } from '../state/derived.ts';
import { setCursor } from '../state/store.ts';
import { timeColumn } from '../format-time.ts';
import { text } from '../text.ts';
import { findingsByEntry } from './findings-by-entry.ts';
import { moveByKey } from './list-keys.ts';
import { TraceEntry } from './TraceEntry.tsx';

/** Lines of one row of words; longer ones are measured. */
const LINE_PX = 26;

/** A trace of any length: only what is in view is in the document; places and length are told by ARIA. */
export const LongTrace = memo(function LongTrace({ run }: { readonly run: Run }) {
  const store = useAppStore();
  const current = useApp((state) => cursorOf(state).seq);
  const scroller = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  const findings = findingsByEntry(run);
  const choose = useCallback((seq: number) => setCursor(store, { seq, t: null }), [store]);
  const virtualizer = useVirtualizer({
    count: run.entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 2,
  });

  useLayoutEffect(() => {
    if (!isInView(virtualizer, current)) virtualizer.scrollToIndex(current, { align: 'center' });
  }, [virtualizer, current, run]);
  useEffect(() => {
    if (!movesFocus.current) return;
    const item = scroller.current?.querySelector<HTMLElement>(`[data-index="${String(current)}"] button`);
    if (item == null) return;
    item.focus({ preventScroll: true });
    movesFocus.current = false;
  });

  return (
    <div className="trace-scroll" ref={scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it */}
      <ol
        aria-label={text.page.trace}
        className="virtual"
        style={{ ...timeColumn(run), height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => {
          movesFocus.current = moveByKey(store, event);
        }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const entry = run.entries[item.index];
          if (entry === undefined) return null;
          return (
            <TraceEntry
              key={item.key}
              run={run}
              entry={entry}
              finding={findings.get(item.index) ?? null}
              current={item.index === current}
              onChoose={choose}
              measure={virtualizer.measureElement}
              style={{ transform: `translateY(${String(item.start)}px)` }}
            />
          );
        })}
      </ol>
    </div>
  );
});

/**
 * Whether a line is in view, told from what the list knows already: to ask the document, or to scroll where
 * nothing has to move, would make it lay out the page in the middle of a change.
 */
function isInView(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): boolean {
  const item = virtualizer.measurementsCache[index];
  const height = virtualizer.scrollRect?.height;
  const top = virtualizer.scrollOffset;
  if (item === undefined || height === undefined || top === null) return false;
  return item.start >= top && item.end <= top + height;
}
