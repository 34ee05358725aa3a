import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Scenario } from '../../scenarios/scenario.ts';
import { nearestValue, SAMPLES, type RangedParameter } from '../../scenarios/strip/samples.ts';
import type { Stretch } from '../../scenarios/strip/stretches.ts';
import { stripsText } from '../../text/strips.ts';
import { configurationLabel, parameterLabel } from '../labels.ts';
import { numberText, unitOf } from '../setup/unit-of.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { setParameter } from '../state/store.ts';
import { toneClass } from '../timeline/colours.ts';
import { deskOfPage } from './desk-of-page.ts';
import { isPressed } from './pressed.ts';
import { questionOf } from './question-of.ts';
import type { StripState } from './strip-desk.ts';
import './strips.css';

/** Changes that follow each other at once are waited for. */
const PATIENCE_MS = 40;
/** Who still has hold of something will most likely change it again: the page's thread comes first then. */
const HELD_PATIENCE_MS = 400;
/** What opens has more urgent things to do than to start workers. */
const FIRST_PATIENCE_MS = 700;

/** Under a parameter: what each configuration shown comes to over the whole range, all else as it is. */
export const ParameterStrips = memo(function ParameterStrips(props: {
  readonly scenario: Scenario;
  readonly parameter: RangedParameter;
  readonly value: number;
}) {
  const { scenario, parameter, value } = props;
  const shown = useApp(shownConfigurations);
  const values = useApp((state) => state.values);
  const schedule = useApp((state) => state.schedule);
  const edits = useApp((state) => state.edits);
  const questions = useMemo(
    () => shown.map((id) => questionOf(scenario, id, parameter.id, { values, schedule, edits })),
    [scenario, shown, parameter, values, schedule, edits],
  );

  /** What the desk was asked last: while somebody drags, strips stay as they were, faded, and are not drawn anew. */
  const [asked, ask] = useState(questions);
  useEffect(() => {
    const desk = deskOfPage();
    const held = isPressed() ? HELD_PATIENCE_MS : PATIENCE_MS;
    const patience = desk.isAsked(parameter.id) ? held : FIRST_PATIENCE_MS;
    const timer = setTimeout(() => {
      desk.want(parameter.id, parameter, questions);
      ask(questions);
    }, patience);
    return () => clearTimeout(timer);
  }, [parameter, questions]);
  useEffect(() => () => deskOfPage().leave(parameter.id), [parameter]);

  return (
    <div className="strips" title={stripsText.note(SAMPLES)}>
      {questions.map(({ key, configuration }) => {
        const last = asked.find((question) => question.configuration === configuration)?.key ?? key;
        return (
          <Strip
            key={configuration}
            question={last}
            isBehind={last !== key}
            scenario={scenario}
            parameter={parameter}
            configuration={configuration}
            isAlone={shown.length === 1}
            value={value}
          />
        );
      })}
    </div>
  );
});

const Strip = memo(function Strip(props: {
  readonly question: string;
  /** Something changed since it was asked. */
  readonly isBehind: boolean;
  readonly scenario: Scenario;
  readonly parameter: RangedParameter;
  readonly configuration: string;
  readonly isAlone: boolean;
  readonly value: number;
}) {
  const { question, isBehind, scenario, parameter, configuration, isAlone, value } = props;
  const store = useAppStore();
  const desk = deskOfPage();
  const state = useSyncExternalStore(desk.subscribe, () => desk.stateOf(question));
  /** What was known before the question changed: shown, faded, until the new strip is there. */
  const [kept, keep] = useState<StripState | null>(null);
  if (state?.isDone === true && state !== kept) keep(state);
  const drawn = state?.isDone === true ? state : (kept ?? state);
  const isStale = isBehind || drawn !== state;
  const name = configurationLabel(scenario, configuration);
  const label = parameterLabel(scenario, parameter);
  const share = (at: number): number =>
    parameter.max > parameter.min ? (at - parameter.min) / (parameter.max - parameter.min) : 0;

  // Not with every value of a field that is moved: the strip is the same for all of them.
  const sentence = useMemo(() => {
    if (drawn?.isDone !== true) return undefined;
    const { unit, per } = unitOf(parameter);
    return stripsText.sentence(name, drawn.stretches, (at) => `${numberText(at / per)} ${unit}`);
  }, [drawn, name, parameter]);

  return (
    <div
      className={isStale ? 'strip stale' : 'strip'}
      role="group"
      aria-label={stripsText.label(label, name)}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the slider above does the same by keyboard */}
      <div
        className="strip-band"
        title={sentence}
        onClick={(event) => {
          const bounds = event.currentTarget.getBoundingClientRect();
          const at = (event.clientX - bounds.left) / Math.max(1, bounds.width);
          setParameter(store, parameter.id, nearestValue(parameter, at));
        }}
      >
        {drawn?.isDone === true && drawn.failure === null && <span className="hidden">{sentence}</span>}
        {drawn?.stretches.map((stretch, index) => (
          <span
            key={stretch.from}
            className={`strip-run ${stretch.outcome === 'none' ? 'none' : toneClass(stretch.outcome)}`}
            style={extent(drawn.stretches, index, share)}
          />
        ))}
        <span className="strip-now" style={{ left: percent(share(value)) }} />
      </div>
      <p className="strip-words">
        {!isAlone && <span className="strip-name">{name}: </span>}
        <Words state={drawn} parameter={parameter} label={label} value={value} />
      </p>
    </div>
  );
});

