import type { Json } from '../../engine/trace.ts';
import { processOf } from '../build/clients.ts';
import type { ClientDocument } from '../documents/client.ts';
import { allSteps } from '../documents/steps.ts';
import type { ScenarioBody } from '../schema.ts';
import { lockDocument, lockKind, serviceKind } from '../services/registry.ts';
import type { StandardDocument } from '../services/standard/standard-schema.ts';
import type { Believing, FigureName, Figures, Renewing } from './figures.ts';
import { scriptFigures, type ScriptFigures, type WorkGap, type Ways } from './script-figures.ts';

/** Where a figure comes from: the scenario, what its lock module does by itself, or an assumption of this page. */
export type Origin = 'scenario' | 'module' | 'assumed';

/** What a scenario says of a client's times. */
export interface ReadFigures {
  readonly client: string;
  readonly figures: Figures;
  readonly origins: Readonly<Record<FigureName, Origin>>;
  /** Places of the document that say a figure, as JSON pointers; a figure without one is said by several, or by none. */
  readonly places: Readonly<Partial<Record<FigureName, readonly string[]>>>;
  /** What follows from a TTL, for another one: the TTL as it is counted, and an interval that nobody set. */
  readonly following: (ttl: number) => Pick<Figures, 'ttl' | 'interval' | 'allowance'>;
  /** What the script does before its last write that has no length, so that `work` lacks it and is assumed. */
  readonly workLacks: readonly WorkGap[];
  /** The script renews by itself, which is not counted here. */
  readonly renewsByHand: boolean;
}

/** Clients of a body that acquire a key, in its order. */
export function holdersOf({ clients }: ScenarioBody): readonly string[] {
  return clients
    .filter(({ script }) => allSteps(script).some(({ op }) => op === 'acquire'))
    .map(({ id }) => id);
}

/** Renewals in a row that are assumed to fail, where something renews. */
const FAILED = 1;

/** The figures of a client that acquires, from a body; null where it has no lock that lasts for a TTL. */
export function readFigures(body: ScenarioBody, id: string): ReadFigures | null {
  const index = body.clients.findIndex((client) => client.id === id);
  const client = body.clients[index];
  if (client === undefined) return null;
  const lock = lockOf(body, client);
  const at = `/clients/${String(index)}`;
  const script = scriptFigures(client.script, at, waysOf(body, client));
  if (lock === null || script === null) return null;
  const choices = choicesOf(lock, client, script, at);
  const links = linkFigures(body, client, script.store);
  const stop = stopOf(body, client);
  const drift = driftOf(body, client);
  const { intervalFor = third, wholeSeconds: inSeconds = false } = choices;
  const following: ReadFigures['following'] = (ttl) => ({
    ttl: inSeconds ? wholeSeconds(ttl) : ttl,
    interval: choices.figures.interval ?? intervalFor(ttl),
    allowance: allowanceOf(body, ttl),
  });
  const figures: Figures = {
    ...PLAIN,
    ...choices.figures,
    ...following(script.ttl),
    failed: choices.figures.renewing === 'none' ? 0 : FAILED,
    work: script.work,
    slept: script.slept,
    way: links.way,
    write: links.write,
    drift,
    stop: stop?.ms ?? 0,
    late: lossDelay(client),
  };
  const places = { ...choices.places, ...script.places, ...links.places, ...stop?.places };
  const said = new Set<FigureName>([
    'ttl',
    'way',
    'write',
    ...(script.gaps.length === 0 ? (['work', 'slept'] as const) : []),
    ...(Object.keys(choices.places) as FigureName[]),
    ...(stop === null ? [] : (['stop'] as const)),
    ...(drift > 0 ? (['drift'] as const) : []),
    ...(figures.late > 0 ? (['late'] as const) : []),
    ...(figures.allowance > 0 ? (['allowance'] as const) : []),
  ]);
  const own = new Set<FigureName>([
    'interval',
    'timeout',
    'retries',
    'backoff',
    'factor',
    'cap',
    'margin',
    'late',
    'allowance',
  ]);
  const origin = (name: FigureName): Origin =>
    said.has(name) ? 'scenario' : own.has(name) ? 'module' : 'assumed';
  const names = Object.keys(PLAIN_NUMBERS) as FigureName[];
  return {
    client: id,
    figures,
    origins: Object.fromEntries(names.map((name) => [name, origin(name)])) as ReadFigures['origins'],
    places,
    following,
    workLacks: script.gaps,
    renewsByHand: lock.kind === 'elector' || script.renews,
  };
}

