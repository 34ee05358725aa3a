import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_FAULTS, type FaultBudget } from '../../../engine/faults.ts';
import { play } from '../../../engine/play.ts';
import { ORDINARY } from '../../../engine/schedule.ts';
import type { Trace } from '../../../engine/trace.ts';
import { judge } from '../../../engine/verdict/judge.ts';
import { buildModel } from '../../build.ts';
import { randomSchedule } from '../../random-schedule.ts';
import { readScenario, resolveBody } from '../../scenario.ts';
import type { ScenarioBody } from '../../schema.ts';
import { documentOf, type Setting } from './testing/locking.ts';

/** Every choice of the standard lock, in random combinations, over every service. */
const times = (...ms: readonly number[]) => fc.constantFrom(...ms);
const SERVICES = ['lease-manager', 'epoch-lease', 'etcd', 'redis'] as const;
type Service = (typeof SERVICES)[number];

const TOKENS: { readonly [service in Service]: readonly string[] } = {
  'lease-manager': ['grant', 'none', 'random'],
  'epoch-lease': ['grant', 'none', 'random'],
  etcd: ['creation-revision', 'stored-value', 'none', 'random'],
  redis: ['none', 'counter', 'random'],
};
const MANNERS: { readonly [service in Service]: readonly string[] } = {
  'lease-manager': ['compared'],
  'epoch-lease': [],
  etcd: ['compared', 'two-commands', 'unchecked'],
  redis: ['compared', 'two-commands', 'unchecked'],
};

const backOff = fc.oneof(
  fc.record({ kind: fc.constant('constant'), jitter: fc.constantFrom(0, 0.5) }),
  fc.record({ kind: fc.constant('exponential'), cap: times(400, 900), jitter: fc.constantFrom(0, 0.3) }),
);

const lockAt = (service: Service) =>
  fc
    .record({
      attempt: fc.record({
        how: service === 'redis' ? fc.constantFrom('one-step', 'two-steps') : fc.constant('one-step'),
        unknown: fc.constantFrom('fail', 'give-back', 'retry', 'taken-for-acquired'),
        retry: times(100, 300),
        backOff,
      }),
      request: fc.option(
        fc.record({ timeout: times(50, 300), retries: fc.nat({ max: 3 }), pause: times(0, 100), backOff }),
        { nil: undefined },
      ),
      validity: fc.record({
        from: fc.constantFrom('request', 'reply', 'first-attempt'),
        checkedOnReturn: fc.boolean(),
      }),
      renewal: fc.oneof(
        fc.constant({ kind: 'none' }),
        fc.record({
          kind: fc.constant('watchdog'),
          interval: fc.option(times(200, 700), { nil: undefined }),
          pace: fc.constantFrom('steady', 'after-answer'),
          until: fc.constantFrom('refused', 'deadline', 'first-error'),
          armed: fc.constantFrom('always', 'only-reentrant'),
          context: fc.constantFrom('own', 'request'),
          afterRelease: fc.constantFrom('stops', 'goes-on'),
          how: service === 'redis' ? fc.constantFrom(...MANNERS.redis) : fc.constant('compared'),
          onMissing: fc.constantFrom('tells-loss', 'ignores', 'takes-again'),
        }),
      ),
      belief: fc.oneof(
        fc.constant({ kind: 'until-told' }),
        fc.record({ kind: fc.constant('until-deadline'), margin: times(0, 100, 5000) }),
      ),
      token: fc.constantFrom(...TOKENS[service]),
      release: fc.record({
        how: fc.constantFrom(...MANNERS[service], 'never'),
        afterUnknown: fc.constantFrom('gives-up', 'retries'),
        retry: times(100, 400),
        forgets: fc.constantFrom('never', 'after-reply', 'before-reply'),
        context: fc.constantFrom('own', 'request'),
      }),
      context: fc.record({ ends: times(0, 500, 1500) }),
      reentrancy: fc.constantFrom('count', 'anybody-in-process'),
      serviceDown: fc.constantFrom('fail-closed', 'degrade'),
      records: fc.constantFrom('by-key', 'by-worker'),
    })
    // What is undefined is left out of a document.
    .map((lock) => JSON.parse(JSON.stringify(lock)) as object);

