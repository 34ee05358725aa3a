import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf } from '../state/derived.ts';
import { setCursor } from '../state/store.ts';
import { timeColumn } from '../format-time.ts';
import { text } from '../text.ts';
import { findingsByEntry } from './findings-by-entry.ts';
import { moveByKey } from './list-keys.ts';
import { TraceEntry } from './TraceEntry.tsx';
import { revealed, ROW_PX, rowsOf, type ListWindow } from './window.ts';

/**
 * A trace of any length: only what is in view is in the document; places and length are told by ARIA. Where
 * the list has to scroll to is known from the rows' one height, so a moved cursor draws its rows at once.
 */
export const LongTrace = memo(function LongTrace({ run }: { readonly run: Run }) {
  const store = useAppStore();
  const current = useApp((state) => cursorOf(state).seq);
  const scroller = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  const findings = findingsByEntry(run);
  const count = run.entries.length;
  const choose = useCallback((seq: number) => setCursor(store, { seq, t: null }), [store]);
  const [window, setWindow] = useState<ListWindow>({ top: 0, height: 0 });
  const [seen, setSeen] = useState<{ readonly run: Run; readonly seq: number } | null>(null);

  if (window.height > 0 && (seen?.run !== run || seen.seq !== current)) {
    setSeen({ run, seq: current });
    const top = revealed(window, current, count);
    if (top !== window.top) setWindow({ ...window, top });
  }

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const height = element.clientHeight;
      setWindow((old) => (old.height === height ? old : { ...old, height }));
      // What was in view may be no longer.
      setSeen(null);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: window.top });
  }, [window.top]);
  useEffect(() => {
    if (!movesFocus.current) return;
    const item = scroller.current?.querySelector<HTMLElement>(`[data-index="${String(current)}"] button`);
    if (item == null) return;
    item.focus({ preventScroll: true });
    movesFocus.current = false;
  });

  const { first, end } = rowsOf(window, count);
  return (
    <div
      className="trace-scroll trace-long"
      ref={scroller}
      onScroll={(event) => {
        const top = event.currentTarget.scrollTop;
        setWindow((old) => (Math.abs(old.top - top) < 1 ? old : { ...old, top }));
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it */}
      <ol
        aria-label={text.page.trace}
        className="virtual"
        style={{ ...timeColumn(run), height: count * ROW_PX }}
        onKeyDown={(event) => {
          movesFocus.current = moveByKey(store, event);
        }}
      >
        {run.entries.slice(first, end).map((entry) => (
          <TraceEntry
            key={entry.seq}
            run={run}
            entry={entry}
            finding={findings.get(entry.seq) ?? null}
            current={entry.seq === current}
            onChoose={choose}
            top={entry.seq * ROW_PX}
          />
        ))}
      </ol>
    </div>
  );
});
