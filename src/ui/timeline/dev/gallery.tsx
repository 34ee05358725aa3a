import { StrictMode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { micro } from '../../../engine/time.ts';
import type { Entry } from '../../../engine/trace.ts';
import { playScenario } from '../../../scenarios/play-scenario.ts';
import { builtins } from '../../../scenarios/builtin/index.ts';
import type { Run } from '../../../scenarios/run.ts';
import { timelineText } from '../../../text/timeline.ts';
import type { TimelineCursor } from '../props.ts';
import type { TimeView } from '../time-view.ts';
import { Timeline } from '../Timeline.tsx';
import { badNetwork, pausedHolder, synthetic, twoKeys, watchdog, wrongRelease } from './sketches.ts';
import '../../fonts.css';
import '../../theme.css';

/*
 * A page for looking at the timeline by itself: ?case=...&theme=dark&at=17&from=..&to=... (seconds). It is not
 * part of the production build.
 */
const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;

const CASES: Readonly<Record<string, () => readonly Run[]>> = {
  pair: () => [pausedHolder(false), pausedHolder(true)],
  one: () => [pausedHolder(false)],
  four: () =>
    [0, 1, 2, 3].map((index) => ({ ...pausedHolder(index % 2 === 1), configuration: `c${String(index)}` })),
  'wrong-release': () => [wrongRelease()],
  network: () => [badNetwork()],
  watchdog: () => [watchdog()],
  'two-keys': () => [twoKeys()],
  'log-10k': () => [synthetic(10_000)],
  'log-100k': () => [synthetic(100_000)],
};

function runsOf(name: string): readonly Run[] {
  const make = CASES[name];
  if (make !== undefined) return make();
  const scenario = builtins().find(({ id }) => id === name);
  const played = scenario === undefined ? undefined : playScenario(scenario, {});
  return played?.ok === true ? played.value.map(({ run }) => run) : [];
}

function seconds(name: string): number | null {
  const value = query.get(name);
  return value === null ? null : Number(value) * 1e6;
}

function describe(entry: Entry): string {
  return `${entry.actor}: ${entry.ev}${entry.client === undefined ? '' : ` ${entry.client}`}${entry.token === undefined ? '' : ` token ${String(entry.token)}`}`;
}

function Gallery() {
  const runs = useMemo(() => runsOf(query.get('case') ?? 'pair'), []);
  const [cursor, setCursor] = useState<TimelineCursor>({
    t: micro(seconds('at') ?? runs[0]?.entries.at(-1)?.t ?? 0),
  });
  const from = seconds('from');
  const to = seconds('to');
  const [view, setView] = useState<TimeView | null>(from === null || to === null ? null : { from, to });
  const [lane, setLane] = useState<string | null>(query.get('lane'));
  const parting = seconds('parting');
  return (
    <Timeline
      runs={runs}
      cursor={cursor}
      onCursorChange={(_seq, change) => setCursor({ t: change.t })}
      selectedLane={lane}
      onSelectLane={setLane}
      differences={
        parting === null
          ? []
          : [
              {
                t: micro(parting),
                above: 16,
                below: 16,
                sentence:
                  'The runs part here: the naive store accepts A’s write with token 1, the fenced store rejects it.',
              },
            ]
      }
      view={view}
      onViewChange={setView}
      text={timelineText}
      describe={describe}
    />
  );
}

const root = document.getElementById('root');
if (root !== null) {
  const started = performance.now();
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
  requestAnimationFrame(() => {
    document.documentElement.dataset['opened'] = String(Math.round(performance.now() - started));
  });
}
