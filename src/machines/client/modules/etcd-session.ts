import type { Effect, MachineEvent } from '../../../engine/component.ts';

/** The session of a process with etcd: one lease for all that it locks, kept alive as long as it runs. */
export interface Session {
  readonly lease: number;
  readonly ttlUs: number;
  /** A keepalive is under way. */
  readonly asked?: true;
  /** One before it was not answered in time: what was sent meanwhile may not have come through either. */
  readonly missed?: true;
}

/** The name of the session's own conversation and of its timers' events. */
export const SESSION_REF = 'session';
const BEAT = 'session';
const END = 'session.end';

/** A session that begins: it beats at a third of its TTL, and ends by its own clock a TTL after the last answer. */
export function opened(
  lease: number,
  ttlUs: number,
): { readonly session: Session; readonly effects: readonly Effect[] } {
  const everyUs = Math.max(1, Math.floor(ttlUs / 3));
  const beat: Effect = { type: 'timer', id: BEAT, afterUs: everyUs, everyUs, event: timerEvent('tick') };
  return { session: { lease, ttlUs }, effects: [beat, endTimer(ttlUs)] };
}

/** What an event means to a session. */
export type SessionNews =
  | { readonly kind: 'goes on'; readonly session: Session; readonly effects: readonly Effect[] }
  /** It answers again after it had not: whoever waits asks anew. */
  | { readonly kind: 'is back'; readonly session: Session; readonly effects: readonly Effect[] }
  | {
      readonly kind: 'lost';
      readonly reason: 'renewal-refused' | 'deadline';
      readonly effects: readonly Effect[];
    };

/** What an event means to the session; null where it has to do with none of it. */
export function sessionNews(
  session: Session,
  server: string,
  process: string,
  event: MachineEvent,
): SessionNews | null {
  if (event['ref'] !== SESSION_REF) return null;
  const { lease, ttlUs, asked, missed } = session;
  switch (event.type) {
    case 'module.timer': {
      if (event['name'] === 'end') return { kind: 'lost', reason: 'deadline', effects: closing() };
      const body = { type: 'lease.keepalive', lease, client: process, ref: SESSION_REF };
      const isMissed = missed === true || asked === true;
      const waiting: Session = { lease, ttlUs, asked: true, ...(isMissed ? { missed: true } : {}) };
      return { kind: 'goes on', session: waiting, effects: [{ type: 'send', to: server, body }] };
    }
    case 'lease.kept':
      if (event['lease'] !== lease) return null;
      return {
        kind: missed === true ? 'is back' : 'goes on',
        session: { lease, ttlUs },
        effects: [endTimer(ttlUs)],
      };
    case 'error':
      if (event['reason'] === 'lease-lost')
        return { kind: 'lost', reason: 'renewal-refused', effects: closing() };
      return { kind: 'goes on', session: { lease, ttlUs, missed: true }, effects: [] };
    default:
      return null;
  }
}

/** What a session that is over leaves no longer pending. */
export function closing(): readonly Effect[] {
  return [
    { type: 'cancel', id: BEAT },
    { type: 'cancel', id: END },
  ];
}

function endTimer(ttlUs: number): Effect {
  return { type: 'timer', id: END, afterUs: ttlUs, event: timerEvent('end') };
}

function timerEvent(name: 'tick' | 'end'): MachineEvent {
  return { type: 'module.timer', ref: SESSION_REF, name };
}
