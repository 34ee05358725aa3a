import type { Trace } from '../../engine/trace.ts';

/**
 * How long a key stood with a holder that had stopped: for each grant to somebody else while the last one to whom it was
 * granted had crashed or was paused, and had not released it, the time since, in microseconds.
 */
export function takeoversIn(trace: Trace): readonly number[] {
  const stopped = new Map<string, number>();
  const last = new Map<string, Grant>();
  const found: number[] = [];
  for (const entry of trace) {
    const client = entry.client ?? entry.actor;
    const key = entry.key ?? 'lock';
    switch (entry.ev) {
      case 'pause':
        if (!stopped.has(client)) stopped.set(client, entry.t);
        break;
      case 'crash':
        stopped.set(client, entry.t);
        break;
      case 'resume':
      case 'restart':
        stopped.delete(client);
        break;
      case 'release': {
        const grant = last.get(key);
        const isIts = entry.token === undefined || entry.token === grant?.token;
        if (grant?.client === client && isIts) grant.isGivenBack = true;
        break;
      }
      case 'grant': {
        const before = last.get(key);
        const isTaken = before !== undefined && before.client !== client && !before.isGivenBack;
        const since = isTaken ? stopped.get(before.client) : undefined;
        if (since !== undefined) found.push(entry.t - since);
        last.set(key, { client, token: entry.token, isGivenBack: false });
        break;
      }
      default:
    }
  }
  return found;
}

interface Grant {
  readonly client: string;
  readonly token: number | undefined;
  isGivenBack: boolean;
}
