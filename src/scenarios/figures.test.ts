import { describe, expect, test } from 'vitest';
import { runFigures, type ClientFigures } from '../engine/figures/run-figures.ts';
import { fromMs } from '../engine/time.ts';
import type { Trace } from '../engine/trace.ts';
import { judge } from '../engine/verdict/judge.ts';
import { builtin } from './builtin/index.ts';
import { playConfiguration } from './play-scenario.ts';
import { shown, small } from './testing/small.ts';

/** The figures of a document's only run, by client; durations in milliseconds. */
function figuresOf(entries: Trace, horizonMs = 60_000) {
  const horizon = fromMs(horizonMs);
  const { findings } = judge(entries, { origin: 'simulated', horizon });
  const clients = [...new Set(entries.flatMap(({ client }) => (client === undefined ? [] : [client])))];
  return Object.fromEntries(
    runFigures(entries, findings, clients, horizon).map(({ client, ...figures }) => [client, inMs(figures)]),
  );
}

function inMs({ waitingUs, holdingUs, ...counts }: Omit<ClientFigures, 'client'>) {
  return { waiting: waitingUs / 1000, holding: holdingUs / 1000, ...counts };
}

const lock = { kind: 'standard', renewal: { kind: 'watchdog' } };
const TWO = {
  service: { kind: 'redis' },
  clients: [
    {
      id: 'A',
      policies: { lock },
      script: [
        { op: 'acquire', ttl: 9000 },
        { op: 'work', for: 10_000 },
        { op: 'write', value: 'a' },
        { op: 'release' },
      ],
    },
    {
      id: 'B',
      start: 1000,
      policies: { acquire: { kind: 'block', retry: 1000 }, lock },
      script: [
        { op: 'acquire', ttl: 9000 },
        { op: 'work', for: 1000 },
        { op: 'write', value: 'b' },
        { op: 'release' },
      ],
    },
  ],
};

describe('the figures of a run', () => {
  test('say how long each client waited and held, and how often it renewed', () => {
    expect(figuresOf(shown(small(TWO)).entries)).toEqual({
      // Holds from 2 ms to its release at 10,004 ms, renews at 3, 6 and 9 s.
      A: {
        waiting: 0,
        holding: 10_002,
        failedAcquires: 0,
        renewals: 3,
        failedRenewals: 0,
        staleWritesStopped: 0,
        staleWritesAccepted: 0,
      },
      // Is told at 1,002 ms that the key is held, and asks again a second after each answer, at last at 10,018 ms.
      B: {
        waiting: 9018,
        holding: 1002,
        failedAcquires: 0,
        renewals: 0,
        failedRenewals: 0,
        staleWritesStopped: 0,
        staleWritesAccepted: 0,
      },
    });
  });

  test('count a renewal that is refused or lost as failed, and an acquire that ends without the key', () => {
    const [first, second] = TWO.clients;
    const document = small({
      ...TWO,
      clients: [first, { ...second, policies: { lock } }],
      faults: [
        { kind: 'partition', between: ['A', 'redis'], at: 2000, for: 2000 },
        { kind: 'evict', node: 'redis', at: 5000 },
      ],
    });
    const { A, B } = figuresOf(shown(document).entries);
    // The renewal of 3 s is lost, that of 6 s finds nothing.
    expect(A).toMatchObject({ renewals: 0, failedRenewals: 2 });
    expect(B).toMatchObject({ waiting: 0, holding: 0, failedAcquires: 1 });
  });

  test('count the expiry that an acquire sets in a second command as no renewal', () => {
    const [first] = TWO.clients;
    const twoSteps = { kind: 'standard', attempt: { how: 'two-steps' } };
    const { A } = figuresOf(
      shown(small({ ...TWO, clients: [{ ...first, policies: { lock: twoSteps } }] })).entries,
    );
    expect(A).toMatchObject({ renewals: 0, failedRenewals: 0 });
  });

  test.each([
    ['paused-holder', 'naive', { staleWritesAccepted: 1, staleWritesStopped: 0 }],
    ['paused-holder', 'fenced', { staleWritesAccepted: 0, staleWritesStopped: 1 }],
  ])('count what the store of %s did, %s', (id, configuration, expected) => {
    const scenario = builtin(id);
    const played = scenario === undefined ? null : playConfiguration(scenario, configuration, {});
    if (played?.ok !== true) throw new Error(`"${id}" cannot be played`);
    expect(figuresOf(played.value.run.entries)['A']).toMatchObject(expected);
  });

  test('go by what the service told where a log has no messages; what lasts is counted to the end', () => {
    const at = (seconds: number) => fromMs(seconds * 1000);
    const rows = [
      { t: at(0), ev: 'grant', client: 'A', token: 1, expires: at(10) },
      { t: at(0), ev: 'believe', client: 'A', held: true },
      { t: at(1), ev: 'wait', client: 'B' },
      { t: at(3), ev: 'renew', client: 'A', token: 1, expires: at(13) },
      { t: at(6), ev: 'refuse', op: 'renew', client: 'A' },
      { t: at(7), ev: 'crash', client: 'A' },
      { t: at(8), ev: 'note' },
    ];
    const entries = rows.map((row, seq) => ({ seq, actor: 'log', cause: null, ...row })) as unknown as Trace;
    const figures = runFigures(entries, [], ['A', 'B'], at(20));
    expect(figures.map(({ client, ...rest }) => [client, inMs(rest)])).toMatchObject([
      ['A', { holding: 7000, renewals: 1, failedRenewals: 1 }],
      ['B', { waiting: 19_000, holding: 0 }],
    ]);
  });
});
