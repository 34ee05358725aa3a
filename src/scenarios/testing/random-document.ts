import * as v from 'valibot';
import { instructionSchema } from '../documents/instruction.ts';
import { linkSchema } from '../documents/link.ts';
import { policiesSchema } from '../documents/policies.ts';
import { storeSchema } from '../documents/store.ts';
import { checkReferences } from '../check-references.ts';
import { readScenario, resolveBody } from '../scenario.ts';
import type { ScenarioBody } from '../schema.ts';
import { lockDocument, lockKind, serviceKinds } from '../services/registry.ts';
import { faultSchema } from '../services/schemas.ts';
import type { LockDocument, Offer, ServiceKind } from '../services/service-kind.ts';
import { drawValue, pick, type Drawing } from './random-value.ts';
import { mended } from './mended.ts';

type Fields = Record<string, unknown>;

/** A document that was drawn and found good, without what varies, and what else may stand in it. */
export interface Drawn {
  readonly document: Fields;
  readonly body: ScenarioBody;
  /** The same document with other faults, links and latency, and its body. */
  vary(): Varied;
}

/** A document with all its parts, found good. */
export interface Varied {
  readonly document: Fields;
  readonly body: ScenarioBody;
}

const CLIENTS = ['A', 'B', 'C'];
const STORES = ['store', 'second'];

/**
 * A small random document over whatever services, lock modules, policies, instructions, stores and faults there
 * are: all choices are those of the schemas that read documents. Null where what was drawn cannot be mended.
 */
export function randomDocument(random: () => number): Drawn | null {
  const kind = pick(random, serviceKinds());
  const stores = STORES.slice(0, random() < 0.85 ? 1 : 2);
  const caches = random() < 0.15 ? ['cache'] : [];
  const drawing = (more: Drawing['fields'] = {}, often = 0.25): Drawing => ({
    random,
    often,
    fields: { ...namedFields(random, [...stores, ...caches]), ...more },
  });
  const service = drawValue(kind.schema, drawing({ id: () => undefined }, 0.3)) as Fields;
  const clients = CLIENTS.slice(0, random() < 0.7 ? 2 : 3).map((id) => clientOf(id, kind, service, drawing));
  const whole = mended(
    {
      format: 'fenceline-scenario',
      version: 1,
      id: 'random',
      horizon: HORIZON_MS,
      seed: Math.floor(random() * 1000),
      configurations: [{ id: 'one', set: {} }],
      service,
      stores: stores.map((id) => storeOf(id, drawing, random)),
      caches: caches.map((id) => ({ id })),
      clients: random() < 0.1 ? sharedProcess(clients) : clients,
    },
    readScenario,
  );
  if (whole === null) return null;
  const { document } = whole;
  const resolved = resolveBody(whole.scenario, 'one', {});
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.problems));
  const body = resolved.value;
  return { document, body, vary: () => varied(document, body, kind, drawing) };
}

/** Faults, links and latency, of which those stay that fit. */
function varied(document: Fields, body: ScenarioBody, kind: ServiceKind, drawing: MakeDrawing): Varied {
  const { random } = drawing();
  const nodes = [
    ...kind.nodes(body.service),
    ...[...body.stores, ...body.caches].map(({ id }) => id),
    ...new Set(body.clients.map(({ id, process }) => process ?? id)),
  ];
  const at = drawing(
    {
      node: () => pick(random, nodes),
      between: () => [pick(random, nodes), pick(random, nodes)],
      message: () => `${pick(random, nodes)}>${pick(random, nodes)}#${String(1 + Math.floor(random() * 3))}`,
      at: () => pick(random, INSTANTS),
      for: () => pick(random, DURATIONS),
    },
    0.6,
  );
  const drawn = Array.from({ length: Math.floor(random() * 4) }, () => drawValue(faultOf(kind, random), at));
  const good = drawn.flatMap((fault) => {
    const read = v.safeParse(faultSchema, fault);
    return read.success ? [{ fault, read: read.output }] : [];
  });
  const wrong = checkReferences({ ...body, faults: good.map(({ read }) => read) });
  const bad = new Set(wrong.map(({ where }) => where.split('.')[1]));
  const faults = good.filter((_, index) => !bad.has(String(index)));
  const links = random() < 0.3 ? [drawValue(linkSchema, at)] : [];
  const latency = pick(random, [0, 1, 5, 200]);
  return {
    document: { ...document, latency, links, faults: faults.map(({ fault }) => fault) },
    body: {
      ...body,
      latency,
      links: v.parse(v.array(linkSchema), links),
      faults: faults.map(({ read }) => read),
    },
  };
}

/** Long enough for two leases and what comes after them. */
const HORIZON_MS = 5000;

type MakeDrawing = (more?: Drawing['fields'], often?: number) => Drawing;

const INSTANTS = [0, 100, 300, 500, 1000, 1100, 1500, 2000, 2500, 3000, 4000, 5000];
const DURATIONS = [0, 100, 500, 1000, 1500, 2500, 4000];
const TTLS = [1000, 1000, 1500, 2000, 2000, 3000, 500, 0, -100];

