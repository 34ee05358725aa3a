import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../../engine/time.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration, type PlayedRun } from '../../scenarios/play-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import '../../text/scenarios/all.ts';
import { encodeLink } from '../link/link.ts';
import { linkOf } from '../link/inputs-of-link.ts';
import { openLink } from '../link/open-link.ts';
import { AS_WRITTEN, currentNode, type Edited } from '../state/edit-tree.ts';
import { freshInputs } from '../state/inputs.ts';
import { shownRuns } from '../state/derived.ts';
import { createAppStore, edit, redo, undo, type AppStore } from '../state/store.ts';
import { changesAt, tried } from './changes.ts';
import { instantFor, onTheWay } from './moment.ts';
import { settingOf, type Change, type Setting } from './setting.ts';

function played(scenario: Scenario, edited: Edited, configuration?: string): PlayedRun {
  const id = configuration ?? scenario.configurations[0]?.id ?? '';
  const run = playConfiguration(scenario, id, edited.values, edited.schedule, edited.edits);
  if (!run.ok) throw new Error(run.problems.map(({ where, what }) => `${where}: ${what}`).join('; '));
  return run.value;
}

function at(scenario: Scenario, lane: string, ms: number, edited: Edited = AS_WRITTEN): Setting {
  const where = { lane, t: (ms * 1000) as Micros };
  const run = played(scenario, edited);
  const setting = settingOf(scenario, edited, run, where, (t) => `${String(t / 1_000_000)} s`);
  if (setting === null) throw new Error('there is no such lane');
  return setting;
}

function listed(setting: Setting, message: string | null = null): readonly Change[] {
  return changesAt(setting, message)
    .flatMap(({ changes }) => changes)
    .map((change) => tried(change, setting, [setting.played]));
}

function named(setting: Setting, id: string, message: string | null = null): Change {
  const found = listed(setting, message).find((change) => change.id === id);
  if (found === undefined) throw new Error(`"${id}" is not listed`);
  return found;
}

const paused = builtin('paused-holder')!;

describe('what cannot be, or would change nothing, says why', () => {
  test.each([
    ['A', 1000, 'resume', 'A is not paused.'],
    ['A', 5000, 'pause', 'A is paused already.'],
    ['A', 5000, 'write', 'A is paused already.'],
    ['A', 300, 'write', 'A is waiting for an answer.'],
    ['B', 5000, 'renew', 'B has not been granted the key yet.'],
    ['lock', 5000, 'failover', 'lock is one node: there is none to fail over to.'],
    ['A', 5000, 'message', 'Nothing is on its way at 5 s.'],
    ['A', 40_000, 'clock-ahead', null],
    ['A', 1000, 'pause', null],
    ['A', 1000, 'write', null],
  ])('%s at %d ms: %s', (lane, ms, id, reason) => {
    expect(named(at(paused, lane, ms), id).reason).toBe(reason);
  });

  test('what is down is not crashed once more; what is cut is not cut', () => {
    const { to } = named(at(paused, 'A', 1000), 'crash');
    expect(named(at(paused, 'A', 5000, to ?? AS_WRITTEN), 'crash').reason).toBe('A is down.');
    const cut = named(at(paused, 'A', 1000), 'cut-store').to ?? AS_WRITTEN;
    expect(named(at(paused, 'A', 1500, cut), 'cut-store').reason).toMatch(/is cut already/u);
  });

  test('a message that is lost is not lost again', () => {
    const setting = at(paused, 'A', 16_500);
    const { to } = named(setting, 'drop', 'A>store#1');
    expect(to?.edits.added).toEqual([{ kind: 'lose', message: 'A>store#1' }]);
    const after = at(paused, 'A', 16_500, to ?? AS_WRITTEN);
    expect(named(after, 'drop', 'A>store#1').reason).toBe('A>store#1 is lost as it is.');
  });

  test('what a service would need to fail over is told', () => {
    const redis = builtin('restart-without-data')!;
    expect(named(at(redis, 'redis', 1000), 'failover').reason).toMatch(/needs a "replica"/u);
    const twice = builtin('failover-forgets-the-key')!;
    expect(named(at(twice, 'redis', 300), 'failover').reason).toBeNull();
  });
});

test('a fault of the document and one that was added are taken away', () => {
  const without = named(at(paused, 'A', 5000), 'remove-0');
  expect(without.label).toBe('No more: A paused at 2 s for 14 s');
  expect(played(paused, without.to ?? AS_WRITTEN).run.verdict.outcome).toBe('safe');
  const crashed = named(at(paused, 'B', 12_000), 'crash').to ?? AS_WRITTEN;
  const back = named(at(paused, 'B', 12_500, crashed), 'remove-1');
  expect(back.to).toEqual(AS_WRITTEN);
});

