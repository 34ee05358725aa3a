import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { DISPATCH_MODES } from '../../scenarios/dispatch/dispatch-model.ts';
import type { DispatchRun } from '../../scenarios/dispatch/dispatch-run.ts';
import {
  checkDispatchValues,
  dispatchSettings,
  type DispatchSettings,
} from '../../scenarios/dispatch/parameters.ts';
import { playDispatch } from '../../scenarios/dispatch/play-dispatch.ts';
import { ONE_COLUMN, useMedia } from '../shell/use-media.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { checkDispatch } from '../state/dispatch.ts';
import { closeView } from '../state/store.ts';
import { text as page } from '../text.ts';
import { TourPanel } from '../tour/TourPanel.tsx';
import { Figures } from './Figures.tsx';
import { Legend } from './Legend.tsx';
import { ModePicture } from './ModePicture.tsx';
import { Settings } from './Settings.tsx';
import { text } from './words.ts';
import './dispatch.css';

/** How long after the last change the figures are said, in milliseconds. */
const SAID_AFTER_MS = 600;

/** The dispatch comparison: three modes over the same work, as numbers and as pictures. */
export function DispatchView() {
  const store = useAppStore();
  const written = useApp(({ dispatch }) => dispatch);
  const values = useMemo(() => checkDispatchValues(written ?? {}).values, [written]);
  const settings = useMemo(() => dispatchSettings(values), [values]);
  // The sliders do not wait for the runs.
  const played = usePlayed(useDeferredValue(settings));
  const oneColumn = useMedia(ONE_COLUMN);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = page.page.title(text.name);
    heading.current?.focus();
  }, []);
  useEffect(() => checkDispatch(store, written ?? {}), [store, written]);
  const side = (
    <div key="side" className="dispatch-side">
      {!oneColumn && <TourPanel />}
      <Settings settings={settings} changed={Object.keys(values).length > 0} />
      <section className="dispatch-next" aria-labelledby="dispatch-next">
        <h3 id="dispatch-next">{page.page.tryNext}</h3>
        <p>{text.tryNext}</p>
      </section>
    </div>
  );
  const main = (
    <div key="main" className="dispatch-main">
      <div className="dispatch-head">
        <h2 id="dispatch-heading" ref={heading} tabIndex={-1}>
          {text.name}
        </h2>
        <button type="button" onClick={() => closeView(store, 'dispatch')}>
          {text.close}
        </button>
        <p>{text.lesson}</p>
        <p className="muted">{text.reconstruction}</p>
      </div>
      <Figures runs={played.runs} />
      <section className="dispatch-pictures" aria-label={text.pictures}>
        <Legend />
        {played.runs.map((run) => (
          <ModePicture key={run.mode} run={run} settings={played.settings} longest={played.longest} />
        ))}
      </section>
      <Said runs={played.runs} />
    </div>
  );
  return (
    <div className="dispatch ui">
      {oneColumn && (
        <div className="tour-bar ui">
          <TourPanel />
        </div>
      )}
      {oneColumn ? [main, side] : [side, main]}
    </div>
  );
}

interface Played {
  readonly settings: DispatchSettings;
  readonly runs: readonly DispatchRun[];
  /** Ticks of the longest run. */
  readonly longest: number;
}

function usePlayed(settings: DispatchSettings): Played {
  return useMemo(() => {
    const runs = DISPATCH_MODES.map((mode) => playDispatch(mode, settings));
    return { settings, runs, longest: Math.max(...runs.map(({ ticks }) => ticks)) };
  }, [settings]);
}

/** Says the figures once they have settled after a change; nothing at first, for the table is there to be read. */
function Said({ runs }: { readonly runs: readonly DispatchRun[] }) {
  const first = useRef(runs);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (runs === first.current) return undefined;
    const timer = setTimeout(() => setSaid(text.said(runs)), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [runs]);
  return (
    <p className="hidden" role="status">
      {said}
    </p>
  );
}
