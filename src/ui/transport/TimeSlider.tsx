import { memo, useMemo } from 'react';
import { fromMs, toMs, ZERO } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';
import { formatTime } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf, cursorTime, leadingRun, shownRuns } from '../state/derived.ts';
import { goToEnd, seek, step } from '../state/store.ts';
import { text } from '../text.ts';
import { toneClass } from '../timeline/colours.ts';
import { severityOf } from '../timeline/severity.ts';

/** How many entries the page keys move. */
const PAGE = 10;

/** The time of the run as a slider: the pointer moves by time, the keys by entry. */
export const TimeSlider = memo(function TimeSlider() {
  const store = useAppStore();
  const run = useApp(leadingRun);
  const time = useApp(cursorTime);
  const seq = useApp((state) => cursorOf(state).seq);
  const start = run.entries[0]?.t ?? ZERO;
  const end = run.entries.at(-1)?.t ?? ZERO;
  const share = end > start ? (time - start) / (end - start) : 0;
  return (
    <div className="time" style={{ '--share': String(share) } as React.CSSProperties}>
      <FindingTicks start={start} end={end} />
      <input
        type="range"
        aria-label={text.page.time}
        aria-valuetext={`${formatTime(run, time)}, ${text.page.entryOf(seq + 1, run.entries.length)}`}
        min={toMs(start)}
        max={Math.max(toMs(end), toMs(start) + 0.001)}
        step={0.001}
        value={toMs(time)}
        onChange={(event) => seek(store, fromMs(event.target.valueAsNumber))}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const moved = moveByKey(event.key);
          if (moved === null) return;
          event.preventDefault();
          event.stopPropagation();
          if (moved === 'first' || moved === 'last') goToEnd(store, moved);
          else for (let count = Math.abs(moved); count > 0; count -= 1) step(store, moved > 0 ? 1 : -1);
        }}
      />
      <p className="time-now" aria-hidden="true">
        <strong>{formatTime(run, time)}</strong>
        <span>{text.page.entryOf(seq + 1, run.entries.length)}</span>
      </p>
    </div>
  );
});

function moveByKey(key: string): number | 'first' | 'last' | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return 1;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -1;
    case 'PageUp':
      return PAGE;
    case 'PageDown':
      return -PAGE;
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return null;
  }
}

/** The most ticks that can be told apart on the slider. */
const MOST_TICKS = 200;

/** Where the findings are, along the slider. */
const FindingTicks = memo(function FindingTicks(props: { readonly start: number; readonly end: number }) {
  const { start, end } = props;
  const { runs } = useApp(shownRuns);
  const ticks = useMemo(() => ticksOf(runs, start, end), [runs, start, end]);
  return (
    <div className="time-ticks" aria-hidden="true">
      {ticks.map(({ share, tone }) => (
        <i key={`${tone} ${String(share)}`} className={tone} style={{ left: `${String(share * 100)}%` }} />
      ))}
    </div>
  );
});

function ticksOf(
  runs: readonly Run[],
  start: number,
  end: number,
): readonly { readonly share: number; readonly tone: string }[] {
  const ticks = new Map<string, { readonly share: number; readonly tone: string }>();
  for (const run of runs) {
    for (const finding of run.verdict.findings) {
      if (end <= start || ticks.size >= MOST_TICKS) continue;
      const share = Math.round(((finding.t - start) / (end - start)) * 1000) / 1000;
      const tone = toneClass(severityOf(finding));
      ticks.set(`${String(share)} ${tone}`, { share, tone });
    }
  }
  return [...ticks.values()];
}