const acquirePolicy = fc.oneof(
  fc.constant({ kind: 'once', goesOn: true }),
  fc.record({ kind: fc.constant('block'), retry: times(100, 250), timeout: times(0, 700, 3000) }),
  fc.record({
    kind: fc.constant('block'),
    retry: times(100, 250),
    timeout: times(700),
    onTimeout: fc.constant('taken-for-success'),
  }),
);

const scriptAt = (service: Service) => {
  const ops: fc.Arbitrary<object>[] = [
    fc.record({ op: fc.constant('acquire'), ttl: times(600, 1000, 2000), reentrant: fc.boolean() }),
    times(0, 300, 1200).map((ms) => ({ op: 'work', for: ms })),
    times(0, 700).map((ms) => ({ op: 'sleep', for: ms })),
    fc.constant({ op: 'write', value: 'x' }),
    times(500, 1500).map((ttl) => ({ op: 'renew', ttl })),
  ];
  if (service !== 'epoch-lease') ops.push(fc.constant({ op: 'release' }));
  if (service !== 'lease-manager') ops.push(fc.constant({ op: 'fence' }));
  const first = times(600, 1500).map((ttl) => ({ op: 'acquire', ttl, reentrant: true }));
  return fc
    .tuple(first, fc.array(fc.oneof(...ops), { minLength: 2, maxLength: 7 }))
    .map(([one, others]) => [one, ...others]);
};

const fault = fc.oneof(
  fc.record({
    kind: fc.constant('pause'),
    node: fc.constantFrom('P', 'C'),
    at: times(100, 450, 900),
    for: times(300, 2500),
  }),
  fc.record({ kind: fc.constant('crash'), node: fc.constantFrom('P', 'C'), at: times(400, 1100) }),
  fc.record({
    kind: fc.constant('restart'),
    node: fc.constantFrom('P', 'lock'),
    at: times(1500, 2100),
    data: fc.constantFrom('kept', 'lost'),
  }),
  fc.record({
    kind: fc.constant('partition'),
    between: fc.constantFrom(['P', 'lock'], ['C', 'lock']),
    at: times(50, 500, 1000),
    for: times(200, 3000),
  }),
  fc.record({
    kind: fc.constant('delay'),
    message: fc.constantFrom('lock>P#1', 'lock>P#3', 'P>lock#2', 'C>lock#2', 'lock>C#1'),
    by: times(200, 1700),
  }),
  fc.record({
    kind: fc.constant('lose'),
    message: fc.constantFrom('lock>P#1', 'lock>P#4', 'P>lock#2', 'P>lock#3', 'C>lock#1'),
  }),
);

/** Two workers of one process, and a client by itself. */
const settings = fc.constantFrom(...SERVICES).chain((service) =>
  fc
    .record({
      lock: lockAt(service),
      acquire: fc.tuple(acquirePolicy, acquirePolicy, acquirePolicy),
      script: fc.tuple(scriptAt(service), scriptAt(service), scriptAt(service)),
      start: fc.tuple(times(0, 50), times(0, 350), times(10, 600)),
      faults: fc.array(fault, { maxLength: 4 }),
      latency: times(1, 20, 90),
      seed: fc.nat({ max: 1000 }),
      rivalLock: lockAt(service),
    })
    .map(({ lock, rivalLock, acquire, script, start, faults, latency, seed }) => {
      const client = (id: string, process: string, index: 0 | 1 | 2, own: object) => ({
        id,
        process,
        start: start[index],
        acquire: acquire[index],
        script: script[index],
        lock: own,
      });
      const setting: Setting = {
        service,
        store: 'fenced',
        clients: [client('g1', 'P', 0, lock), client('g2', 'P', 1, lock), client('c1', 'C', 2, rivalLock)],
        faults,
        latency,
        horizon: 15_000,
      };
      return { setting, seed };
    }),
);

function bodyOf(setting: Setting): ScenarioBody {
  const read = readScenario(documentOf(setting));
  const body = read.ok ? resolveBody(read.value, 'only', {}) : read;
  if (!body.ok) throw new Error(`the generator made a bad document: ${JSON.stringify(body.problems)}`);
  return body.value;
}

const BUDGET: FaultBudget = { pause: 2, crash: 1, lose: 2, late: 3 };

