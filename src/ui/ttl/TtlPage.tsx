import { useMemo } from 'react';
import { bad, good, type Result } from '../../engine/result.ts';
import type { CellResult } from '../../explore/map/cell.ts';
import { whichTtl } from '../../explore/map/which-ttl.ts';
import { hasEdits } from '../../scenarios/edits.ts';
import { readTtl, valuesOf } from '../../scenarios/map/map-spec.ts';
import { sweepText } from '../../text/sweep.ts';
import { ttlText as words } from '../../text/ttl.ts';
import { configurationLabel } from '../labels.ts';
import { pauseToAdd } from '../map/add-pause.ts';
import { adopt, subjectOfFile } from '../map/adopt.ts';
import { desk } from '../map/desk-of-page.ts';
import { LONGEST_ASKED, textOfTtl, ttlOfText, type TtlAsk } from '../map/ask.ts';
import { AxisFields } from '../map/AxisFields.tsx';
import { runToOpen } from '../map/CellCard.tsx';
import { DrawFields } from '../map/DrawFields.tsx';
import { isTooLong } from '../map/kept-lists.ts';
import { nearestCell } from '../map/geometry.ts';
import { HowMany } from '../map/HowMany.tsx';
import { MapFile } from '../map/MapFile.tsx';
import { COUNT, NumberField } from '../map/NumberField.tsx';
import { NothingToAsk } from '../map/NothingToAsk.tsx';
import { questionFor, type Subject } from '../map/subject.ts';
import { SweepBar } from '../map/SweepBar.tsx';
import { useAsked } from '../map/use-asked.ts';
import { isTtl } from '../map/targets-of.ts';
import { useInOrder } from '../map/use-in-order.ts';
import { useOpenRun } from '../map/use-open-run.ts';
import { useSubject, useSweep } from '../map/use-sweep.ts';
import { usualTtl } from '../map/usual.ts';
import { useAppStore } from '../state/app-context.ts';
import { edit, setParameter } from '../state/store.ts';
import { useStable } from '../timeline/use-stable.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';
import type { StudyPageProps } from '../study/page.ts';
import { answerWords } from './answer-words.ts';
import { Curves } from './Curves.tsx';
import { PointCard, pointSentence, type TakeoverOf } from './PointCard.tsx';
import { takeoverQuestion } from './takeover-question.ts';
import { TtlTable } from './TtlTable.tsx';
import '../map/map.css';
import './ttl.css';

/** A rarer outcome than one in so many no number of runs that is played here can show. */
const MOST_PARTS = 26_000;

/** The smallest TTL that keeps corruption rare enough, and what it costs. */
export function TtlPage({ scenario, configuration, asked, onChange }: StudyPageProps) {
  const subject = useSubject(scenario, configuration);
  const read = useAsked(
    'ttl',
    configuration,
    asked,
    (text) => ofTtl(ttlOfText(text, configuration), subject),
    onChange,
  );
  const usual = useMemo(
    () => (subject.ok && asked === '' ? usualTtl(subject.value) : null),
    [subject, asked],
  );
  const ask = read ?? usual;
  if (!subject.ok || ask === null) {
    return (
      <NothingToAsk
        {...{ scenario, configuration }}
        why={words.noTtl}
        problems={subject.ok ? [] : subject.problems}
      />
    );
  }
  return <TtlOf subject={subject.value} ask={ask} asked={asked} onChange={onChange} />;
}

