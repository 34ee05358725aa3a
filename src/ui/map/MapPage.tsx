import { useCallback, useMemo, useState } from 'react';
import { good } from '../../engine/result.ts';
import { RUN_OUTCOMES, type CellResult, type RunOutcome } from '../../explore/map/cell.ts';
import { hasEdits } from '../../scenarios/edits.ts';
import { readMap, valuesOf, type MapAxis } from '../../scenarios/map/map-spec.ts';
import { mapText as words } from '../../text/map.ts';
import { valueWords } from '../../text/map-parts.ts';
import { sweepText } from '../../text/sweep.ts';
import { configurationLabel } from '../labels.ts';
import { useAppStore } from '../state/app-context.ts';
import { edit } from '../state/store.ts';
import { useStable } from '../timeline/use-stable.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';
import type { StudyPageProps } from '../study/page.ts';
import { adopt, subjectOfFile } from './adopt.ts';
import { pauseToAdd } from './add-pause.ts';
import { LONGEST_ASKED, mapOfText, textOfMap, type MapAsk } from './ask.ts';
import { AxisFields } from './AxisFields.tsx';
import { CellCard, cellSentence, runToOpen } from './CellCard.tsx';
import { DrawFields } from './DrawFields.tsx';
import { isTooLong } from './kept-lists.ts';
import { nearestCell, placeOf, stepOf } from './geometry.ts';
import { HowMany } from './HowMany.tsx';
import { Legend, MapPicture, type DrawnSide } from './MapPicture.tsx';
import type { MapState } from './map-desk.ts';
import { MapFile } from './MapFile.tsx';
import { MapTable } from './MapTable.tsx';
import { NothingToAsk } from './NothingToAsk.tsx';
import { questionFor, type Subject } from './subject.ts';
import { SweepBar } from './SweepBar.tsx';
import { totalsOf, wordsOfEdges } from './totals.ts';
import { useAsked } from './use-asked.ts';
import { useInOrder } from './use-in-order.ts';
import { useOpenRun } from './use-open-run.ts';
import { useSubject, useSweep } from './use-sweep.ts';
import { usualMap } from './usual.ts';
import './map.css';

/** How likely an outcome is over two numbers of the scenario, cell by cell, as it is played. */
export function MapPage({ scenario, configuration, asked, onChange }: StudyPageProps) {
  const subject = useSubject(scenario, configuration);
  const read = useAsked('map', configuration, asked, (text) => mapOfText(text, configuration), onChange);
  const usual = useMemo(
    () => (subject.ok && asked === '' ? usualMap(subject.value) : null),
    [subject, asked],
  );
  const ask = read ?? usual;
  if (!subject.ok || ask === null) {
    return (
      <NothingToAsk
        {...{ scenario, configuration }}
        why={words.tooFew}
        problems={subject.ok ? [] : subject.problems}
      />
    );
  }
  return <MapOf subject={subject.value} ask={ask} isUsual={asked === ''} asked={asked} onChange={onChange} />;
}