test('the naive store is kept whole by a crash, and the fenced one is passed by a zombie that writes first', () => {
  const { to } = named(at(paused, 'A', 5000), 'crash');
  expect(played(paused, to ?? AS_WRITTEN).run.verdict.outcome).not.toBe('corrupted');
  // A goes on before B has written, and is made to write with what it believes.
  const early: Edited = { ...AS_WRITTEN, values: { pause: 9500 } };
  expect(played(paused, early, 'fenced').run.verdict.outcome).not.toBe('fenced');
});

test('a change comes after what happens at its instant, at a time that can be said', () => {
  const { entries } = played(paused, AS_WRITTEN).run;
  expect(instantFor(entries, 2_000_000 as Micros)).toBe(2_100_000);
  expect(instantFor(entries, 5_437_231 as Micros)).toBe(5_400_000);
  for (const { t } of entries) {
    const instant = instantFor(entries, t);
    expect(entries.filter((entry) => entry.t > t && entry.t <= instant)).toEqual([]);
    expect(instant).toBeGreaterThan(t);
  }
});

const IDS = [
  'paused-holder',
  'stalled-leader',
  'failover-forgets-the-key',
  'one-object-two-workers',
  'a-cut-is-no-release',
];

describe.each(IDS)('%s', (id) => {
  const scenario = builtin(id)!;
  const { run, history } = played(scenario, AS_WRITTEN);
  const end = (run.entries.at(-1)?.t ?? 0) / 1000;

  test('what is offered changes the run, what is not says why', { timeout: 120_000 }, () => {
    for (const { id: lane } of run.lanes) {
      for (const share of [0.1, 0.45, 0.8]) {
        const setting = settingOf(
          scenario,
          AS_WRITTEN,
          { ...played(scenario, AS_WRITTEN), run, history },
          { lane, t: Math.round(end * share * 1000) as Micros },
          String,
        );
        // A cache is a lane that no change is offered for.
        if (setting === null) continue;
        for (const change of listed(setting)) {
          expect(change.label).not.toBe('');
          if (change.to === null) expect(change.reason).not.toBe('');
          else expect(played(scenario, change.to).run.entries).not.toEqual(run.entries);
        }
      }
    }
  });
});

/** Where two texts part, with what comes there; null: they are the same to the byte. */
function parting(a: string, b: string): { readonly a: string; readonly b: string } | null {
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return { a: a.slice(Math.max(0, at - 80), at + 80), b: b.slice(Math.max(0, at - 80), at + 80) };
}

/** One change of those that are listed, in some lane or for some message, as a random number says. */
function randomChange(store: AppStore, seed: number): void {
  const state = store.getState();
  const { played: all } = shownRuns(state);
  const leading = all[0];
  if (leading === undefined || state.source.kind !== 'scenario') throw new Error('nothing is played');
  const { values, edits, schedule } = state;
  const { lanes, entries } = leading.run;
  const lane = lanes[seed % lanes.length]?.id ?? '';
  const t = ((seed * 7919) % ((entries.at(-1)?.t ?? 0) + 1)) as Micros;
  const setting = settingOf(state.source.scenario, { values, edits, schedule }, leading, { lane, t }, String);
  if (setting === null) return;
  const messages = onTheWay(setting.world);
  const message = seed % 3 === 0 ? (messages[0]?.name ?? null) : null;
  const can = changesAt(setting, message)
    .flatMap(({ changes }) => changes)
    .flatMap(({ to }) => (to === null ? [] : [to]));
  const to = can[Math.floor(seed / 11) % can.length];
  if (to !== undefined) edit(store, to);
}

test(
  'any changes: undo all gives the start to the byte, redo all the end, and the link opens equal',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...IDS),
        fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
        async (id, seeds) => {
          const store = createAppStore(freshInputs({ kind: 'scenario', scenario: builtin(id)! }));
          const picture = (): string => JSON.stringify(shownRuns(store.getState()).runs);
          const link = (): string => encodeLink(linkOf({ ...store.getState(), cursor: null }));
          const [start, startLink] = [picture(), link()];
          for (const seed of seeds) randomChange(store, seed);
          const [end, endLink] = [picture(), link()];
          const opened = await openLink(endLink);
          expect(opened.notices).toEqual([]);
          expect(parting(JSON.stringify(shownRuns(opened.inputs).runs), end)).toBeNull();
          while (undo(store));
          expect(parting(picture(), start)).toBeNull();
          expect(link()).toBe(startLink);
          expect(currentNode(store.getState().tree).edited).toEqual(AS_WRITTEN);
          while (redo(store));
          expect(parting(picture(), end)).toBeNull();
          expect(link()).toBe(endLink);
        },
      ),
      { numRuns: 12 },
    );
  },
);
