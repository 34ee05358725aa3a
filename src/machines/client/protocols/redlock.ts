import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asNumber, asText } from '../../requests.ts';
import { asks, comesTo, type Protocol, type Result, type Step, type Task } from './protocol.ts';

/** What is fixed for one client of a Redlock. */
export interface RedlockProtocolOptions {
  /** Independent nodes; most of them are a majority. */
  readonly nodes: readonly string[];
  /** Where it is kept for the trace what a majority has, see the tally. */
  readonly tally: string;
  /** The node that counts, apart from the lock. */
  readonly counter: string;
  /** What clocks may differ by while a lease lasts: it is taken off the time for which it is relied on. */
  readonly driftUs: (ttlUs: number) => number;
  /** Who asks whether it still holds counts the votes once all nodes have answered, however old they are then. */
  readonly checksAll?: boolean;
}

/** Which nodes have said what in this round. */
interface Progress {
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Nodes of which nothing is known: a call that failed or was not answered in time. */
  readonly silent: readonly string[];
}

const NOBODY: Progress = { yes: [], no: [], silent: [] };

/**
 * What the process keeps of its attempts and acquisitions, by proof: which of two deadlines of that name is the
 * end of what it was promised, and which of them has passed.
 */
interface Local {
  readonly [proof: string]: { readonly slot: number; readonly over: readonly number[] };
}

/**
 * Redlock: every node is asked at once; who has a majority before the attempt's own time is over holds the
 * key, for the TTL less what has passed since it began, less the drift. A failed attempt is undone on all
 * nodes. Renewals need a majority, too. It issues no token. The lease is the client's own reckoning, so that
 * its grant and renewals are told by the client; what becomes of it on the nodes is told by the tally.
 */
