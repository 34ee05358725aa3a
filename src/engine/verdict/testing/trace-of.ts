import { fromMs } from '../../time.ts';
import type { Entry, Trace } from '../../trace.ts';
import { judge } from '../judge.ts';
import type { Finding, FindingKind, TraceOrigin } from '../types.ts';

/** An entry as tests write it: times in seconds, and only what matters. */
export type Line = Partial<Omit<Entry, 'seq' | 't' | 'expires' | 'sent' | 'marginUs'>> & {
  readonly t: number;
  readonly ev: Entry['ev'];
  readonly expires?: number;
  readonly sent?: number;
  readonly margin?: number;
};

/** A trace for a test. The actor is the client, the cause none, unless a line says otherwise. */
export function traceOf(...lines: readonly Line[]): Trace {
  return lines.map(({ t, expires, sent, margin, ...rest }, seq) => ({
    seq,
    actor: rest.client ?? 'lock',
    cause: null,
    ...rest,
    t: fromMs(t * 1000),
    ...(expires === undefined ? {} : { expires: fromMs(expires * 1000) }),
    ...(sent === undefined ? {} : { sent: fromMs(sent * 1000) }),
    ...(margin === undefined ? {} : { marginUs: fromMs(margin * 1000) }),
  }));
}

/** What is found in a trace. */
export function findingsIn(trace: Trace, origin: TraceOrigin = 'recorded'): readonly Finding[] {
  return judge(trace, { origin }).findings;
}

/** The kinds found in a trace, each once, in the order in which they show. */
export function kindsIn(trace: Trace, origin: TraceOrigin = 'recorded'): readonly FindingKind[] {
  return [...new Set(findingsIn(trace, origin).map((finding) => finding.kind))];
}

const at = (t: number, ev: Entry['ev'], client: string, more: Partial<Line> = {}): Line => ({
  t,
  ev,
  client,
  ...more,
});

/** Short names for the entries that most tests need. */
export const grant = (t: number, client: string, token: number, expires?: number): Line =>
  at(t, 'grant', client, { token, ...(expires === undefined ? {} : { expires }) });
export const expire = (t: number, client: string): Line => at(t, 'expire', client);
export const release = (t: number, client: string): Line => at(t, 'release', client);
export const renew = (t: number, client: string, expires: number): Line =>
  at(t, 'renew', client, { expires });
export const believes = (t: number, client: string): Line => at(t, 'believe', client, { held: true });
export const disbelieves = (t: number, client: string): Line => at(t, 'believe', client, { held: false });
export const accepted = (t: number, client: string, token: number): Line =>
  at(t, 'write', client, { token, outcome: 'accepted' });
export const rejected = (t: number, client: string, token: number): Line =>
  at(t, 'write', client, { token, outcome: 'rejected' });
export const crash = (t: number, client: string): Line => at(t, 'crash', client);
export const wait = (t: number, client: string): Line => at(t, 'wait', client);
export const note = (t: number): Line => ({ t, ev: 'note' });
