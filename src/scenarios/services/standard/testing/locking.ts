import '../../all-services.ts';
import type { Entry } from '../../../../engine/trace.ts';
import { playConfiguration, type PlayedRun } from '../../../play-scenario.ts';
import { readScenario } from '../../../scenario.ts';

type Fields = { readonly [field: string]: unknown };

/** One client of a test; what is left out is as in its setting. Times are milliseconds. */
export interface Client extends Fields {
  readonly id: string;
  readonly start?: number;
  readonly process?: string;
  readonly acquire?: object;
  readonly lock?: object;
  readonly script?: readonly object[];
}

/** A small scenario about one choice: a service called "lock", clients with the standard lock, one store. */
export interface Setting {
  readonly service?: string | object;
  readonly store?: string;
  readonly lock?: object;
  readonly acquire?: object;
  readonly script?: readonly object[];
  readonly clients: readonly Client[];
  readonly faults?: readonly object[];
  readonly latency?: number;
  readonly seed?: number;
  readonly horizon?: number;
}

/** The document of a setting. */
export function documentOf(setting: Setting): Fields {
  const {
    service = 'redis',
    store = 'naive',
    faults = [],
    latency = 1,
    horizon = 60_000,
    seed = 1,
  } = setting;
  return {
    format: 'fenceline-scenario',
    version: 1,
    id: 'choice',
    seed,
    horizon,
    latency,
    configurations: [{ id: 'only', set: {} }],
    service: { id: 'lock', ...(typeof service === 'string' ? { kind: service } : service) },
    stores: [{ kind: store }],
    clients: setting.clients.map(({ acquire, lock, script, ...client }) => ({
      ...client,
      policies: {
        ...definedAcquire(acquire ?? setting.acquire),
        lock: { kind: 'standard', ...setting.lock, ...lock },
      },
      script: script ?? setting.script ?? [],
    })),
    faults,
  };
}

function definedAcquire(acquire: object | undefined): Fields {
  return acquire === undefined ? {} : { acquire };
}

/** Problems of a setting's document, as path and sentence. */
export function problemsOf(setting: Setting): readonly string[] {
  const read = readScenario(documentOf(setting));
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

/** What happens in a setting. */
export function run(setting: Setting): PlayedRun {
  const read = readScenario(documentOf(setting));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const played = playConfiguration(read.value, 'only', {});
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  return played.value;
}

/** The word on the badge, and each kind of finding once. */
export function verdictOf(setting: Setting): readonly string[] {
  const { verdict } = run(setting).run;
  return [verdict.outcome, ...new Set(verdict.findings.map(({ kind }) => kind).toSorted())];
}

/** The entries of these kinds as lines: milliseconds, lane, kind, then what tells one from another. */
export function told(setting: Setting, ...kinds: readonly string[]): readonly string[] {
  return run(setting)
    .run.entries.filter(({ ev }) => kinds.includes(ev))
    .map(lineOf);
}

/** The requests that a client sent to the service, with their milliseconds. */
export function requests(setting: Setting, client: string): readonly string[] {
  return run(setting)
    .run.entries.filter(({ ev, to, actor }) => ev === 'send' && to === 'lock' && actor === client)
    .map(({ t, body }) => `${String(t / 1000)} ${(body as { readonly type: string }).type}`);
}

function lineOf(entry: Entry): string {
  const { t, actor, ev, client, held, token, by, reason, outcome } = entry;
  const whose = client === actor ? undefined : client;
  const rest = [whose, held, outcome, token, by === undefined ? by : `by ${by}`, reason];
  return [t / 1000, actor, ev, ...rest.filter((part) => part !== undefined)].join(' ');
}

/** An acquire with its TTL. */
export function acquire(ttl: number, rest: Fields = {}): Fields {
  return { op: 'acquire', ttl, ...rest };
}

/** Time that passes under the key. */
export function work(forMs: number): Fields {
  return { op: 'work', for: forMs };
}

/** A write that names its writer. */
export function write(value: string): Fields {
  return { op: 'write', value };
}

export const RELEASE: Fields = { op: 'release' };

/** Waits for the key by asking again; for ever where no time-out is given. */
export function blocking(retry: number, timeout?: number, rest: Fields = {}): Fields {
  return { kind: 'block', retry, ...(timeout === undefined ? {} : { timeout }), ...rest };
}

/** Nothing passes between a client and the service. */
export function cut(client: string, at: number, forMs: number): Fields {
  return { kind: 'partition', between: [client, 'lock'], at, for: forMs };
}

/** A process stands still. */
export function pause(node: string, at: number, forMs: number): Fields {
  return { kind: 'pause', node, at, for: forMs };
}
