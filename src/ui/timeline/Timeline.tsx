import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { AXIS_HEIGHT, AxisBar, coveredTick } from './AxisBar.tsx';
import { OVERSCAN } from './bars.ts';
import { CursorHead, FutureGround } from './CursorLayer.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { timeWords } from './details.ts';
import { Between, PartingLine, placeOfParting } from './Difference.tsx';
import type { EntryFocusHandle } from './EntryFocus.tsx';
import { panelGeometry, sharedGeometry } from './geometry.ts';
import { foldingOfRuns } from './folding.ts';
import { FoldedLengths, Folds } from './Folds.tsx';
import { gutterFor } from './gutter.ts';
import type { GripPhase, TimelineGrip } from './grip-props.ts';
import { extentOf } from './layout.ts';
import type { PanelHit } from './Panel.tsx';
import { Panel } from './Panel.tsx';
import { PanelCursor } from './PanelCursor.tsx';
import { PanelHeader } from './PanelHeader.tsx';
import { Patterns } from './Patterns.tsx';
import { pictureOf } from './picture-of.ts';
import type { TimelineAsk, TimelineProps } from './props.ts';
import type { TimeView } from './time-view.ts';
import { axisOf, flatView, timeScale, trueView } from './scale.ts';
import { at } from './search.ts';
import { seqAt } from './seq-at.ts';
import { stretchFor } from './stretch.ts';
import { useSize } from './use-size.ts';
import { useStable } from './use-stable.ts';
import { clampView, panView, revealInView, zoomView } from './view.ts';
import type { ZoomBinding } from './zoom.ts';
import { attachZoom } from './zoom.ts';
import './timeline.css';
import './marks.css';

/** Below this width the lanes' names stand above their lanes. */
const NARROW_PX = 640;
const SIDE_PX = 14;
const MOST_RUNS = 4;
const KEY_ZOOM = 1.5;
const NO_GRIPS: readonly TimelineGrip[] = [];

