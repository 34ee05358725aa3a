import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import { describe } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { text } from '../text.ts';
import type { PairOfRuns, Parting } from './pairs.ts';

/** Where two runs part, in one sentence. */
export function differenceSentence(pair: PairOfRuns, parting: Parting): string {
  const { left, right } = pair;
  const { difference } = parting;
  const time = formatTime(left, parting.t);
  return (
    writeSentence(pair, parting, time) ??
    onlySentence(pair, parting, time) ??
    text.page.partsAt(
      time,
      left.label,
      said(difference.left, left),
      right.label,
      said(difference.right, right),
    )
  );
}

function said(entry: Entry | null, run: Run): string {
  return entry === null ? text.page.runEnded : describe(entry, run);
}

/** The usual parting: one write, and two stores that judge it differently. */
function writeSentence(pair: PairOfRuns, { difference }: Parting, time: string): string | null {
  const { left, right } = difference;
  if (left?.ev !== 'write' || right?.ev !== 'write' || left.outcome === right.outcome) return null;
  const write = text.page.writeOf(left.client ?? left.actor, left.token);
  const [accepted, rejected] =
    left.outcome === 'accepted' ? [pair.left, pair.right] : [pair.right, pair.left];
  return text.page.partsAtWrite(time, write, accepted.label, rejected.label);
}

/** Something happens in one run alone. */
function onlySentence(pair: PairOfRuns, { difference }: Parting, time: string): string | null {
  const { only, left, right } = difference;
  const [entry, run] = only === 'left' ? [left, pair.left] : [right, pair.right];
  return only === null || entry === null
    ? null
    : text.page.partsAtOnly(time, run.label, describe(entry, run));
}