const PLAIN_NUMBERS: Pick<Figures, FigureName> = {
  ttl: 0,
  interval: 0,
  failed: 0,
  timeout: null,
  retries: 0,
  backoff: 0,
  factor: 1,
  cap: 0,
  way: 0,
  work: 0,
  slept: 0,
  write: 0,
  drift: 0,
  stop: 0,
  margin: 0,
  allowance: 0,
  late: 0,
};
const PLAIN: Figures = {
  ...PLAIN_NUMBERS,
  renewing: 'none',
  believing: 'until-told',
  countsFrom: 'request',
  isTold: true,
  stopsAtFirstError: false,
};

interface Choices {
  readonly figures: Partial<Figures> & { readonly renewing: Renewing };
  readonly places: ReadFigures['places'];
  /** What the interval is where the document does not say it. */
  readonly intervalFor?: (ttl: number) => number;
  /** TTLs are counted in whole seconds. */
  readonly wholeSeconds?: boolean;
}

type Lock = { readonly kind: string } & Readonly<Record<string, unknown>>;

function lockOf({ service }: ScenarioBody, { policies }: ClientDocument): Lock | null {
  const kind = lockKind(service.kind, policies.lock);
  if (kind === undefined || kind.kind === 'null') return null;
  return lockDocument(kind, policies.lock) as unknown as Lock;
}

/** What the lock module of a client does, as its fields say. */
function choicesOf(lock: Lock, client: ClientDocument, script: ScriptFigures, at: string): Choices {
  switch (lock.kind) {
    case 'standard':
      return standardChoices(lock as unknown as StandardDocument, script, `${at}/policies/lock`);
    case 'redis': {
      const { watchdog, loss } = lock;
      const runs = watchdog === 'always' || (watchdog === 'only-reentrant' && script.reentrant);
      return {
        figures: { renewing: runs ? 'steady' : 'none', isTold: loss === 'told' },
        places: {},
        intervalFor: (ttl) => 1000 * Math.max(1, Math.floor(wholeSeconds(ttl) / 3000)),
        wholeSeconds: true,
      };
    }
    case 'etcd-lock':
      return {
        figures: { renewing: 'steady', isTold: false },
        places: {},
        intervalFor: (ttl) => Math.max(1, Math.floor(ttl / 3)),
      };
    case 'etcd-locker':
      return { figures: { renewing: 'steady', isTold: false }, places: {}, intervalFor: third };
    case 'etcd-mutex':
    case 'etcd-lock-call':
    case 'etcd-election':
      // A session: it ends by its own clock a TTL after the last answer.
      return {
        figures: { renewing: 'steady', believing: 'until-deadline', countsFrom: 'reply' },
        places: {},
        intervalFor: third,
      };
    default: {
      const { renewal } = client.policies;
      if (renewal?.kind !== 'watchdog') return { figures: { renewing: 'none' }, places: {} };
      if (renewal.interval === undefined)
        return { figures: { renewing: 'steady' }, places: {}, intervalFor: third };
      const places = { interval: [`${at}/policies/renewal/interval`] };
      return { figures: { renewing: 'steady', interval: renewal.interval }, places };
    }
  }
}

function standardChoices(lock: StandardDocument, { reentrant }: ScriptFigures, at: string): Choices {
  const { renewal, request, belief, validity } = lock;
  const renews = renewal.kind === 'watchdog' && (renewal.armed === 'always' || reentrant);
  const believing: Believing = belief.kind;
  const places: Partial<Record<FigureName, readonly string[]>> = {};
  let figures: Choices['figures'] = {
    renewing: !renews ? 'none' : renewal.pace,
    believing,
    countsFrom: validity.from === 'reply' ? 'reply' : 'request',
    isTold: renews && renewal.onMissing === 'tells-loss',
    stopsAtFirstError: renews && renewal.until === 'first-error',
  };
  if (belief.kind === 'until-deadline') {
    figures = { ...figures, margin: belief.margin };
    places['margin'] = [`${at}/belief/margin`];
  }
  if (renews && renewal.interval !== undefined) {
    figures = { ...figures, interval: renewal.interval };
    places['interval'] = [`${at}/renewal/interval`];
  }
  if (request !== undefined) {
    const { timeout, retries, pause, backOff } = request;
    const grows = backOff.kind === 'exponential';
    const backoff = grows && backOff.factor === 1 ? Math.min(pause, backOff.cap) : pause;
    figures = { ...figures, timeout, retries, backoff };
    places['timeout'] = [`${at}/request/timeout`];
    places['retries'] = [`${at}/request/retries`];
    places['backoff'] = [`${at}/request/pause`];
    if (grows) {
      figures = { ...figures, factor: backOff.factor, cap: backOff.cap };
      places['factor'] = [`${at}/request/backOff/factor`];
      places['cap'] = [`${at}/request/backOff/cap`];
    }
  }
  return { figures, places, intervalFor: third };
}