/** Names and times that mean something wherever a field has this name. */
function namedFields(random: () => number, stores: readonly string[]): Drawing['fields'] {
  return {
    key: () => (random() < 0.93 ? undefined : 'other'),
    record: () => (random() < 0.9 ? undefined : 'other'),
    read: () => 'record',
    store: () => pick(random, [undefined, ...stores]),
    ttl: () => pick(random, TTLS),
    for: () => pick(random, DURATIONS),
    interval: () => pick(random, [300, 500, 1000]),
    retry: () => pick(random, [200, 300, 500]),
    timeout: () => pick(random, [300, 1000, 3000]),
    times: () => pick(random, [1, 2, 3]),
    operation: () => (random() < 0.5 ? undefined : pick(random, ['delete', 'append', 'clear'])),
    leaseKey: () => pick(random, ['lock', 'other']),
    records: () => (random() < 0.5 ? { record: '5' } : { record: '5', other: 'x' }),
    fences: () => ({ lock: pick(random, [0, 0, 1, 2]) }),
    gaps: () => ({ [pick(random, ['write', 'add'])]: pick(random, [0, 100, 2500]) }),
    process: () => undefined,
    proof: () => undefined,
    unit: () => pick(random, ['job', 'other job']),
  };
}

/** Stores that must hold come up more often than the others. */
function storeOf(id: string, drawing: MakeDrawing, random: () => number): Fields {
  const kinds = { append: pick(random, ['authoritative', 'fenced-at-takeover', 'naive']) };
  const store = drawValue(
    storeSchema,
    drawing({ id: () => undefined, operations: () => kinds }, 0.15),
  ) as Fields;
  const strict = random() < 0.5 ? { kind: pick(random, ['authoritative', 'fenced-at-takeover']) } : {};
  return { records: { record: '5' }, ...store, ...strict, id };
}

function clientOf(id: string, kind: ServiceKind, service: Fields, drawing: MakeDrawing): Fields {
  const { random } = drawing();
  const lock = pick(random, kind.locks);
  const isUsual = lock === kind.locks[0] && random() < 0.4;
  const fields = isUsual ? undefined : (drawValue(lock.schema, drawing({}, 0.2)) as LockDocument);
  const offer = offerOf(kind, service, fields);
  const policies = drawValue(
    policiesSchema,
    drawing(
      {
        lock: () => undefined,
        acquire: () => acquireOf(offer, random),
        renewal: () => (offer?.renews === true && random() < 0.5 ? { kind: 'watchdog' } : undefined),
      },
      0.2,
    ),
  ) as Fields;
  const byHand = drawing({ value: () => pick(random, ['x', 'lock']) });
  const request = (): unknown =>
    kind.operator === undefined ? { type: 'none' } : drawValue(kind.operator, byHand);
  const turns = Array.from({ length: random() < 0.2 ? 2 : 1 }, () => turnOf(offer, request, drawing));
  const script = turns.flat();
  return {
    id,
    start: pick(random, [0, 0, 100, 500, 1000, 1100, 2000]),
    policies: { ...policies, ...(fields === undefined ? {} : { lock: fields }) },
    script,
  };
}

function offerOf(kind: ServiceKind, service: Fields, lock: LockDocument | undefined): Offer | null {
  const read = v.safeParse(kind.schema, service);
  const known = lockKind(kind.kind, lock);
  const fields = known === undefined ? undefined : v.safeParse(known.schema, lockDocument(known, lock));
  if (!read.success || known === undefined || fields?.success !== true) return null;
  return known.offer(fields.output, read.output);
}

function acquireOf(offer: Offer | null, random: () => number): unknown {
  const ways = [
    ...(offer?.tries === false ? [] : [undefined, { kind: 'once', goesOn: random() < 0.5 }]),
    ...(offer?.blocks === true
      ? [
          { kind: 'block', retry: 300 },
          {
            kind: 'block',
            retry: 200,
            timeout: 1500,
            onTimeout: pick(random, ['error', 'taken-for-success']),
          },
        ]
      : []),
    ...(offer?.queues === true ? [{ kind: 'queue' }, { kind: 'queue', timeout: 1500 }] : []),
  ];
  return pick(random, ways);
}

/** One turn of a client: it acquires, does a few things, and mostly gives the key back. */
function turnOf(offer: Offer | null, request: () => unknown, drawing: MakeDrawing): readonly unknown[] {
  const { random } = drawing();
  const steps = Array.from({ length: 1 + Math.floor(random() * 4) }, (): unknown => {
    // Time that passes and writes are what matters most.
    const chance = random();
    if (chance < 0.3) return { op: pick(random, ['work', 'sleep']), for: pick(random, DURATIONS) };
    if (chance < 0.6) return { op: 'write', value: pick(random, ['one', 'two', '7']) };
    return drawValue(
      instructionSchema,
      drawing({
        request,
        at: () => undefined,
        do: () => [
          { op: 'work', for: 300 },
          { op: 'write', value: 'again' },
        ],
      }),
    );
  });
  const has = (op: string): boolean => offer === null || (offer.operations as readonly string[]).includes(op);
  const fence = has('fence') && random() < 0.6 ? [{ op: 'fence' }] : [];
  const release = has('release') && random() < 0.6 ? [{ op: 'release' }] : [];
  return [{ op: 'acquire', ttl: pick(random, TTLS) }, ...fence, ...steps, ...release];
}

/** Two clients in one process, which has one lock module. */
function sharedProcess(clients: readonly Fields[]): readonly Fields[] {
  const [first] = clients;
  const { lock, renewal } = (first?.['policies'] ?? {}) as Fields;
  return clients.map((client, index) => {
    if (index > 1) return client;
    const { lock: _lock, renewal: _renewal, ...policies } = client['policies'] as Fields;
    return {
      ...client,
      process: 'host',
      policies: {
        ...policies,
        ...(lock === undefined ? {} : { lock }),
        ...(renewal === undefined ? {} : { renewal }),
      },
    };
  });
}

/** A fault that every service knows, or one of the service's own. */
function faultOf(kind: ServiceKind, random: () => number): v.GenericSchema<unknown, unknown> {
  return kind.faults.length > 0 && random() < 0.4 ? pick(random, kind.faults).schema : faultSchema;
}
