import type { Entry, Trace } from '../../../trace.ts';
import { keyOf } from './leases.ts';

/** The words about clients, said of a whole trace and a place in it. */

/** Whether a client believes before entry `at` that it holds a key. */
export function believes(trace: Trace, client: string, key: string, at: number): boolean {
  const last = trace.findLast(
    (entry) =>
      entry.seq < at &&
      entry.client === client &&
      (entry.ev === 'crash' || (entry.ev === 'believe' && keyOf(entry) === key)),
  );
  return last?.ev === 'believe' && last.held === true;
}

/** Whether a client stops here to believe because it is told so: a crash is none. */
export function endsBelief(trace: Trace, entry: Entry): boolean {
  if (entry.ev !== 'believe' || entry.held !== false) return false;
  return believes(trace, entry.client ?? '', keyOf(entry), entry.seq);
}

/** Whether a client has crashed and was not restarted. */
export function isCrashedBefore(trace: Trace, client: string, at: number): boolean {
  return lastOf(trace, client, at, ['crash', 'restart']) === 'crash';
}

/** Whether a client is paused. */
export function isPausedBefore(trace: Trace, client: string, at: number): boolean {
  return lastOf(trace, client, at, ['pause', 'resume', 'crash', 'restart']) === 'pause';
}

function lastOf(trace: Trace, client: string, at: number, kinds: readonly string[]): string | undefined {
  return trace.findLast((entry) => entry.seq < at && entry.client === client && kinds.includes(entry.ev))?.ev;
}

/** The units of work that a client began under a key, and neither ended nor lost in a crash. */
export function unitsBefore(trace: Trace, client: string, key: string, at: number): readonly string[] {
  const own = trace.filter((entry) => entry.seq < at && entry.client === client);
  const units = new Set(own.flatMap(({ unit }) => unit ?? []));
  return [...units].filter((unit) => {
    const last = own.findLast(
      (entry) => entry.ev === 'crash' || (entry.ev === 'work' && entry.unit === unit && keyOf(entry) === key),
    );
    return last?.ev === 'work' && last.phase === 'start';
  });
}
