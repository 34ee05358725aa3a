import { fromMs } from '../../../engine/time.ts';
import type { Entry } from '../../../engine/trace.ts';
import { judge } from '../../../engine/verdict/judge.ts';
import type { TraceOrigin } from '../../../engine/verdict/types.ts';
import type { Lane, Run } from '../../../scenarios/run.ts';

/** An entry as one writes it by hand: time in seconds, `seq` by place, no cause unless said. */
export type Sketch = Omit<Entry, 'seq' | 't' | 'cause' | 'expires' | 'sent'> & {
  readonly t: number;
  readonly cause?: number;
  readonly expires?: number;
  readonly sent?: number;
};

/** Makes a run of sketched entries, judged as any other. */
export function makeRun(
  label: string,
  lanes: readonly Lane[],
  sketches: readonly Sketch[],
  origin: TraceOrigin = 'simulated',
): Run {
  const entries = sketches
    .toSorted((a, b) => a.t - b.t)
    .map(({ t, cause, expires, sent, ...rest }, seq): Entry => ({
      ...rest,
      seq,
      t: fromMs(t * 1000),
      cause: cause ?? null,
      ...(expires === undefined ? {} : { expires: fromMs(expires * 1000) }),
      ...(sent === undefined ? {} : { sent: fromMs(sent * 1000) }),
    }));
  const configuration = label.toLowerCase().replace(/\W+/g, '-');
  return { configuration, label, origin, lanes, entries, verdict: judge(entries, { origin }) };
}

/** Lanes by name: clients first, then services, then stores. */
export function makeLanes(
  clients: readonly string[],
  services: readonly string[],
  stores: readonly string[],
): Lane[] {
  const lane =
    (role: Lane['role']) =>
    (id: string): Lane => ({
      id,
      role,
      label: id.charAt(0).toUpperCase() + id.slice(1),
    });
  return [...clients.map(lane('client')), ...services.map(lane('service')), ...stores.map(lane('store'))];
}