/** A third of the TTL, rounded down to the microsecond so that the third renewal is not late. */
function third(ttl: number): number {
  return Math.max(1, Math.floor((ttl * 1000) / 3)) / 1000;
}

/** Whole seconds, as EXPIRE counts: at least one. */
function wholeSeconds(ttl: number): number {
  return 1000 * Math.max(1, Math.floor((ttl <= 0 ? 30_000 : ttl) / 1000));
}

function linkFigures(body: ScenarioBody, client: ClientDocument, store: string | null) {
  const way = toService(body, client);
  const write = toStore(body, client, store);
  const places: ReadFigures['places'] = {
    ...(way.place === null ? {} : { way: [way.place] }),
    ...(write.place === null ? {} : { write: [write.place] }),
  };
  return { way: way.ms, write: write.ms, places };
}

const toService = (body: ScenarioBody, { process, id }: ClientDocument) =>
  longest(body, process ?? id, new Set(serviceKind(body.service.kind).nodes(body.service)));

const toStore = (body: ScenarioBody, { process, id }: ClientDocument, store: string | null) =>
  longest(body, process ?? id, new Set([store ?? body.stores[0]?.id ?? 'store']));

function waysOf(body: ScenarioBody, client: ClientDocument): Ways {
  return { service: toService(body, client).ms, toStore: (store) => toStore(body, client, store).ms };
}

/** The longest way between a process and some of the others, and the one place that says it, where there is one. */
function longest(body: ScenarioBody, process: string, others: ReadonlySet<string>) {
  const found = [...others].map((other) => {
    const index = body.links.findLastIndex(
      ({ between: [a, b] }) => (a === process && b === other) || (a === other && b === process),
    );
    const link = body.links[index];
    if (link === undefined) return { ms: body.latency, place: '/latency' };
    const place = link.jitter === 0 ? `/links/${String(index)}/latency` : null;
    return { ms: link.latency + link.jitter, place };
  });
  const ms = found.reduce((most, one) => Math.max(most, one.ms), 0);
  const places = new Set(found.map(({ place }) => place));
  const [only = null] = places;
  return { ms, place: places.size === 1 ? only : null };
}

/** The longest stop that the scenario makes a client's process take, and where it says so; null: none. */
function stopOf(body: ScenarioBody, client: ClientDocument) {
  const process = processOf(body, client.id);
  let found: { readonly ms: number; readonly places: ReadFigures['places'] } | null = null;
  for (const [index, fault] of body.faults.entries()) {
    if (fault.kind !== 'pause' || fault.node !== process) continue;
    const resumes = body.faults.flatMap((other) =>
      other.kind === 'resume' && other.node === process && other.at > fault.at ? [other.at] : [],
    );
    const ms = fault.for ?? Math.min(body.horizon, ...resumes) - fault.at;
    const places = fault.for === undefined ? {} : { stop: [`/faults/${String(index)}/for`] };
    if (found === null || ms > found.ms) found = { ms, places };
  }
  return found;
}

/** By which part the client's clock runs slower than the service's, at the worst of the scenario's own rates. */
function driftOf(body: ScenarioBody, client: ClientDocument): number {
  const process = processOf(body, client.id);
  const nodes = new Set<string>(serviceKind(body.service.kind).nodes(body.service));
  let slowest = 1;
  let fastest = 1;
  for (const fault of body.faults) {
    if (fault.kind !== 'clock' || fault.rate === undefined) continue;
    if (fault.node === process) slowest = Math.min(slowest, fault.rate);
    if (nodes.has(fault.node)) fastest = Math.max(fastest, fault.rate);
  }
  return Math.max(0, 1 - slowest / fastest);
}

/** What a Redlock takes off a TTL for the clocks of its nodes. */
function allowanceOf({ service }: ScenarioBody, ttl: number): number {
  if (service.kind !== 'redlock') return 0;
  const { drift } = service as unknown as {
    readonly drift: { readonly factor: number; readonly plus: number };
  };
  return ttl * drift.factor + drift.plus;
}

function lossDelay({ policies }: ClientDocument): number {
  return policies.onLoss?.kind === 'late' ? policies.onLoss.delay : 0;
}

/** Whether a document has each of these places, so that a value can be put there. */
export function hasPlaces(document: Json, places: readonly string[]): boolean {
  return places.every((place) => {
    let at: Json | undefined = document;
    for (const step of place.slice(1).split('/')) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
      at = (at as { readonly [field: string]: Json })[step];
    }
    return true;
  });
}