/** One to four runs as pictures on one time axis: who holds, who believes, what was written, what went wrong. */
export function Timeline(props: TimelineProps) {
  const { runs: given, cursor, text, selectedLane, differences, describe, describeFinding } = props;
  const {
    onCursorChange,
    onSelectLane,
    onViewChange,
    view: wanted,
    isViewHeld = false,
    fills = true,
    folds = false,
    ref,
  } = props;
  const { grips, onGrip, ghosts = null, onAsk } = props;
  const runs = useMemo(() => given.slice(0, MOST_RUNS), [given]);
  const [root, size] = useSize();
  const stack = useRef<HTMLDivElement>(null);
  const zoomBinding = useRef<ZoomBinding | null>(null);
  const focuses = useRef<(EntryFocusHandle | null)[]>([]);
  // One function for each panel, made once: a new one would draw the panel anew.
  const focusRefs = useMemo(
    () =>
      Array.from({ length: MOST_RUNS }, (_, index) => (handle: EntryFocusHandle | null) => {
        focuses.current[index] = handle;
      }),
    [focuses],
  );
  const [hit, setHit] = useState<PanelHit | null>(null);
  const id = useId();

  const pictures = useMemo(() => runs.map(pictureOf), [runs]);
  const extent = useMemo(() => extentOf(pictures), [pictures]);
  const folding = folds ? foldingOfRuns(given) : null;
  const inView = wanted === null ? extent : isViewHeld ? wanted : (clampView(wanted, extent) ?? extent);
  // The same object for the same part: what depends on it alone stays when the runs become longer or shorter.
  const view = useMemo(() => ({ from: inView.from, to: inView.to }), [inView.from, inView.to]);

  const gutter = useMemo(() => gutterFor(runs, text), [runs, text]);
  const width = size?.width ?? 0;
  const narrow = width < NARROW_PX;
  const left = narrow ? SIDE_PX : gutter;
  const plot = Math.max(1, width - left - SIDE_PX);
  const scale = useMemo(() => timeScale(view, plot, folding), [view, plot, folding]);
  const axis = useMemo(() => axisOf(view, plot, narrow ? 56 : 92, folding), [view, plot, narrow, folding]);
  // What came out of a run is said in the precision of the whole run, whatever part of it is looked at.
  const wholeAxis = useMemo(() => axisOf(extent, plot, narrow ? 56 : 92), [extent, plot, narrow]);
  const sentences = differences.filter((difference) => difference !== null).length;
  const stretch = useMemo(
    () => (fills && size !== null ? stretchFor(pictures, size.height, { sentences, narrow }) : 1),
    [fills, narrow, size, pictures, sentences],
  );
  const geometries = useMemo(
    () => pictures.map((picture) => sharedGeometry(panelGeometry(picture, { stretch, namesAbove: narrow }))),
    [pictures, stretch, narrow],
  );

  const setView = useStable((next: TimeView | null) => onViewChange(next));
  // Moving and stretching are done in the time that is drawn, so that what is under the pointer stays there.
  const flat = useMemo(
    () => ({ view: flatView(view, folding), extent: flatView(extent, folding) }),
    [view, extent, folding],
  );
  const setFlatView = useStable((next: TimeView | null) =>
    setView(next === null ? null : clampView(trueView(next, folding), extent)),
  );
  const choose = useStable((run: number, seq: number) => {
    const entry = runs[run]?.entries[seq];
    if (entry !== undefined) onCursorChange(seq, { run, t: entry.t });
  });
  const scrub = useStable((time: number) => {
    const entries = runs[0]?.entries ?? [];
    const seq = seqAt(entries, time);
    if (seq !== null) onCursorChange(seq, { run: 0, t: Math.round(time) as typeof cursor.t });
  });
  const reveal = useStable((time: number) => {
    const next = revealInView(view, extent, time);
    if (next?.from !== view.from && next !== null) setView(next);
  });
  const showHit = useStable((next: PanelHit | null) => setHit(next));
  const takeGrip = useStable((run: number, grip: string, phase: GripPhase, t: number) => {
    // What was under the pointer may soon be somewhere else, or not be at all.
    if (phase === 'start') setHit(null);
    onGrip?.(run, grip, phase, t);
  });
  const ask = useStable((asked: TimelineAsk) => onAsk?.(asked));
  const selectLane = useStable((lane: string | null) => onSelectLane(lane));
  const zoomBy = (factor: number): void => {
    const isInView = cursor.t >= view.from && cursor.t <= view.to;
    const { from, to } = flat.view;
    const around = flatView({ from: cursor.t, to: cursor.t }, folding).from;
    setFlatView(zoomView(flat.view, flat.extent, factor, isInView ? around : (from + to) / 2));
  };

  useImperativeHandle(ref, () => ({
    zoomBy,
    panBy: (share) => setFlatView(panView(flat.view, flat.extent, share)),
    fit: () => setView(null),
    reveal,
    focusEntry: (run, seq) => focuses.current[run]?.focus(seq),
  }));

  const measured = size !== null;
  const zoomState = useMemo(() => ({ left, width: plot, ...flat }), [left, plot, flat]);
  const latestZoom = useRef(zoomState);
  useEffect(() => {
    latestZoom.current = zoomState;
    zoomBinding.current?.update(zoomState);
  }, [zoomState]);
  useEffect(() => {
    if (!measured || stack.current === null || root.current === null) return undefined;
    zoomBinding.current = attachZoom(stack.current, root.current, latestZoom.current, setFlatView);
    return () => {
      zoomBinding.current?.destroy();
      zoomBinding.current = null;
    };
  }, [measured, root, setFlatView]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(KEY_ZOOM);
    else if (event.key === '-') zoomBy(1 / KEY_ZOOM);
    else if (event.key === '0') setView(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const cursorWords = timeWords(cursor.t, { axis, text });
  const covered = coveredTick(axis, scale, text, cursor.t, cursorWords);
  const clients = Math.max(
    0,
    ...runs.map((run) => run.lanes.filter((lane) => lane.role === 'client').length),
  );
  const hitRun = hit === null ? undefined : runs[hit.run];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the focused parts bubble to here
    <div
      ref={root}
      className={`tl ${narrow ? 'tl-narrow' : ''}`}
      role="group"
      aria-label={text.label}
      onKeyDown={onKeyDown}
    >
      {size !== null && (
        <>
          <Patterns prefix={id} clients={clients} />
          <div className="tl-axis" style={{ height: AXIS_HEIGHT, paddingLeft: left - OVERSCAN }}>
            <AxisBar axis={axis} scale={scale} text={text} covered={covered} onScrub={scrub} />
            <CursorHead scale={scale} t={cursor.t} words={cursorWords} left={left} />
          </div>
          <div
            ref={stack}
            className="tl-stack"
            style={{ '--tl-left': `${String(left - OVERSCAN)}px` } as CSSProperties}
          >
            {folding !== null && <Folds scale={scale} folding={folding} />}
            {folding !== null && <FoldedLengths scale={scale} folding={folding} text={text} />}
            {runs.map((run, index) => {
              const picture = at(pictures, index);
              const geometry = at(geometries, index);
              const heading = `${id}-${String(index)}`;
              const partsAbove = differences[index - 1] ?? null;
              const partsBelow = differences[index] ?? null;
              const up = placeOfParting(partsAbove?.below, { picture, geometry, scale });
              const down = placeOfParting(partsBelow?.above, { picture, geometry, scale });
              const fromAbove =
                index === 0
                  ? null
                  : placeOfParting(partsAbove?.above, {
                      picture: at(pictures, index - 1),
                      geometry: at(geometries, index - 1),
                      scale,
                    });
              const header = (
                <PanelHeader
                  id={heading}
                  label={run.label}
                  outcome={run.verdict.outcome}
                  when={
                    picture.outcomeAt === null
                      ? null
                      : timeWords(picture.outcomeAt, { axis: wholeAxis, text })
                  }
                  text={text}
                />
              );
              return (
                <section key={run.configuration} aria-labelledby={heading}>
                  {index === 0 ? (
                    header
                  ) : (
                    <Between scale={scale} difference={partsAbove} above={fromAbove} below={up} left={left}>
                      {header}
                    </Between>
                  )}
                  <div className="tl-frame">
                    <FutureGround scale={scale} t={cursor.t} />
                    <Panel
                      index={index}
                      run={run}
                      picture={picture}
                      geometry={geometry}
                      scale={scale}
                      axis={axis}
                      namesAbove={narrow}
                      patterns={id}
                      selectedLane={selectedLane}
                      text={text}
                      describe={describe}
                      onSelectLane={selectLane}
                      onHit={showHit}
                      onChoose={choose}
                      onReveal={reveal}
                      focus={focusRefs[index]}
                      grips={grips?.[index] ?? NO_GRIPS}
                      onGrip={takeGrip}
                      ghost={ghosts?.[index] ?? null}
                      onAsk={onAsk === undefined ? undefined : ask}
                    />
                    <PartingLine place={up} towards="above" height={geometry.height} />
                    <PartingLine place={down} towards="below" height={geometry.height} />
                    <PanelCursor
                      run={run}
                      first={index === 0}
                      picture={picture}
                      geometry={geometry}
                      scale={scale}
                      cursor={cursor}
                    />
                  </div>
                </section>
              );
            })}
          </div>
          {hit !== null && hitRun !== undefined && (
            <DetailsCard
              hit={hit}
              run={hitRun}
              axis={axis}
              text={text}
              describe={describe}
              describeFinding={describeFinding}
            />
          )}
        </>
      )}
    </div>
  );
}
