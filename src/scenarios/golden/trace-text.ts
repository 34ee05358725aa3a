import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../run.ts';

/**
 * A run as text to be kept and compared: what it comes to, then one line an entry with time in seconds,
 * actor, kind and what happened. Plainer than the sentences of the page, so that it changes only when the
 * run does.
 */
export function traceText(scenario: string, { configuration, verdict, entries }: Run): string {
  const findings = verdict.findings.map(({ kind, client, t, unreplaced }) => {
    const name = unreplaced === true ? `${kind} (unreplaced)` : kind;
    return `  ${seconds(t)}  ${client} ${name}`;
  });
  const lines = entries.map(lineOf);
  return [`${scenario}, ${configuration}: ${verdict.outcome}`, ...findings, '', ...lines, ''].join('\n');
}

function lineOf(entry: Entry): string {
  const { t, actor, ev } = entry;
  return `${seconds(t)}  ${actor.padEnd(6)} ${ev.padEnd(8)} ${whatOf(entry)}`.trimEnd();
}

function whatOf(entry: Entry): string {
  const { ev, actor, client, by, token, outcome, record, value, held, op, message, to, body } = entry;
  const { base, fence, reason, expires, byUs, text } = entry;
  const parts: (string | undefined)[] = [
    ev === 'send' ? `${messageType(body)} to ${to ?? ''} as ${message ?? ''}` : message,
    held === undefined ? undefined : held ? 'holds' : 'holds no longer',
    op,
    outcome,
    client === undefined || client === actor ? undefined : `for ${client}`,
    by === undefined ? undefined : `by ${by}`,
    record === undefined ? undefined : `${record}=${value ?? ''}`,
    token === undefined ? undefined : `token ${String(token)}`,
    base === undefined ? undefined : `base ${String(base)}`,
    fence === undefined ? undefined : `fence ${String(fence)}`,
    expires === undefined ? undefined : `until ${seconds(expires).trim()}`,
    byUs === undefined ? undefined : `steps ${seconds(byUs).trim()}`,
    reason === undefined ? undefined : `(${reason})`,
    text,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

function messageType(body: Entry['body']): string {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  return typeof type === 'string' ? type : '?';
}

function seconds(us: number): string {
  return (us / 1_000_000).toFixed(3).padStart(8);
}
