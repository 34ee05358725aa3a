import { memo } from 'react';
import type { Entry } from '../../engine/trace.ts';
import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import { describe } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { SeverityShape } from '../shell/SeverityShape.tsx';
import { toneClass } from '../timeline/colours.ts';
import { severityOf } from '../timeline/severity.ts';

/** Properties of one line of the trace. */
export interface TraceEntryProps {
  readonly run: Run;
  readonly entry: Entry;
  readonly finding: Finding | null;
  readonly current: boolean;
  readonly onChoose: (seq: number) => void;
  /** In a list whose lines have a fixed height: where this one stands, in pixels. */
  readonly top?: number;
}

/** One line of the trace: its time, its sentence, and the shape of what it shows. */
export const TraceEntry = memo(function TraceEntry(props: TraceEntryProps) {
  const { run, entry, finding, current, onChoose, top } = props;
  const severity = finding === null ? null : severityOf(finding);
  const words = describe(entry, run);
  return (
    <li
      style={top === undefined ? undefined : { top }}
      title={top === undefined ? undefined : words}
      data-index={entry.seq}
      aria-setsize={run.entries.length}
      aria-posinset={entry.seq + 1}
      aria-current={current ? 'step' : undefined}
      className={severity === null ? undefined : toneClass(severity)}
    >
      <button type="button" tabIndex={current ? 0 : -1} onClick={() => onChoose(entry.seq)}>
        <span className="entry-time">{formatTime(run, entry.t)}</span>
        <span className="entry-words">{words}</span>
        {severity !== null && <SeverityShape severity={severity} />}
      </button>
    </li>
  );
});