function TtlOf(props: {
  readonly subject: Subject;
  readonly ask: TtlAsk;
  readonly asked: string;
  readonly onChange: (asked: string) => void;
}) {
  const { subject, ask, asked, onChange } = props;
  const { scenario, configuration, targets } = subject;
  const store = useAppStore();
  const question = useMemo(() => questionFor(subject, [ask.ttl], ask), [subject, ask]);
  const state = useSweep(question, ask.ttl.cells);
  const change = (to: Partial<TtlAsk>): void => onChange(textOfTtl({ ...ask, point: null, ...to }));

  const resultOf = (cell: number): CellResult | null => state?.cells.get(cell) ?? null;
  const results = state === null ? [] : [...state.cells.values()];
  const isComplete = state?.end?.type === 'done';
  const pause = useMemo(() => pauseToAdd(subject), [subject]);
  const stops = useMemo(() => takeoverQuestion(subject, ask), [subject, ask]);
  const takeovers = useSweep(stops, ask.ttl.cells, isComplete ? 'always' : 'not-yet');
  const failed =
    takeovers?.end?.type === 'failed' || takeovers?.end?.type === 'problem' ? takeovers.end : null;
  const measured = stops === null || takeovers?.end?.type === 'done' ? 'done' : 'waits';
  /** Not there: not measured yet. */
  const takeoverOf = (cell: number): TakeoverOf | undefined =>
    (stops === null ? resultOf(cell) : takeovers?.cells.get(cell)) ?? undefined;
  const answer = useMemo(
    () => {
      const measuredIn = stops === null ? state : takeovers;
      return whichTtl(
        // Whoever asks for it keeps these beside the question.
        { ...ask, format: 'fenceline-ttl', version: 1, configuration, values: {}, draws: [...ask.draws] },
        [...(state?.cells.values() ?? [])].map((result) => ({
          ...result,
          takeover: measuredIn?.cells.get(result.cell)?.takeover ?? null,
        })),
      );
    },
    // Cells are added to one list; a state is new with each.
    [ask, configuration, stops, state, takeovers],
  );
  const { points } = answer;
  const smallest = isComplete ? answer.smallest : null;
  const values = useMemo(() => valuesOf(ask.ttl), [ask]);
  const own = targets.find(({ id }) => id === ask.ttl.target);
  const ownMs = own?.own ?? null;
  const at =
    ask.point ?? (smallest === null ? nearestCell(ask.ttl, ownMs ?? 0) : values.indexOf(smallest.ttlMs));
  const ttlMs = values[at] ?? ask.ttl.from;
  const open = useOpenRun(subject, question, (point) => onChange(textOfTtl({ ...ask, point })));
  const choose = useStable((point: number) => change({ point }));
  const openShown = useStable((point: number) => {
    const result = resultOf(point);
    if (result !== null) open(point, runToOpen(result, 'corrupted'));
  });
  const swept = [ask.ttl.target];

  const form = (
    <div className="study-side map-form" key="form">
      <ConfigurationChoice scenario={scenario} configuration={configuration} />
      <fieldset>
        <NumberField
          label={words.target}
          value={Math.round((1 / ask.target) * 1e6) / 1e6}
          unit={COUNT}
          min={1.01}
          max={MOST_PARTS}
          onChange={(parts) => change({ target: Math.round(1e6 / parts) / 1e6 })}
        />
      </fieldset>
      <DrawFields
        draws={ask.draws}
        targets={targets}
        swept={swept}
        onChange={(draws) => change({ draws })}
        pause={pause}
        onPause={({ edits, draws }) => {
          edit(store, { edits });
          // What is usual finds the pause by itself.
          if (asked !== '') change({ draws: [...ask.draws, ...draws] });
        }}
      />
      <AxisFields
        heading={words.tried}
        axis={ask.ttl}
        targets={targets.filter(isTtl)}
        used={[...swept, ...ask.draws.map(({ target }) => target)]}
        onChange={(ttl) => change({ ttl })}
      />
      <HowMany label={sweepText.runs} runs={ask.runs} seed={ask.seed} onChange={change} />
      <MapFile
        name={`${scenario.id}-ttl.json`}
        make={() => ({
          format: 'fenceline-ttl',
          version: 1,
          scenario: scenario.id,
          configuration,
          values: question.job.values,
          ...(hasEdits(subject.edits) ? { edits: subject.edits } : {}),
          ttl: ask.ttl,
          target: ask.target,
          draws: ask.draws,
          runs: ask.runs,
          seed: ask.seed,
          results: results.toSorted((a, b) => a.cell - b.cell),
        })}
        take={(document) => {
          const read = readTtl(document);
          if (!read.ok) return read;
          const of = subjectOfFile(scenario, read.value);
          if (!of.ok) return of;
          const file = ofTtl(read, of);
          if (!file.ok) return file;
          const { ttl, target, draws, runs, seed } = file.value;
          adopt(store, of.value);
          onChange(textOfTtl({ ttl, target, draws, runs, seed, point: null }));
          return good(null);
        }}
      />
      {asked !== '' && (
        <button type="button" className="link" onClick={() => onChange('')}>
          {sweepText.reset}
        </button>
      )}
    </div>
  );
  const main = (
    <section className="study-main" key="main" aria-label={configurationLabel(scenario, configuration)}>
      <SweepBar question={question} state={state} cells={ask.ttl.cells} begin={words.draw} />
      {isTooLong(asked) && <p className="muted">{sweepText.tooLong(LONGEST_ASKED)}</p>}
      {failed !== null && stops !== null && (
        <p className="refused" role="status">
          {failed.type === 'failed'
            ? words.takeoversFailed(failed.message)
            : words.takeoversProblem(
                failed.problems.map(({ where, what }) => `${where} ${what}`).join('; '),
              )}{' '}
          <button type="button" onClick={() => desk.ask(stops)}>
            {sweepText.again}
          </button>
        </p>
      )}
      <div className="map-says" aria-live="polite">
        {answerWords(ask, answer, isComplete, failed === null ? measured : 'failed').map(
          (sentence, index) => (
            <p key={sentence} className={index === 0 && isComplete ? 'map-headline' : ''}>
              {sentence}
            </p>
          ),
        )}
      </div>
      <div className="map-both">
        <div className="map-left">
          <Curves
            axis={ask.ttl}
            label={own?.label ?? ask.ttl.target}
            {...{ points, values, at, ownMs, target: ask.target, isChosen: ask.point !== null }}
            answerMs={smallest?.ttlMs ?? null}
            hint="ttl-hint"
            sentence={pointSentence(ttlMs, resultOf(at), takeoverOf(at))}
            onChoose={choose}
            onOpen={openShown}
          />
          <p className="muted">
            <span id="ttl-hint">{words.keys}</span> {words.plots.root}{' '}
            {stops === null ? words.takeoverOf.same : words.takeoverOf.crash} {words.takeoverOf.waits}
          </p>
        </div>
        <PointCard
          ttlMs={ttlMs}
          result={resultOf(at)}
          takeover={takeoverOf(at)}
          isSet={ownMs === ttlMs}
          onOpen={(run) => open(at, run)}
          onApply={() => setParameter(store, ask.ttl.target, ttlMs)}
        />
      </div>
      <TtlTable points={points} />
      {words.assumes.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
  return useInOrder(form, main);
}

/** A question for a TTL is of a TTL: anything else is refused, by name. */
function ofTtl<Asked extends Pick<TtlAsk, 'ttl'>>(
  read: Result<Asked>,
  subject: Result<Subject>,
): Result<Asked> {
  if (!read.ok || !subject.ok) return read;
  const { target } = read.value.ttl;
  const isOne = subject.value.targets.some((one) => one.id === target && isTtl(one));
  return isOne ? read : bad({ where: 'ttl.target', what: words.notOne(target) });
}
