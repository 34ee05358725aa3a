import { describe, expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { AS_WRITTEN, sameEdited, type Edited } from '../state/edit-tree.ts';
import type { Grip } from './grip.ts';
import { gripsInMotion, gripsOf, type GrippedRun } from './grips.ts';

function playedOf(scenario: Scenario, { values, schedule, edits }: Edited): GrippedRun {
  const played = playConfiguration(scenario, scenario.configurations[0]?.id ?? '', values, schedule, edits);
  if (!played.ok) throw new Error(played.problems.map(({ where, what }) => `${where}: ${what}`).join('; '));
  return played.value;
}

function gripsIn(scenario: Scenario, edited: Edited): readonly Grip[] {
  return gripsOf(scenario, edited, playedOf(scenario, edited));
}

const IDS = [
  'paused-holder',
  'write-before-new-holder',
  'stalled-leader',
  'flag-outlives-lease',
  'clock-steps-back',
];

describe.each(IDS)('%s', (id) => {
  const scenario = builtin(id)!;
  const grips = gripsIn(scenario, AS_WRITTEN);

  test('has something to take hold of, each by a name of its own', () => {
    expect(grips.length).toBeGreaterThan(3);
    expect(new Set(grips.map((grip) => grip.id)).size).toBe(grips.length);
  });

  // The end of a lease that is renewed follows its TTL twice: by its length and by when it is renewed.
  // A client that is paused meanwhile sends and handles nothing until it goes on.
  const isPaused = JSON.stringify(scenario.document['faults'] ?? []).includes('"pause"');
  const exact = grips.filter(({ kind }) =>
    kind === 'lease-end'
      ? id !== 'flag-outlives-lease'
      : !isPaused || (kind !== 'arrival' && kind !== 'sending'),
  );
  test.each(exact.map((grip) => [grip.id, grip] as const))('%s goes where it is moved to', (_, grip) => {
    const missed = [0.25, 0.75].flatMap((share) => {
      const wanted = Math.round((grip.t + (share - 0.5) * 2_000_000) / 1000) * 1000;
      const t = Math.min(grip.max, Math.max(grip.min, wanted));
      const now = gripsIn(scenario, grip.moved(t)).find((other) => other.id === grip.id);
      // What was moved may now be refused, lost or never sent: then there is nothing left to hold.
      return now === undefined || Math.abs(now.t - t) <= 1000 ? [] : [{ wanted: t, got: now.t }];
    });
    expect(missed).toEqual([]);
  });

  test('moving something to where it is changes nothing', () => {
    const changed = exact.filter((grip) => !sameEdited(grip.moved(grip.t), AS_WRITTEN));
    expect(changed.map((grip) => grip.id)).toEqual([]);
  });
});

test('a fault that was added is held as those of the document are', () => {
  const scenario = builtin('paused-holder')!;
  const crash = { kind: 'crash', node: 'B', at: 12_000 };
  const edited: Edited = { ...AS_WRITTEN, edits: { ...AS_WRITTEN.edits, added: [crash] } };
  const grip = gripsIn(scenario, edited).find(({ id }) => id === 'added 0 start');
  expect(grip?.moved(13_000_000).edits.added).toEqual([{ ...crash, at: 13_000 }]);
});

describe('while something moves', () => {
  const scenario = builtin('paused-holder')!;
  const played = playedOf(scenario, AS_WRITTEN);
  const all = gripsOf(scenario, AS_WRITTEN, played);
  const idsWhile = (held: Grip | null): readonly string[] =>
    gripsInMotion(scenario, AS_WRITTEN, played, held).map(({ id }) => id);
  const isOfMessage = ({ kind }: Grip): boolean => kind === 'arrival' || kind === 'sending';

  test.each(all.map((grip) => [grip.id, grip] as const))('%s stays when it is held', (_, grip) => {
    const left = all.filter((other) => other.id === grip.id || !isOfMessage(other));
    expect(idsWhile(grip)).toEqual(left.map(({ id }) => id));
  });

  test('nothing of a message stays when none is held', () => {
    expect(all.some(isOfMessage)).toBe(true);
    expect(idsWhile(null)).toEqual(all.filter((grip) => !isOfMessage(grip)).map(({ id }) => id));
  });
});