export function redlockProtocol(options: RedlockProtocolOptions): Protocol {
  const { nodes, tally, driftUs, checksAll = false } = options;
  const majority = Math.floor(nodes.length / 2) + 1;
  const toAll = (body: MachineEvent) => nodes.map((to) => ({ to, body }));
  const undo = ({ key, proof }: Task) => toAll({ type: 'del-if', key, value: proof });

  /** An attempt or a renewal begins: from now on its time runs, to the end with this number. */
  const begun = (task: Task, slot: number, kept: Local[string], body: MachineEvent): Step => {
    const { key, proof, ttlUs } = task;
    const goodUs = ttlUs - driftUs(ttlUs);
    const mine = goodUs <= 0 ? passed(kept, slot) : kept;
    return {
      ...asks(progressJson(NOBODY), ...toAll(body)),
      local: { ...localOf(task), [proof]: mine },
      effects: [{ type: 'deadline', id: endOf(key, proof, slot), afterUs: goodUs, clock: 'monotonic' }],
    };
  };

  const heard = (progress: Json, answer: MachineEvent, isYes: boolean): Progress => {
    const at = progress as unknown as Progress;
    const node = asText(answer['from']);
    if (answer.type === 'error') return { ...at, silent: [...at.silent, node] };
    return isYes ? { ...at, yes: [...at.yes, node] } : { ...at, no: [...at.no, node] };
  };
  const waitsOn = (at: Progress): Step => asks(progressJson(at));
  /** Whether a majority can still come together. */
  const isLost = ({ no, silent }: Progress): boolean => no.length + silent.length > nodes.length - majority;

  const acquired = (task: Task, at: Progress): Step => {
    const { key, proof, worker } = task;
    const local = localOf(task);
    const isLate = local[proof]?.over.includes(0) !== false;
    if (at.yes.length >= majority && !isLate) {
      const who = { key, proof, client: worker };
      return {
        ...comesTo({ kind: 'granted', token: null, claim: null }),
        effects: [
          {
            type: 'trace',
            entry: { ev: 'grant', client: worker, actor: worker, key },
            expiresAtDeadline: endOf(key, proof, 0),
          },
          { type: 'call', to: tally, event: { type: 'lease.granted', ...who } },
        ],
      };
    }
    if (!isLate && !isLost(at)) return waitsOn(at);
    const isUnknown = at.silent.length > nodes.length - majority;
    const result: Result = isUnknown
      ? { kind: 'unknown', reason: 'unavailable', claim: null }
      : { kind: 'held' };
    return { ...comesTo(result, ...undo(task)), ...forgotten(task) };
  };

  const renewed = (task: Task, at: Progress): Step => {
    const { key, proof, worker } = task;
    const local = localOf(task);
    const mine = local[proof];
    const slot = 1 - (mine?.slot ?? 1);
    const end = endOf(key, proof, slot);
    const isLate = mine?.over.includes(slot) !== false;
    if (at.yes.length >= majority && !isLate) {
      return {
        ...comesTo({ kind: 'renewed' }),
        local: { ...local, [proof]: { slot, over: [] } },
        effects: [
          {
            type: 'trace',
            entry: { ev: 'renew', client: worker, actor: worker, key },
            expiresAtDeadline: end,
          },
          { type: 'call', to: tally, event: { type: 'lease.renewed', key, proof, client: worker } },
          { type: 'cancel', id: endOf(key, proof, 1 - slot) },
        ],
      };
    }
    if (!isLate && !isLost(at)) return waitsOn(at);
    const isUnknown = isLate || at.no.length <= nodes.length - majority;
    const effects: readonly Effect[] = [{ type: 'cancel', id: end }];
    return isUnknown
      ? { ...comesTo({ kind: 'unknown', reason: 'unavailable', claim: null }), effects }
      : { ...comesTo({ kind: 'lost' }), effects };
  };

  const released = (at: Progress): Step => {
    const { yes, no, silent } = at;
    if (silent.length > nodes.length - majority)
      return comesTo({ kind: 'unknown', reason: 'unavailable', claim: null });
    if (yes.length + no.length < majority) return waitsOn(at);
    return comesTo(yes.length > 0 ? { kind: 'released' } : { kind: 'not-owner' });
  };

  const holding = (at: Progress): Step => {
    const { yes, no, silent } = at;
    if (checksAll && yes.length + no.length + silent.length < nodes.length) return waitsOn(at);
    if (yes.length >= majority) return comesTo({ kind: 'holds', holds: true });
    if (!isLost(at)) return waitsOn(at);
    return silent.length > nodes.length - majority
      ? comesTo({ kind: 'unknown', reason: 'unavailable', claim: null })
      : comesTo({ kind: 'holds', holds: false });
  };

  return {
    offer: {
      acquire: ['one-step'],
      renew: ['compared'],
      release: ['compared', 'unchecked'],
      tokens: ['none', 'counter'],
      counts: true,
      tells: true,
      fetches: false,
      queues: false,
    },
    initial: {},
    validityUs: (ttlUs) => ttlUs - driftUs(ttlUs),
    begin(task) {
      const { op, key, proof, ttlUs, manner } = task;
      switch (op) {
        case 'acquire':
          return begun(task, 0, { slot: 0, over: [] }, { type: 'set-nx', key, value: proof, ttlUs });
        case 'renew': {
          // The end of before stays until a majority has agreed to a later one.
          const { slot, over } = localOf(task)[proof] ?? { slot: 0, over: [] };
          const kept = { slot, over: over.filter((other) => other === slot) };
          return begun(task, 1 - slot, kept, { type: 'pexpire-if', key, value: proof, ttlUs });
        }
        case 'count':
        case 'current':
          return asks(null, { to: options.counter, body: { type: 'incr', key } });
        case 'holds':
          return asks(progressJson(NOBODY), ...toAll({ type: 'get', key }));
        default: {
          const isOwn = op === 'give-back' || manner === 'compared';
          const requests = isOwn ? undo(task) : toAll({ type: 'del', key });
          return { ...asks(progressJson(NOBODY), ...requests), ...forgotten(task) };
        }
      }
    },
    go(task, progress, answer) {
      switch (task.op) {
        case 'acquire':
          return acquired(task, heard(progress, answer, answer['ok'] === true));
        case 'renew':
          return renewed(task, heard(progress, answer, asNumber(answer['value']) === 1));
        case 'count':
        case 'current':
          return counted(answer);
        case 'holds':
          return holding(heard(progress, answer, answer['value'] === task.proof));
        default:
          return released(heard(progress, answer, asNumber(answer['value']) === 1));
      }
    },
    background(local, event) {
      const end = event.type === 'deadline.passed' ? readEnd(asText(event['id'])) : null;
      if (end === null) return null;
      const { key, proof, slot } = end;
      const mine = (local as unknown as Local)[proof];
      // Told to the tally even by a process that has crashed and knows nothing of it: a promise has its end.
      const isPromise = mine === undefined || mine.slot === slot;
      const known = mine === undefined ? local : { ...(local as object), [proof]: passed(mine, slot) };
      const effects: readonly Effect[] = isPromise
        ? [{ type: 'call', to: tally, event: { type: 'promise.over', key, proof } }]
        : [];
      return { local: known, effects };
    },
  };
}

function counted(answer: MachineEvent): Step {
  return answer.type === 'error'
    ? comesTo({ kind: 'unknown', reason: 'unavailable', claim: null })
    : comesTo({ kind: 'number', value: asNumber(answer['value']) });
}

function localOf({ local }: Task): Local {
  return (local ?? {}) as unknown as Local;
}

/** Nothing is kept of this attempt or acquisition any more. */
function forgotten(task: Task): { readonly local: Json; readonly effects: readonly Effect[] } {
  const { key, proof } = task;
  const { [proof]: _mine, ...others } = localOf(task);
  const effects = [0, 1].map((slot): Effect => ({ type: 'cancel', id: endOf(key, proof, slot) }));
  return { local: others, effects };
}

function passed(mine: Local[string], slot: number): Local[string] {
  return { ...mine, over: [...mine.over.filter((other) => other !== slot), slot] };
}

function progressJson(progress: Progress): Json {
  return progress as unknown as Json;
}

const END = 'protocol:promise';

/** Name of the deadline at which an acquisition is good no longer. */
function endOf(key: string, proof: string, slot: number): string {
  return [END, String(slot), proof, key].join(' ');
}

function readEnd(id: string): { readonly key: string; readonly proof: string; readonly slot: number } | null {
  const [name, slot, proof = '', ...key] = id.split(' ');
  return name === END ? { slot: Number(slot), proof, key: key.join(' ') } : null;
}
