import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';
import { asText } from '../../requests.ts';
import { comesTo, notice, waits, type LocalTurn, type Protocol, type Step, type Task } from './protocol.ts';

/** What is fixed for the locks inside one process. */
export interface InProcessOptions {
  /**
   * Whether the timer of a hold ends that hold only, or (flaw) whoever holds when it rings: it is not stopped
   * with its hold, and does not look whose the key is.
   */
  readonly timer: 'bound' | 'unbound';
  /**
   * Whether the lock of a key stays while anybody waits for it, or (flaw) is dropped with each release and made
   * anew by the next who asks, beside those who still wait for the old one.
   */
  readonly entries: 'kept' | 'dropped';
}

interface Hold {
  readonly worker: string;
  readonly proof: string;
}

interface Waiter extends Hold {
  /** The conversation that waits, to be woken. */
  readonly ref: string;
  readonly ttlUs: number;
}

/** One mutex. */
interface Mutex {
  readonly key: string;
  readonly holder: Hold | null;
  readonly queue: readonly Waiter[];
}

/** The mutexes of the process by number, and the one that a key's name leads to. */
interface Local {
  readonly mutexes: { readonly [number: string]: Mutex };
  readonly named: { readonly [key: string]: string };
}

const EMPTY: Local = { mutexes: {}, named: {} };

/** What an operation does to the mutexes. */
interface Change {
  readonly local: Local;
  readonly effects: readonly Effect[];
}

/**
 * A lock inside the process: a mutex with a hard TTL, exclusive among the workers of one process and nobody
 * else. There is no server, so that it tells of its leases itself; a crash loses them.
 */
export function inProcessProtocol(options: InProcessOptions): Protocol {
  const acquire = (task: Task): Step => {
    const { key, worker, proof, ttlUs, ref, mode } = task;
    const local = localOf(task.local);
    const number = local.named[key] ?? unused(local);
    const mutex = local.mutexes[number] ?? { key, holder: null, queue: [] };
    const named = { ...local.named, [key]: number };
    if (mutex.holder === null) {
      const free: Local = { mutexes: { ...local.mutexes, [number]: mutex }, named };
      return done(
        { kind: 'granted', token: null, claim: number },
        grant(free, number, { worker, proof, ttlUs }),
      );
    }
    if (mode === 'once') return comesTo({ kind: 'held' });
    const waiting: Mutex = { ...mutex, queue: [...mutex.queue, { worker, proof, ref, ttlUs }] };
    const mutexes = { ...local.mutexes, [number]: waiting };
    return { ...waits(number), local: asJson({ mutexes, named }) };
  };

  /** Gives a mutex to a worker, for as long as its TTL says. */
  const grant = (
    local: Local,
    number: string,
    { worker, proof, ttlUs }: Hold & { readonly ttlUs: number },
  ): Change => {
    const mutex = local.mutexes[number];
    if (mutex === undefined) return { local, effects: [] };
    const held: Mutex = { ...mutex, holder: { worker, proof } };
    return {
      local: { ...local, mutexes: { ...local.mutexes, [number]: held } },
      effects: [
        tells({ ev: 'grant', client: worker, key: mutex.key }, ttlUs),
        timer(number, mutex.key, { worker, proof }, ttlUs),
      ],
    };
  };

  /** A mutex is free: the first who waits for it has it, and is woken. */
  const freed = (local: Local, number: string): Change => {
    const mutex = local.mutexes[number];
    if (mutex === undefined) return { local, effects: [] };
    const [first, ...queue] = mutex.queue;
    const free: Mutex = { ...mutex, holder: null, queue };
    const named = options.entries === 'dropped' ? unnamed(local, number) : local.named;
    if (first === undefined) {
      const { [number]: _gone, ...mutexes } = local.mutexes;
      return { local: { mutexes, named: unnamed(local, number) }, effects: [] };
    }
    const granted = grant({ mutexes: { ...local.mutexes, [number]: free }, named }, number, first);
    return { local: granted.local, effects: [...granted.effects, notice(first.ref, 0)] };
  };

  const release = (task: Task, isChecked: boolean): Step => {
    const local = localOf(task.local);
    const { key, proof, worker, claim } = task;
    const number = isChecked ? asText(claim) : (local.named[key] ?? '');
    const holder = local.mutexes[number]?.holder ?? null;
    if (holder === null || (isChecked && holder.proof !== proof)) return comesTo({ kind: 'not-owner' });
    const whose = { client: holder.worker, key };
    const ended =
      holder.worker === worker
        ? tells({ ev: 'release', ...whose })
        : tells({ ev: 'revoke', ...whose, by: worker });
    const stopped = options.timer === 'bound' ? [stop(number, holder.proof)] : [];
    const next = freed(local, number);
    return done({ kind: 'released' }, { local: next.local, effects: [ended, ...stopped, ...next.effects] });
  };

  /** One who waited gives up: it leaves the queue, or gives back what it has been given meanwhile. */
  const giveBack = (task: Task): Step => {
    const local = localOf(task.local);
    const number = asText(task.claim);
    const mutex = local.mutexes[number];
    if (mutex?.holder?.proof === task.proof) return release(task, true);
    if (mutex === undefined) return comesTo({ kind: 'not-owner' });
    const queue = mutex.queue.filter(({ proof }) => proof !== task.proof);
    const left: Local = { ...local, mutexes: { ...local.mutexes, [number]: { ...mutex, queue } } };
    return done({ kind: 'not-owner' }, { local: left, effects: [] });
  };

  /** The TTL of a hold is over. */
  const rang = (local: Local, event: MachineEvent): Change => {
    const proof = asText(event['proof']);
    const number =
      options.timer === 'bound' ? asText(event['mutex']) : (local.named[asText(event['key'])] ?? '');
    const mutex = local.mutexes[number];
    const holder = mutex?.holder ?? null;
    if (mutex === undefined || holder === null) return { local, effects: [] };
    if (holder.proof !== proof && options.timer === 'bound') return { local, effects: [] };
    const whose = { client: holder.worker, key: mutex.key };
    const ended =
      holder.proof === proof
        ? tells({ ev: 'expire', ...whose })
        : tells({ ev: 'revoke', ...whose, by: asText(event['worker']) });
    const next = freed(local, number);
    return { local: next.local, effects: [ended, ...next.effects] };
  };

  return {
    offer: {
      acquire: ['one-step'],
      renew: [],
      release: ['compared', 'unchecked'],
      tokens: ['none'],
      counts: false,
      tells: true,
      fetches: false,
      queues: true,
    },
    initial: asJson(EMPTY),
    begin(task) {
      switch (task.op) {
        case 'acquire':
          return acquire(task);
        case 'give-back':
          return giveBack(task);
        case 'release':
          return release(task, task.manner === 'compared');
        default: {
          const holder = localOf(task.local).mutexes[asText(task.claim)]?.holder ?? null;
          return comesTo({ kind: 'holds', holds: holder?.proof === task.proof });
        }
      }
    },
    // Only who waits is ever told anything: that the mutex is its own.
    go: (_task, progress) => comesTo({ kind: 'granted', token: null, claim: progress }),
    claimOf: (progress) => progress,
    background(local, event): LocalTurn | null {
      const before = localOf(local);
      if (event.type === 'crash') return { local: asJson(EMPTY), effects: lost(before) };
      if (event.type !== 'module.timer' || event['ref'] !== TTL) return null;
      const { local: after, effects } = rang(before, event);
      return { local: asJson(after), effects };
    },
  };
}

