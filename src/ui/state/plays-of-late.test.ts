import { expect, test } from 'vitest';
import { ORDINARY } from '../../engine/schedule.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { PlaysOfLate, type PlayQuestion } from './plays-of-late.ts';

const SCENARIO = builtin('paused-holder')!;
const QUESTION: PlayQuestion = {
  scenario: SCENARIO,
  configuration: 'naive',
  values: {},
  schedule: ORDINARY,
  edits: NO_EDITS,
};
const pause = (value: number): PlayQuestion => ({ ...QUESTION, values: { pause: value, ttl: 10_000 } });

interface Made {
  readonly steps: number;
}

function desk(steps = 100) {
  let played = 0;
  const plays = new PlaysOfLate<Made>((play) => play.steps);
  const get = (question: PlayQuestion): Made =>
    plays.get(question, () => {
      played += 1;
      return { steps };
    });
  return { get, played: () => played };
}

test('what was played lately is there, by what its values say', () => {
  const { get, played } = desk();
  const first = get(pause(1000));
  get(pause(2000));
  expect(get({ ...QUESTION, values: { ttl: 10_000, pause: 1000 } })).toBe(first);
  expect(played()).toBe(2);
});

test('whatever differs is played', () => {
  const { get, played } = desk();
  get(pause(1000));
  get({ ...pause(1000), configuration: 'fenced' });
  get({ ...pause(1000), edits: { ...NO_EDITS, removed: [0] } });
  get({ ...pause(1000), schedule: { picks: [{ step: 1, choice: 'run A' }] } });
  get({ ...pause(1000), scenario: { ...SCENARIO } });
  expect(played()).toBe(5);
});

test('what was asked for longest ago is given up first, and no more is kept than one long run', () => {
  const { get, played } = desk(2500);
  for (const value of [1, 2, 3, 4]) get(pause(value));
  get(pause(1));
  get(pause(5));
  expect(played()).toBe(5);
  get(pause(1));
  get(pause(4));
  expect(played()).toBe(5);
  get(pause(2));
  expect(played()).toBe(6);
});

test('one that is longer than all that is kept is given up once another value is asked for', () => {
  const { get, played } = desk(20_000);
  expect(get(pause(1)).steps).toBe(20_000);
  get({ ...pause(1), configuration: 'fenced' });
  get(pause(1));
  expect(played()).toBe(2);
  get(pause(2));
  get(pause(1));
  expect(played()).toBe(4);
});
