import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDINARY } from '../../engine/schedule.ts';
import type { Entry, Json } from '../../engine/trace.ts';
import { builtin, builtins } from '../builtin/index.ts';
import { NO_EDITS } from '../edits.ts';
import { playConfiguration } from '../play-scenario.ts';
import type { ParameterValues } from '../scenario.ts';
import type { Scenario } from '../scenario.ts';

function played(
  scenario: Scenario,
  added: readonly Json[],
  values: ParameterValues = {},
  configuration = scenario.configurations[0]?.id ?? '',
): readonly Entry[] {
  const run = playConfiguration(scenario, configuration, values, ORDINARY, { ...NO_EDITS, added });
  if (!run.ok) throw new Error(run.problems.map(({ where, what }) => `${where}: ${what}`).join('; '));
  expect(run.value.history.end).toBe('over');
  return run.value.run.entries;
}

const scenario = builtin('paused-holder')!;
const act = (
  client: string,
  at: number,
  what: string,
  more: { readonly [field: string]: Json } = {},
): Json => ({ kind: 'act', client, at, do: what, ...more });

/** Entries of one kind in short: when, who, and what. */
function short(entries: readonly Entry[], ev: Entry['ev']): readonly string[] {
  return entries.flatMap((entry) =>
    entry.ev === ev
      ? [`${String(entry.t / 1000)} ${entry.client ?? entry.actor} ${entry.value ?? entry.op ?? ''}`.trim()]
      : [],
  );
}

describe('a client is made to do something beside its script', () => {
  test('a write: its work goes on meanwhile, and its script as before', () => {
    const values = { pause: 0 };
    const before = played(scenario, [], values);
    const after = played(scenario, [act('A', 1000, 'write', { record: 'stock', value: 'by-hand' })], values);
    expect(short(after, 'write')).toEqual(['1600 A by-hand', ...short(before, 'write')]);
    expect(short(after, 'note')).toEqual(['1000 A act-write']);
  });

  test('its next instruction waits for the answer', () => {
    // Sent at 2.3 s, answered at 3.5 s: the write of the script is due at 2.4 s.
    const after = played(scenario, [act('A', 2300, 'write', { record: 'stock', value: 'by-hand' })], {
      pause: 0,
    });
    expect(short(after, 'write').slice(0, 2)).toEqual(['2900 A by-hand', '4100 A reserved-by-a-late']);
  });

  test('nothing happens while it waits for an answer, is paused, or is down', () => {
    const before = played(scenario, []);
    expect(played(scenario, [act('A', 300, 'write', { record: 'stock' })])).toEqual(before);
    expect(played(scenario, [act('A', 5000, 'release')])).toEqual(before);
    const crash = { kind: 'crash', node: 'A', at: 4000 };
    expect(played(scenario, [crash, act('A', 5000, 'release')])).toEqual(played(scenario, [crash]));
  });

  test('a release: it believes no longer, and the key is free', () => {
    const after = played(scenario, [act('A', 1000, 'release')]);
    expect(short(after, 'release')[0]).toBe('1200 A');
    expect(short(after, 'grant')[1]).toBe('11000 B');
  });

  test('a renewal moves the end of its lease', () => {
    const end = (entries: readonly Entry[]): number | undefined =>
      entries.find(({ ev }) => ev === 'expire')?.t;
    expect(end(played(scenario, []))).toBe(10_200_000);
    expect(end(played(scenario, [act('A', 1500, 'renew', { ttl: 10_000 })]))).toBe(11_700_000);
  });

  test('a client whose script is over acquires again, and stays where it was', () => {
    const after = played(scenario, [act('A', 30_000, 'acquire', { ttl: 5000 }), act('A', 31_000, 'release')]);
    expect(short(after, 'grant').at(-1)).toBe('30200 A');
    expect(short(after, 'release').at(-1)).toBe('31200 A');
  });
});

test.each([
  [act('C', 1, 'write'), /^faults\.1\.client: "C" is no client; it must be one of A, B$/u],
  [act('A', 1, 'renew'), /^faults\.1: must have "ttl" to acquire or renew$/u],
  [act('A', 1, 'write', { store: 'x' }), /^faults\.1\.store: there is no store "x"$/u],
  [act('A', 1, 'dance'), /^faults\.1\.do: must be one of/u],
])('an act that cannot be is told: %j', (added, problem) => {
  expect(() => played(scenario, [added])).toThrow(problem);
});

test('a lock module is not made to do what it has not', () => {
  const etcd = builtin('both-say-locked')!;
  const client = (etcd.document['clients'] as readonly { readonly id: string }[])[0]?.id ?? '';
  expect(() => played(etcd, [act(client, 1, 'renew', { ttl: 1 })])).toThrow(/has no renew; it has /u);
});

test('whatever clients are made to do whenever: the run goes to its end', { timeout: 120_000 }, () => {
  const all = builtins();
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(
        fc.record({
          client: fc.nat(),
          at: fc.nat({ max: 40_000 }),
          what: fc.constantFrom('acquire', 'renew', 'write', 'release'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      (which, wanted) => {
        const one = all[which % all.length];
        if (one === undefined) return;
        const clients = one.document['clients'] as readonly { readonly id: string }[];
        const added = wanted.map(({ client, at, what }) =>
          act(clients[client % clients.length]?.id ?? '', at, what, {
            ...(what === 'acquire' || what === 'renew' ? { ttl: 3000 } : {}),
            ...(what === 'write' ? { value: 'by-hand' } : {}),
          }),
        );
        for (const { id } of one.configurations) {
          const run = playConfiguration(one, id, {}, ORDINARY, { ...NO_EDITS, added });
          if (run.ok) expect(run.value.history.missed).toEqual([]);
          // A module that does not offer it says so; nothing else may be wrong.
          else for (const { what } of run.problems) expect(what).toMatch(/" has no /u);
        }
      },
    ),
    { numRuns: 40 },
  );
});
