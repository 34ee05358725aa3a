import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { handsText } from '../../text/hands.ts';
import { formatTime } from '../format-time.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { shownRuns } from '../state/derived.ts';
import { scenarioOf } from '../state/source.ts';
import { edit, endGesture, undo, type AppStore } from '../state/store.ts';
import type { GripPhase, TimelineGrip } from '../timeline/grip-props.ts';
import type { TimeView } from '../timeline/time-view.ts';
import type { Micros } from '../../engine/time.ts';
import type { Grip } from './grip.ts';
import { gripsInMotion, gripsOf } from './grips.ts';

/** A grip that was taken and not let go yet. */
interface Taken {
  readonly grip: Grip;
  readonly gesture: string;
  /** The runs as they were, and the part of the axis that was in view: it stays while something is moved. */
  readonly before: readonly Run[];
  readonly view: TimeView;
}

/** What the picture needs so that it can be taken hold of. */
export interface Hands {
  readonly grips: readonly (readonly TimelineGrip[])[];
  readonly onGrip: (run: number, grip: string, phase: GripPhase, t: number) => void;
  readonly ghosts: readonly Run[] | null;
  /** The part of the axis to show meanwhile; null: nothing is held. */
  readonly view: TimeView | null;
}

/**
 * Lets the reader take hold of the runs that are shown: every move computes them anew. `isMoving`: something
 * else than a handle is being moved, such as a field.
 */
export function useGrips(extent: () => TimeView, isMoving: boolean): Hands {
  const store = useAppStore();
  const { runs, played } = useApp(shownRuns);
  const source = useApp((state) => state.source);
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const schedule = useApp((state) => state.schedule);
  const scenario = scenarioOf(source);
  const [taken, setTaken] = useState<Taken | null>(null);
  const holding = taken?.grip ?? null;
  const held = useMemo(() => {
    if (scenario === null) return [];
    const edited = { values, edits, schedule };
    return played.map((one) =>
      isMoving || holding !== null
        ? gripsInMotion(scenario, edited, one, holding)
        : gripsOf(scenario, edited, one),
    );
  }, [scenario, values, edits, schedule, played, isMoving, holding]);
  const grips = useMemo(
    () => held.map((list, index) => list.map((grip) => shownGrip(grip, runs[index]))),
    [held, runs],
  );
  const gestures = useRef(0);
  const latest = useRef({ held, taken, runs });
  useLayoutEffect(() => {
    latest.current = { held, taken, runs };
  }, [held, taken, runs]);
  const frame = useRef<number | null>(null);

  const onGrip = useCallback(
    (run: number, id: string, phase: GripPhase, t: number): void => {
      const now = latest.current;
      const own = now.held[run]?.find((grip) => grip.id === id);
      const move = ({ grip, gesture }: Pick<Taken, 'grip' | 'gesture'>): void =>
        edit(store, grip.moved(t), gesture);
      const drop = (): void => {
        if (frame.current !== null) cancelAnimationFrame(frame.current);
        frame.current = null;
      };
      if (phase === 'key') {
        if (own === undefined) return;
        const gesture = `keys ${id}`;
        const goesOn = store.getState().tree.gesture === gesture;
        move({ grip: own, gesture });
        if (!goesOn) endWithKey(store, gesture);
        return;
      }
      if (phase === 'start') {
        if (own === undefined) return;
        gestures.current += 1;
        endGesture(store);
        setTaken({
          grip: own,
          gesture: `drag ${String(gestures.current)}`,
          before: now.runs,
          view: extent(),
        });
        return;
      }
      const held = now.taken;
      if (held === null) return;
      drop();
      if (phase === 'move') {
        // The picture can show one change a frame.
        frame.current = requestAnimationFrame(() => move(held));
        return;
      }
      if (phase === 'end') move(held);
      setTaken(null);
      const isChanged = store.getState().tree.gesture === held.gesture;
      endGesture(store);
      if (phase === 'cancel' && isChanged) undo(store);
    },
    [store, extent],
  );
  return { grips, onGrip, ghosts: taken?.before ?? null, view: taken?.view ?? null };
}

/**
 * Ends a gesture of the keyboard when something else than a handle is turned to: steps towards one place are
 * one edit. A handle that moves past another is drawn anew and loses the focus for a moment; that ends nothing.
 */
export function endWithKey(store: AppStore, gesture: string): void {
  const isOver = new AbortController();
  const end = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('.tl-grip') !== null) return;
    isOver.abort();
    if (store.getState().tree.gesture === gesture) endGesture(store);
  };
  const { signal } = isOver;
  for (const event of ['focusin', 'pointerdown']) document.addEventListener(event, end, { signal });
}

function shownGrip(grip: Grip, run: Run | undefined): TimelineGrip {
  const { id, lane, track, seq, t, tetheredAt = null, min, max, kind, subject, other } = grip;
  return {
    id,
    lane,
    track: track === 'band' ? 'band' : 'entry',
    seq,
    t,
    tetheredAt,
    min,
    max,
    label: handsText[kind](subject, other),
    value: run === undefined ? '' : formatTime(run, t as Micros),
    quiet: track === 'message-from' || track === 'message-to',
  };
}
