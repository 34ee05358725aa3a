import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Micros } from '../../engine/time.ts';
import { schedulerText as words } from '../../text/scheduler.ts';
import { formatTime } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf, leadingRun, shownRuns } from '../state/derived.ts';
import { edit, setCursor } from '../state/store.ts';
import { MOST_PICKS, optionsAt, ordinaryAfter, scheduleWith, stepAt, type Option } from './options.ts';
import './scheduler.css';

/** The reader is the scheduler: everything that can happen next, to choose from, step by step. */
export const SchedulerPanel = memo(function SchedulerPanel() {
  const store = useAppStore();
  const { played } = useApp(shownRuns);
  const leading = useApp(leadingRun);
  const cursor = useApp(cursorOf);
  const schedule = useApp((state) => state.schedule);
  const run = played.find((one) => one.run.configuration === leading.configuration);
  /** A step that left no entry is nowhere on the cursor's way: it is remembered as long as the cursor stays. */
  const [silent, setSilent] = useState<{ readonly cursor: unknown; readonly step: number } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('button')?.focus();
  });
  const derived = run === undefined ? 0 : stepAt(run.history, cursor);
  const step = silent?.cursor === cursor ? silent.step : derived;
  const options = useMemo(
    () => (run === undefined ? [] : optionsAt(run.model, run.history, step)),
    [run, step],
  );
  if (run === undefined) return <p className="muted scheduler">{words.recorded}</p>;
  const { history } = run;
  const now = (history.steps[step]?.world.now ?? 0) as Micros;

  /** Brings the cursor to the last entry that there is after a step, and stays at that step. */
  const goTo = (wanted: number): void => {
    const state = store.getState();
    const shown = shownRuns(state).played.find((one) => one.run.configuration === leading.configuration);
    const steps = shown?.history.steps ?? [];
    const target = Math.min(Math.max(0, wanted), steps.length - 1);
    setCursor(store, { seq: Math.max(0, (steps[target]?.world.nextSeq ?? 1) - 1), t: null });
    setSilent({ cursor: cursorOf(store.getState()), step: target });
  };
  const choose = (option: Option): void => {
    // What happens in this run anyway changes nothing: later choices stay.
    if (!option.isTaken) edit(store, { schedule: scheduleWith(schedule, step, option) });
    wantsFocus.current = true;
    goTo(step + 1);
  };
  const later = schedule.picks.filter((pick) => pick.step > step).length;
  const isFull = schedule.picks.length - later >= MOST_PICKS;
  const faults = options.filter(({ isFault }) => isFault);
  const others = options.filter(({ isFault }) => !isFault);
  const optionList = (name: string, some: readonly Option[]) =>
    some.length > 0 && (
      <section aria-label={name}>
        <h3>{name}</h3>
        <ul>
          {some.map((option) => (
            <li key={option.choice.name}>
              <button
                type="button"
                className={option.isOrdinary ? 'by-clock' : undefined}
                aria-disabled={isFull && !option.isOrdinary}
                onClick={() => {
                  if (!isFull || option.isOrdinary) choose(option);
                }}
              >
                <span className="scheduler-what">{option.words}</span>
                <span className="scheduler-when">
                  {' '}
                  {words.at(formatTime(leading, option.choice.at))}
                  {option.isOrdinary && `, ${words.ordinary}`}
                  {option.isTaken && !option.isOrdinary && `, ${words.taken}`}
                  {option.choice.passesOver > 0 && `. ${words.passesOver(option.choice.passesOver)}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );

  return (
    <div className="scheduler">
      <div className="scheduler-head">
        <h3>{words.heading(String(step), String(history.steps.length - 1), formatTime(leading, now))}</h3>
        <button type="button" aria-disabled={step === 0} onClick={() => goTo(step - 1)}>
          {words.back}
        </button>
        <button type="button" aria-disabled={step >= history.steps.length - 1} onClick={() => goTo(step + 1)}>
          {words.forward}
        </button>
      </div>
      <p className="muted">{isFull ? words.full(MOST_PICKS) : words.intro}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons bubble to here */}
      <div ref={list} onKeyDown={moveWithArrows}>
        {options.length === 0 ? <p>{words.over}</p> : optionList(words.byClock, others)}
        {optionList(words.faults, faults)}
      </div>
      <section aria-label={words.chosen(schedule.picks.length)}>
        <h3>{schedule.picks.length === 0 ? words.none : words.chosen(schedule.picks.length)}</h3>
        {schedule.picks.length > 0 && (
          <>
            <ol className="scheduler-picks">
              {schedule.picks.map((pick) => (
                <li key={pick.step}>
                  <button type="button" className="link" onClick={() => goTo(pick.step)}>
                    {words.pick(pick.step, pick.choice)}
                  </button>
                </li>
              ))}
            </ol>
            {played.flatMap((one) =>
              one.history.missed.map((missed) => (
                <p key={`${one.run.configuration} ${String(missed.step)}`} className="muted">
                  {words.missed(one.run.label, missed.step, missed.choice)}
                </p>
              )),
            )}
            {later > 0 && (
              <button type="button" onClick={() => edit(store, { schedule: ordinaryAfter(schedule, step) })}>
                {words.ordinaryOn}
              </button>
            )}
            <button type="button" onClick={() => edit(store, { schedule: ordinaryAfter(schedule, 0) })}>
              {words.allOrdinary}
            </button>
          </>
        )}
      </section>
    </div>
  );
});

function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, index + by))]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
