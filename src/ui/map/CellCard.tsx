import { RUN_OUTCOMES, type CellResult, type RunOutcome } from '../../explore/map/cell.ts';
import { wilson } from '../../explore/map/wilson.ts';
import { mapText as words } from '../../text/map.ts';
import { capital, valueWords } from '../../text/map-parts.ts';
import { sweepText } from '../../text/sweep.ts';
import { toneClass } from '../timeline/colours.ts';

/** What the runs of one cell came to, and the way into them. */
export function CellCard(props: {
  /** Where the cell is, in words. */
  readonly place: string;
  readonly result: CellResult | null;
  readonly show: RunOutcome;
  readonly onOpen: (run: number) => void;
}) {
  const { place, result, show, onOpen } = props;
  return (
    <section className="map-card" aria-label={place}>
      <h3>{place}</h3>
      {result === null ? (
        <p className="muted">{words.notYet}</p>
      ) : (
        <>
          <p>{capital(chanceWords(result, show))}.</p>
          <ul className="map-outcomes">
            {RUN_OUTCOMES.filter((outcome) => result.outcomes[outcome] > 0).map((outcome) => (
              <li key={outcome} className={toneClass(outcome)}>
                <span>{words.outcome(outcome)}</span>
                <span className="map-share" aria-hidden="true">
                  <span style={{ width: `${String((result.outcomes[outcome] / result.runs) * 100)}%` }} />
                </span>
                <span>{result.outcomes[outcome]}</span>
              </li>
            ))}
          </ul>
          {result.takeover === null ? (
            <p className="muted">{words.nobodyElse}</p>
          ) : (
            <p className="muted">
              {words.takeover(
                result.takeover.count,
                result.runs,
                valueWords(result.takeover.medianMs, 'time'),
                valueWords(result.takeover.p95Ms, 'time'),
              )}
            </p>
          )}
          <Ways result={result} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}

function Ways({ result, onOpen }: { readonly result: CellResult; readonly onOpen: (run: number) => void }) {
  const { corrupted, atRisk } = result.witnesses;
  const way = (outcome: RunOutcome, witness: typeof corrupted) =>
    witness !== null && (
      <button type="button" onClick={() => onOpen(witness.run)}>
        {sweepText.openOf(words.outcome(outcome))}
        <small>{words.entries(witness.entries)}</small>
      </button>
    );
  return (
    <div className="map-ways">
      {way('corrupted', corrupted)}
      {way('at-risk', atRisk)}
      {corrupted === null && (
        <button type="button" onClick={() => onOpen(0)}>
          {sweepText.openAny}
        </button>
      )}
    </div>
  );
}

/** `corrupted in 37 of 200 runs, 18.5 %, 95 % interval 13.7 to 24.5 %` */
export function chanceWords({ outcomes, runs }: CellResult, outcome: RunOutcome): string {
  const count = outcomes[outcome];
  return sweepText.chance(words.outcome(outcome), count, runs, wilson(count, runs));
}

/** A cell in one sentence: where it is, how likely the outcome is, and how the others came out. */
export function cellSentence(place: string, result: CellResult | null, show: RunOutcome): string {
  if (result === null) return `${place}: ${words.notYet}`;
  const others = RUN_OUTCOMES.filter((outcome) => outcome !== show && result.outcomes[outcome] > 0);
  const also = others.map((outcome) => sweepText.also(words.outcome(outcome), result.outcomes[outcome]));
  return `${place}: ${[chanceWords(result, show), ...also].join('; ')}.`;
}

/** The run that a cell opens: its shortest one of the outcome shown, else a corrupted one, one at risk, or the first. */
export function runToOpen({ witnesses }: CellResult, show: RunOutcome): number {
  const { corrupted, atRisk } = witnesses;
  return ((show === 'at-risk' ? atRisk : null) ?? corrupted ?? atRisk)?.run ?? 0;
}