const TTL = 'protocol:ttl';

function timer(mutex: string, key: string, { worker, proof }: Hold, afterUs: number): Effect {
  const event: MachineEvent = { type: 'module.timer', ref: TTL, mutex, key, proof, worker };
  return { type: 'timer', id: `${TTL}:${mutex}:${proof}`, afterUs, event };
}

function stop(mutex: string, proof: string): Effect {
  return { type: 'cancel', id: `${TTL}:${mutex}:${proof}` };
}

function tells(entry: Extract<Effect, { type: 'trace' }>['entry'], expiresAfterUs?: number): Effect {
  const told = entry.client === undefined ? entry : { ...entry, actor: entry.client };
  return { type: 'trace', entry: told, ...(expiresAfterUs === undefined ? {} : { expiresAfterUs }) };
}

/** The process is gone, and every lock that lived in it. */
function lost({ mutexes }: Local): readonly Effect[] {
  return Object.values(mutexes).flatMap(({ key, holder }) =>
    holder === null ? [] : [tells({ ev: 'forget', client: holder.worker, key })],
  );
}

function done(result: Parameters<typeof comesTo>[0], { local, effects }: Change): Step {
  return { ...comesTo(result), local: asJson(local), effects };
}

function unnamed({ named }: Local, number: string): Local['named'] {
  return Object.fromEntries(Object.entries(named).filter(([, other]) => other !== number));
}

/** The first number that no mutex has. */
function unused({ mutexes }: Local): string {
  let number = 1;
  while (mutexes[String(number)] !== undefined) number += 1;
  return String(number);
}

function localOf(local: Json): Local {
  return (local ?? EMPTY) as unknown as Local;
}

function asJson(local: Local): Json {
  return local as unknown as Json;
}