/** The stretch that the value lies in, with its edges; each edge can be chosen. */
function Words(props: {
  readonly state: StripState | null;
  readonly parameter: RangedParameter;
  readonly label: string;
  readonly value: number;
}) {
  const { state, parameter, label, value } = props;
  if (state === null || !state.isDone) return <span className="muted">{stripsText.working}</span>;
  if (state.failure !== null) return <span>{stripsText.failed(state.failure)}</span>;
  // A value between two samples belongs to the stretch that begins last before it, as the band is drawn.
  const index = Math.max(
    0,
    state.stretches.findLastIndex(({ from }) => from <= value),
  );
  const here = state.stretches[index];
  if (here === undefined) return null;
  if (state.stretches.length === 1) return <span>{stripsText.throughout(here.outcome)}</span>;
  const isFirst = index === 0;
  const next = state.stretches[index + 1];
  const edge = (at: number, bare = false) => (
    <Edge parameter={parameter} label={label} value={at} isBare={bare} />
  );
  if (next !== undefined && value > here.to) {
    return (
      <>
        {stripsText.outcome(here.outcome)} {stripsText.to} {edge(here.to)}, {stripsText.outcome(next.outcome)}{' '}
        {stripsText.from} {edge(next.from)}
      </>
    );
  }
  // What is worst is said even where the value does not lie in it.
  const isNamed = here.outcome === 'corrupted' || (isFirst && next?.outcome === 'corrupted');
  const worst = isNamed ? undefined : state.stretches.find(({ outcome }) => outcome === 'corrupted');
  return (
    <>
      {stripsText.outcome(here.outcome)}
      {!isFirst && (
        <>
          {' '}
          {stripsText.from} {edge(here.from, next !== undefined)}
        </>
      )}
      {next !== undefined && (
        <>
          {' '}
          {stripsText.to} {edge(here.to)}
          {isFirst && `, ${stripsText.next(next.outcome)}`}
        </>
      )}
      {worst !== undefined && (
        <>
          ; {stripsText.outcome(worst.outcome)}{' '}
          {worst === state.stretches[0] ? (
            <>
              {stripsText.to} {edge(worst.to)}
            </>
          ) : (
            <>
              {stripsText.from} {edge(worst.from)}
              {worst !== state.stretches.at(-1) && (
                <>
                  {' '}
                  {stripsText.to} {edge(worst.to)}
                </>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

function Edge(props: {
  readonly parameter: RangedParameter;
  readonly label: string;
  readonly value: number;
  /** Without its unit, which stands at the next one. */
  readonly isBare: boolean;
}) {
  const { parameter, label, value, isBare } = props;
  const store = useAppStore();
  const { unit, per } = unitOf(parameter);
  const number = numberText(value / per);
  const whole = `${number} ${unit}`;
  return (
    <button
      type="button"
      className="link"
      title={stripsText.goTo(label, whole)}
      onClick={() => setParameter(store, parameter.id, value)}
    >
      {isBare ? number : whole}
    </button>
  );
}

/** A stretch reaches half way to its neighbours, which at an edge is half a step. */
function extent(
  stretches: readonly Stretch[],
  index: number,
  share: (value: number) => number,
): React.CSSProperties {
  const [before, own, after] = [stretches[index - 1], stretches[index], stretches[index + 1]];
  if (own === undefined) return {};
  const left = before === undefined ? 0 : share((before.to + own.from) / 2);
  const right = after === undefined ? 1 : share((own.to + after.from) / 2);
  return { left: percent(left), width: percent(right - left) };
}

function percent(share: number): string {
  return `${String(Math.round(share * 100_000) / 1000)}%`;
}