/** Everything that a run does, by the ordinary schedule or by one drawn at random. */
function traceOf(body: ScenarioBody, seed: number | null): Trace {
  const { model } = buildModel(body, seed === null ? NO_FAULTS : BUDGET);
  const schedule = seed === null ? ORDINARY : randomSchedule(model, seed, 150);
  const history = play(model, schedule, 20_000);
  expect(history.end).toBe('over');
  return history.entries;
}

describe('choices combine freely', () => {
  test('every run comes to its end, the same each time', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(settings, ({ setting, seed }) => {
        const body = bodyOf(setting);
        const trace = traceOf(body, null);
        expect(JSON.stringify(traceOf(body, null)) === JSON.stringify(trace)).toBe(true);
        for (const entry of trace) {
          const what = `${entry.ev} ${entry.reason ?? String(entry.held ?? '')}`.trim();
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
        traceOf(body, seed);
      }),
      { numRuns: 100, seed: 7, interruptAfterTimeLimit: 60_000 },
    );
    // What never happens is not tested.
    for (const what of [
      'grant',
      'renew',
      'expire',
      'release',
      'believe true',
      'believe deadline',
      'believe renewal-refused',
      'believe released',
      'abandon timed-out',
      'abandon timeout',
      'wait',
    ]) {
      expect(seen.get(what) ?? 0, `how often ${what}`).toBeGreaterThan(3);
    }
  });
});

/** What a careful library chooses; the rest is left to chance. */
const careful = settings.map(({ setting, seed }) => ({
  seed,
  setting: {
    ...setting,
    // Nobody is paused, and no lease is forgotten.
    faults: (setting.faults ?? []).filter((one) =>
      ['partition', 'delay', 'lose'].includes((one as { readonly kind: string }).kind),
    ),
    clients: setting.clients.map((client) => ({
      ...client,
      acquire: { kind: 'block', retry: 200, timeout: 3000 },
      lock: {
        ...client.lock,
        attempt: { unknown: 'give-back' },
        validity: { from: 'request', checkedOnReturn: true },
        belief: { kind: 'until-deadline', margin: 10 },
        renewal: { kind: 'watchdog' },
        release: setting.service === 'epoch-lease' ? {} : { how: 'compared', forgets: 'after-reply' },
        reentrancy: 'count',
        serviceDown: 'fail-closed',
        records: 'by-worker',
      },
    })),
  } satisfies Setting,
}));

test('who reckons from the request, and stops in time, is never one of two that believe', () => {
  let losses = 0;
  fc.assert(
    fc.property(careful, ({ setting }) => {
      const body = bodyOf(setting);
      const trace = traceOf(body, null);
      losses += trace.filter(({ reason }) => reason === 'deadline').length;
      const horizon = buildModel(body).model.horizon;
      const kinds = judge(trace, { origin: 'simulated', horizon }).findings.map(({ kind }) => kind);
      expect(kinds).not.toContain('overlapping-beliefs');
      expect(kinds).not.toContain('overlapping-leases');
      expect(kinds).not.toContain('wrong-release');
    }),
    { numRuns: 150, seed: 8, interruptAfterTimeLimit: 60_000 },
  );
  expect(losses).toBeGreaterThan(10);
});

test('where every answer comes, however late, nobody stops while its lease is good by more than its margin', () => {
  let losses = 0;
  const answered = careful.map(({ setting }) => ({
    ...setting,
    faults: [],
    clients: setting.clients.map((client) => {
      const {
        request: _request,
        renewal: _renewal,
        // A random token has its holder refused, which then stops.
        token: _token,
        ...lock
      } = client.lock as { readonly [choice: string]: unknown };
      // While a renewal is under way its holder cannot know that the lease is longer by now.
      const script = (client.script ?? []).filter((step) => (step as { readonly op: string }).op !== 'renew');
      return { ...client, lock, script };
    }),
  }));
  fc.assert(
    fc.property(answered, times(1, 120, 250), (setting, latency) => {
      const body = bodyOf({ ...setting, latency });
      const trace = traceOf(body, null);
      losses += trace.filter(({ reason }) => reason === 'deadline').length;
      const { findings } = judge(trace, { origin: 'simulated', horizon: buildModel(body).model.horizon });
      expect(findings.map(({ kind }) => kind)).not.toContain('false-loss');
    }),
    { numRuns: 80, seed: 9, interruptAfterTimeLimit: 60_000 },
  );
  expect(losses).toBeGreaterThan(10);
});
