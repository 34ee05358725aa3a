import { useCallback, useMemo } from 'react';
import type { PlayedRun } from '../../scenarios/play-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { describeFinding } from '../describe.ts';
import { faultWords } from '../edit/fault-words.ts';
import { openedCounterexample } from '../prove/opened-counterexample.ts';
import { openFound } from '../prove/open-found.ts';
import { text as prove } from '../prove/words.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { leadingRun, shownRuns } from '../state/derived.ts';
import { sameEdited, type Edited } from '../state/edit-tree.ts';
import { scenarioOf } from '../state/source.ts';
import { edit, goToEntry, notify, undo } from '../state/store.ts';
import { text as page } from '../text.ts';
import { useParts } from '../study/use-parts.ts';
import { toneClass } from '../timeline/colours.ts';
import type { BreakAsk } from './ask.ts';
import { PARTS } from './asked.ts';
import { comparedWords, parSentence, shortPar } from './par-words.ts';
import type { FewestFound } from './par.ts';
import { brokenBy, placedIn, type Placed } from './placed.ts';
import { endBreaking } from './play.ts';
import { usePar } from './use-par.ts';
import { text } from './words.ts';
import './break.css';

/** What is to be broken, how far somebody is with it, and against which par; stands above the picture while it is tried. */
export function PlayBar() {
  const store = useAppStore();
  const source = useApp((state) => state.source);
  const asked = useApp((state) => state.breaking) ?? '';
  const rewrite = useCallback((breaking: string) => store.setState({ breaking }), [store]);
  const ask = useParts(asked, PARTS, rewrite);
  const leading = useApp(leadingRun);
  const { played } = useApp(shownRuns);
  const scenario = scenarioOf(source);
  if (scenario === null) return null;
  const run = played.find((one) => one.run === leading);
  return <Bar scenario={scenario} configuration={leading.configuration} played={run ?? null} ask={ask} />;
}

const NONE: Placed = { count: 0, beyond: 0, idle: 0 };

