import { useEffect } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf, leadingRun } from '../state/derived.ts';
import { timeOf } from '../state/cursor.ts';
import { setCursor } from '../state/store.ts';
import { advance, positionAt, timeOfPosition } from './pace.ts';

/**
 * Moves the cursor while the page plays, once a frame. Browsers give no frames to a tab in the background,
 * and the first one afterwards counts for little (see pace.ts), so the clock never jumps.
 */
export function usePlayback(): void {
  const store = useAppStore();
  const playing = useApp((state) => state.playing);
  useEffect(() => {
    if (!playing) return undefined;
    let last: number | null = null;
    let frame = requestAnimationFrame(tick);
    // Kept apart from the cursor, which is rounded to microseconds.
    let position: ReturnType<typeof positionAt> | null = null;
    let shown: ReturnType<typeof cursorOf> | null = null;
    function tick(now: number): void {
      const state = store.getState();
      const run = leadingRun(state);
      const cursor = cursorOf(state);
      // Somebody moved the cursor meanwhile: playback goes on from there.
      if (position === null || shown?.seq !== cursor.seq || shown.t !== cursor.t) {
        position = positionAt(run, cursor.seq, timeOf(run, cursor));
      }
      position = advance(run, position, last === null ? 0 : now - last, state.speed);
      last = now;
      const own = run.entries[position.seq]?.t ?? 0;
      const time = timeOfPosition(run, position);
      shown = { seq: position.seq, t: time > own ? time : null };
      setCursor(store, shown);
      if (position.seq >= run.entries.length - 1) store.setState({ playing: false });
      else frame = requestAnimationFrame(tick);
    }
    return () => cancelAnimationFrame(frame);
  }, [playing, store]);
}
