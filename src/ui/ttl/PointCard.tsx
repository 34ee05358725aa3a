import type { CellResult } from '../../explore/map/cell.ts';
import { capital, valueWords } from '../../text/map-parts.ts';
import { sweepText } from '../../text/sweep.ts';
import { ttlText as words } from '../../text/ttl.ts';
import { chanceWords } from '../map/CellCard.tsx';

/** What takeovers took in the runs of a TTL; null: none was seen. */
export interface TakeoverOf {
  readonly runs: number;
  readonly takeover: CellResult['takeover'];
}

/** What came of one TTL, the way into its runs, and the way into the scenario. */
export function PointCard(props: {
  readonly ttlMs: number;
  readonly result: CellResult | null;
  /** Not there: not measured yet. */
  readonly takeover: TakeoverOf | undefined;
  readonly isSet: boolean;
  readonly onOpen: (run: number) => void;
  readonly onApply: () => void;
}) {
  const { ttlMs, result, takeover, isSet, onOpen, onApply } = props;
  const ttl = valueWords(ttlMs, 'time');
  const witness = result?.witnesses.corrupted ?? null;
  return (
    <section className="map-card" aria-label={words.point(ttl)}>
      <h3>{words.point(ttl)}</h3>
      <p>
        {result === null
          ? capital(words.notYet)
          : `${capital(chanceWords(result, 'corrupted'))}; ${takeoverWords(takeover)}.`}
      </p>
      <div className="map-ways">
        {result !== null && witness === null && (
          <p className="muted">
            {words.noCorrupted} {result.takeover === null && words.nobodyElse}
          </p>
        )}
        {result !== null && (
          <button type="button" onClick={() => onOpen(witness?.run ?? 0)}>
            {witness === null ? sweepText.openAny : sweepText.openOf('corrupted')}
          </button>
        )}
        <button type="button" aria-disabled={isSet} onClick={() => !isSet && onApply()}>
          {words.apply(ttl)}
        </button>
        <p role="status">{isSet ? words.applied(ttl) : ''}</p>
      </div>
    </section>
  );
}

/** What a takeover took, as a part of a sentence. */
function takeoverWords(of: TakeoverOf | undefined): string {
  if (of === undefined) return words.takeoverNotYet;
  if (of.takeover === null) return words.noTakeover;
  const { count, medianMs, p95Ms } = of.takeover;
  return words.takeover(count, of.runs, valueWords(medianMs, 'time'), valueWords(p95Ms, 'time'));
}

/** One TTL in one sentence. */
export function pointSentence(
  ttlMs: number,
  result: CellResult | null,
  takeover: TakeoverOf | undefined,
): string {
  const ttl = words.point(valueWords(ttlMs, 'time'));
  if (result === null) return `${ttl}: ${words.notYet}.`;
  return `${ttl}: ${chanceWords(result, 'corrupted')}; ${takeoverWords(takeover)}.`;
}