function MapOf(props: {
  readonly subject: Subject;
  readonly ask: MapAsk;
  readonly isUsual: boolean;
  readonly asked: string;
  readonly onChange: (asked: string) => void;
}) {
  const { subject, ask, isUsual, asked, onChange } = props;
  const { scenario, configuration, targets } = subject;
  const store = useAppStore();
  const [hovered, hover] = useState<number | null>(null);
  const question = useMemo(() => questionFor(subject, [ask.x, ask.y], ask), [subject, ask]);
  const pause = useMemo(() => pauseToAdd(subject), [subject]);
  const count = ask.x.cells * ask.y.cells;
  const state = useSweep(question, count);
  const change = (to: Partial<MapAsk>): void => onChange(textOfMap({ ...ask, cell: null, ...to }));

  const x = useMemo(() => sideFor(subject, ask.x), [subject, ask]);
  const y = useMemo(() => sideFor(subject, ask.y), [subject, ask]);
  const ownCell = nearestOwn(subject, ask.y) * ask.x.cells + nearestOwn(subject, ask.x);
  const chosen = ask.cell ?? ownCell;
  const looked = hovered ?? chosen;
  const resultOf = (cell: number): CellResult | null => state?.cells.get(cell) ?? null;
  const { show } = ask;
  const shareOf = useCallback((cell: number) => shareIn(state, cell, show), [state, show]);
  // Thousands of cells are not gone through anew for a pointer that moves.
  const steps = useMemo(
    () =>
      Array.from({ length: count }, (_, cell) => {
        const share = shareIn(state, cell, ask.show);
        return share === null ? null : stepOf(share);
      }),
    [state, count, ask.show],
  );
  const columns = valuesOf(ask.x);
  const rows = valuesOf(ask.y);
  const placeWords = (cell: number): string =>
    words.cell(
      x.label,
      valueWords(columns[cell % columns.length] ?? 0, x.unit),
      y.label,
      valueWords(rows[Math.floor(cell / columns.length)] ?? 0, y.unit),
    );
  const open = useOpenRun(subject, question, (cell) => onChange(textOfMap({ ...ask, cell })));
  const choose = useStable((cell: number) => change({ cell }));
  const openShown = useStable((cell: number) => {
    const result = resultOf(cell);
    if (result !== null) open(cell, runToOpen(result, ask.show));
  });
  const used = [ask.x, ask.y, ...ask.draws].map(({ target }) => target);
  const side = (name: 'x' | 'y') => (
    <AxisFields
      heading={words.sides[name]}
      axis={ask[name]}
      targets={targets}
      used={used}
      onChange={(axis) => change({ [name]: axis })}
    />
  );

  const form = (
    <div className="study-side map-form" key="form">
      <ConfigurationChoice scenario={scenario} configuration={configuration} />
      {side('x')}
      {side('y')}
      <DrawFields
        draws={ask.draws}
        targets={targets}
        swept={[ask.x.target, ask.y.target]}
        onChange={(draws) => change({ draws })}
        pause={pause}
        onPause={({ edits, draws }) => {
          edit(store, { edits });
          // What is usual finds the pause by itself.
          if (!isUsual) change({ draws: [...ask.draws, ...draws] });
        }}
      />
      <HowMany label={sweepText.runsOfCell} runs={ask.runs} seed={ask.seed} onChange={change} />
      <MapFile
        name={`${scenario.id}-map.json`}
        make={() => ({
          format: 'fenceline-map',
          version: 1,
          scenario: scenario.id,
          configuration,
          values: question.job.values,
          ...(hasEdits(subject.edits) ? { edits: subject.edits } : {}),
          x: ask.x,
          y: ask.y,
          draws: ask.draws,
          runs: ask.runs,
          seed: ask.seed,
          results: [...(state?.cells.values() ?? [])].toSorted(byCell),
        })}
        take={(document) => {
          const file = readMap(document);
          if (!file.ok) return file;
          const { x, y, draws, runs, seed } = file.value;
          const of = subjectOfFile(scenario, file.value);
          if (!of.ok) return of;
          adopt(store, of.value);
          onChange(textOfMap({ x, y, draws, runs, seed, show: ask.show, cell: null }));
          return good(null);
        }}
      />
      {!isUsual && (
        <button type="button" className="link" onClick={() => onChange('')}>
          {sweepText.reset}
        </button>
      )}
    </div>
  );
  const main = (
    <section className="study-main" key="main" aria-label={configurationLabel(scenario, configuration)}>
      <SweepBar question={question} state={state} cells={count} begin={words.draw}>
        <label className="study-choice">
          <span>{words.shown}</span>
          <select
            value={ask.show}
            onChange={({ target: { value } }) => {
              const show = RUN_OUTCOMES.find((one) => one === value);
              if (show !== undefined) change({ show, cell: ask.cell });
            }}
          >
            {RUN_OUTCOMES.map((outcome) => (
              <option key={outcome} value={outcome}>
                {words.outcome(outcome)}
              </option>
            ))}
          </select>
        </label>
      </SweepBar>
      {isTooLong(asked) && <p className="muted">{sweepText.tooLong(LONGEST_ASKED)}</p>}
      <div className="map-says">
        {[
          ...wordsOfEdges({ ask, x, y, ownCell, shareOf }),
          ...totalsOf(ask, state?.end?.type === 'done' ? state.cells : null),
        ].map((sentence, index) => (
          <p key={sentence} className={index === 0 ? 'map-headline' : ''}>
            {sentence}
          </p>
        ))}
      </div>
      <div className="map-both">
        <div className="map-left">
          <MapPicture
            {...{ x, y, show: ask.show, cell: chosen, isChosen: ask.cell !== null }}
            steps={steps}
            hint="map-hint"
            sentence={cellSentence(placeWords(chosen), resultOf(chosen), ask.show)}
            onHover={hover}
            onChoose={choose}
            onOpen={openShown}
          />
          <Legend show={ask.show} />
          <p className="muted" id="map-hint">
            {words.keys}
          </p>
        </div>
        <CellCard
          place={placeWords(looked)}
          result={resultOf(looked)}
          show={ask.show}
          onOpen={(run) => open(looked, run)}
        />
      </div>
      <MapTable x={x} y={y} show={ask.show} shareOf={shareOf} />
      <p className="muted">{words.assumes}</p>
    </section>
  );
  return useInOrder(form, main);
}

function shareIn(state: MapState | null, cell: number, show: RunOutcome): number | null {
  const result = state?.cells.get(cell);
  return result === undefined ? null : result.outcomes[show] / result.runs;
}

const byCell = (a: CellResult, b: CellResult): number => a.cell - b.cell;

function sideFor({ targets }: Subject, axis: MapAxis): DrawnSide {
  const target = targets.find(({ id }) => id === axis.target);
  return {
    axis,
    label: target?.label ?? axis.target,
    unit: target?.unit ?? 'time',
    own: target === undefined ? null : placeOf(axis, target.own),
    ownValue: target?.own ?? null,
  };
}

function nearestOwn({ targets }: Subject, axis: MapAxis): number {
  const target = targets.find(({ id }) => id === axis.target);
  return nearestCell(axis, target?.own ?? axis.from);
}