function Bar(props: {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly played: PlayedRun | null;
  readonly ask: BreakAsk;
}) {
  const { scenario, configuration, played, ask } = props;
  const store = useAppStore();
  const canUndo = useApp(({ tree }) => tree.nodes.get(tree.current)?.parent !== null);
  const { par, tryAgain } = usePar(scenario, configuration, ask);
  const placed = useMemo(() => (played === null ? NONE : placedIn(played)), [played]);
  const all = placed.count + placed.idle;
  // What has won has nothing to give up.
  const isBroken = played !== null && brokenBy(played.run, ask.goal) !== null;
  const canGiveUp = par.best !== null && !isBroken;
  const isProven = par.best === null && par.excluded > ask.most;
  const noneToShow = isBroken
    ? text.noneToShow.broken
    : isProven
      ? text.noneToShow.none
      : text.noneToShow.searching;
  return (
    <section className="break-bar ui" aria-label={text.bar}>
      <p className="break-aim">
        <strong>{text.aim(text.goals[ask.goal])}</strong>
        <span>
          {text.placed(all, placed.idle)}, {shortPar(par, ask.most)}
        </span>
      </p>
      <Status played={played} placed={placed} ask={ask} par={par} scenario={scenario} />
      <div className="break-actions">
        <button
          type="button"
          aria-disabled={all === 0 || !canUndo}
          onClick={() => {
            if (all > 0) undo(store);
          }}
        >
          {text.undo}
        </button>
        <button
          type="button"
          aria-label={text.giveUp}
          aria-disabled={!canGiveUp}
          title={canGiveUp ? text.giveUp : noneToShow}
          onClick={() => {
            if (par.best !== null && canGiveUp) openFound(store, scenario, par.best.question, par.best.found);
          }}
        >
          {text.giveUpShort}
        </button>
        {tryAgain !== null && (
          <button type="button" onClick={tryAgain}>
            {text.tryAgain}
          </button>
        )}
        <button
          type="button"
          title={text.endTitle}
          onClick={() => {
            endBreaking(store);
            if (all > 0) notify(store, { text: text.ended(all) });
          }}
        >
          {text.end}
        </button>
      </div>
      {(played === null || all === 0 || isProven) && (
        <details className="break-more">
          <summary>{isProven ? parSentence(par, ask.most) : text.howShort}</summary>
          {isProven ? (
            <>
              {prove.says({ complete: true, properties: par.properties }, false).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              <p className="muted">{text.within(ask.most)}</p>
            </>
          ) : (
            <>
              <p>{text.how}</p>
              <p className="muted">{text.counts}</p>
            </>
          )}
        </details>
      )}
    </section>
  );
}

/** Whether it is broken, by which finding, and how that compares with the par. */
function Status(props: {
  readonly played: PlayedRun | null;
  readonly placed: Placed;
  readonly ask: BreakAsk;
  readonly par: Parameters<typeof comparedWords>[0];
  readonly scenario: Scenario;
}) {
  const { played, placed, ask, par, scenario } = props;
  const store = useAppStore();
  const { edited: given, isShown: isGiven } = useGiven(scenario, par.best);
  const finding = played === null ? null : brokenBy(played.run, ask.goal);
  if (played === null) return <p role="status">{text.status.cannotPlay}</p>;
  const { run, body } = played;
  if (finding === null) {
    const { outcome } = run.verdict;
    const [latest] = run.verdict.findings.toReversed();
    return (
      <p role="status" className="break-status">
        {placed.count + placed.idle === 0 ? (
          text.status.nothing
        ) : (
          <>
            <strong className={toneClass(outcome)}>{text.status.not(page.timeline.outcomes[outcome])}</strong>{' '}
            {latest !== undefined && describeFinding(latest, run)}{' '}
            <span className="muted">{placedWords(played)}</span>
          </>
        )}
        <LongerRun endMs={body.horizon} given={given} />
      </p>
    );
  }
  return (
    <p role="status" className="break-status">
      <strong className="tl-tone-corrupted">{text.status.broken(placed.count)}</strong>{' '}
      <strong>
        {isGiven ? text.compared.given : comparedWords(par, ask.most, placed.count, placed.beyond)}
      </strong>{' '}
      <button
        type="button"
        className="link"
        onClick={() => goToEntry(store, run.configuration, finding.entry)}
      >
        {describeFinding(finding, run)}
      </button>{' '}
      {body.faults.length > 0 && <span className="muted">{placedWords(played)}</span>}
    </p>
  );
}

/** The faults of a run in few words. */
function placedWords({ body, history, run }: PlayedRun): string {
  const chosen = placedIn({ body: { ...body, faults: [] }, history, run }).count;
  const parts = [
    ...body.faults.map((fault) => faultWords(fault, prove.ms)),
    ...(chosen > 0 ? [text.chosen(chosen)] : []),
  ];
  return parts.length === 0 ? '' : `(${text.list(parts)})`;
}

/** The schedule that the search found, as it would be opened, and whether that is what is shown. */
function useGiven(
  scenario: Scenario,
  best: FewestFound | null,
): { readonly edited: Edited | null; readonly isShown: boolean } {
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const schedule = useApp((state) => state.schedule);
  const given = useMemo(() => {
    if (best === null || best.question.job.kind !== 'scenario') return null;
    return openedCounterexample(scenario, best.question.job, best.found).edited;
    // oxlint-disable-next-line react/exhaustive-deps -- the same schedule is found anew with every answer of the desk
  }, [scenario, best?.question.key, best?.found]);
  return { edited: given, isShown: given !== null && sameEdited(given, { values, edits, schedule }) };
}

/** Where the schedule that is known takes longer than this run: by how much, and the way to a run that is as long. */
function LongerRun(props: { readonly endMs: number; readonly given: Edited | null }) {
  const { endMs, given } = props;
  const store = useAppStore();
  const wanted = given?.edits.set['/horizon'];
  if (typeof wanted !== 'number' || wanted <= endMs) return null;
  return (
    <>
      {' '}
      {text.longer(prove.ms(endMs))}{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          const { edits } = store.getState();
          edit(store, { edits: { ...edits, set: { ...edits.set, '/horizon': wanted } } });
        }}
      >
        {text.runUntil(prove.ms(wanted))}
      </button>
    </>
  );
}
