import type { Entry } from '../../engine/trace.ts';
import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Hit, HitBar } from './hit.ts';
import type { Severity } from './picture.ts';
import type { Axis } from './scale.ts';
import { shortDuration, timeNumber } from './scale.ts';
import { severityOf } from './severity.ts';
import type { TimelineText } from './text.ts';

/** One line of the details. */
export interface DetailLine {
  /** Printed before the words. */
  readonly time: string | null;
  readonly words: string;
  /** Set where the line is about a finding. */
  readonly tone: Severity | null;
}

/** What the details need to know. */
export interface DetailsContext {
  readonly axis: Axis;
  readonly text: TimelineText;
  readonly describe: (entry: Entry, run: Run) => string;
  readonly describeFinding: ((finding: Finding, run: Run) => string) | undefined;
}

/** The words for what was hit. */
export function detailsOf(
  hit: Hit,
  run: Run,
  context: DetailsContext,
): { readonly lines: readonly DetailLine[] } {
  const { text } = context;
  switch (hit.kind) {
    case 'entry': {
      const entry = run.entries[hit.seq];
      return { lines: entry === undefined ? [] : entryLines(entry, run, context) };
    }
    case 'block': {
      const words = text.details.dense(hit.block.last - hit.block.first);
      return { lines: [{ time: null, words, tone: null }] };
    }
    case 'bar':
      return {
        lines: [
          { time: null, words: barWords(hit.bar, run, text, hit.lane), tone: null },
          { time: null, words: spanWords(hit.bar, context), tone: null },
        ],
      };
  }
}

function entryLines(entry: Entry, run: Run, context: DetailsContext): readonly DetailLine[] {
  const { describe, describeFinding } = context;
  const findings =
    describeFinding === undefined ? [] : run.verdict.findings.filter((f) => f.entry === entry.seq);
  return [
    { time: timeWords(entry.t, context), words: describe(entry, run), tone: null },
    ...findings.map((finding) => ({
      time: null,
      words: describeFinding?.(finding, run) ?? '',
      tone: severityOf(finding),
    })),
  ];
}

function barWords(bar: HitBar, run: Run, text: TimelineText, laneIndex: number): string {
  const lane = run.lanes[laneIndex]?.label ?? '';
  const nameOf = (id: string): string => run.lanes.find((lane) => lane.id === id)?.label ?? id;
  const clients = run.lanes.filter(({ role }) => role === 'client');
  const { details } = text;
  switch (bar.of) {
    case 'zombie': {
      const { other, key } = bar.segment;
      return details.zombie(lane, key, other === null ? null : (clients[other]?.label ?? null));
    }
    case 'belief':
      return details.belief(lane, bar.segment.key);
    case 'lease':
      return details.lease(nameOf(bar.segment.clientId), bar.segment.key, bar.segment.token);
    case 'stop':
      return bar.segment.kind === 'crash' ? details.crash(lane) : details.pause(lane);
    case 'wait':
      return details.wait(lane);
    case 'value':
      return (bar.segment.deletes ? details.deleted : details.value)(
        lane,
        bar.record,
        nameOf(bar.segment.clientId),
        bar.segment.value,
      );
  }
}

function spanWords({ segment }: HitBar, context: DetailsContext): string {
  const { text } = context;
  const from = timeWords(segment.start, context);
  if (segment.end === Infinity) return text.details.openSpan(from);
  const { number, unit } = shortDuration(segment.end - segment.start);
  return text.details.span(from, timeWords(segment.end, context), `${number} ${text.units[unit]}`);
}

/** A time in the axis's unit, to one digit more than the ticks have and as many as it needs up to three. */
export function timeWords(time: number, { axis, text }: Pick<DetailsContext, 'axis' | 'text'>): string {
  const decimals = axis.unit === 'us' ? 0 : Math.max(1, axis.decimals);
  return `${timeNumber(time, axis.unit, decimals, axis.unit === 'us' ? 0 : Math.max(3, decimals))} ${text.units[axis.unit]}`;
}
