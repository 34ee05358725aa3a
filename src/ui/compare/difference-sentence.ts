import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import { describe } from '../describe.ts';
import { durationText } from '../duration.ts';
import { formatTime } from '../format-time.ts';
import { text } from '../text.ts';
import { differingFields } from './first-difference.ts';
import type { PairOfRuns, Parting } from './pairs.ts';

/** Where two runs part, in one sentence. */
export function differenceSentence(pair: PairOfRuns, parting: Parting): string {
  const { left, right } = pair;
  const { difference } = parting;
  const time = formatTime(left, parting.t);
  return (
    writeSentence(pair, parting, time) ??
    onlySentence(pair, parting, time) ??
    fieldSentence(pair, parting, time) ??
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

/** Both do what one sentence tells, and differ in what it does not tell. */
function fieldSentence({ left, right }: PairOfRuns, { difference }: Parting, time: string): string | null {
  const { left: a, right: b } = difference;
  if (a === null || b === null) return null;
  const sentence = describe(a, left);
  if (sentence !== describe(b, right)) return null;
  const fields = differingFields(a, b);
  if (fields.length === 0) return null;
  const one = fields.map(({ name, left: value }) => fieldWords(name, value)).join(', ');
  const other = fields.map(({ name, right: value }) => fieldWords(name, value)).join(', ');
  return text.page.partsAtField(time, sentence, left.label, one, right.label, other);
}

/** One field of an entry or of its message as words: `ttl 30 s`, `key orders`, `no token`. */
function fieldWords(name: string, value: unknown): string {
  const isTime = name.endsWith('Us');
  const shown = (isTime ? name.slice(0, -2) : name).replaceAll(
    /([A-Z])/gu,
    (letter) => ` ${letter.toLowerCase()}`,
  );
  if (value === undefined || value === null) return text.page.without(shown);
  if (isTime && typeof value === 'number') return `${shown} ${durationText(value)}`;
  return `${shown} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
