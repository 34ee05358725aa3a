import { expect, test } from 'vitest';
import { ORDINARY } from '../../engine/schedule.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { sampleValues, type RangedParameter } from '../../scenarios/strip/samples.ts';
import { answerTask } from './answer-task.ts';
import { questionOf } from './question-of.ts';
import { StripDesk, type Player } from './strip-desk.ts';
import type { StripAnswer, StripTask } from './strip-messages.ts';

const SCENARIO = builtin('paused-holder')!;
const WHOLE = SCENARIO.parameters.find(({ id }) => id === 'pause') as RangedParameter;
/** Fewer values than people see, for the same edges. */
const PAUSE: RangedParameter = { ...WHOLE, step: 1000 };
const INPUTS = { values: {}, schedule: ORDINARY, edits: NO_EDITS };

/** Answers when told to. */
class SlowPlayer implements Player {
  readonly tasks: StripTask[] = [];
  readonly #replies: (() => void)[] = [];

  readonly answer = (task: StripTask): Promise<StripAnswer> =>
    new Promise((resolve) => {
      this.tasks.push(task);
      this.#replies.push(() => resolve({ ok: true, samples: answerTask(task), tookMs: 10 }));
    });

  /** Lets the oldest open task be answered; false if none is open. */
  async reply(): Promise<boolean> {
    const reply = this.#replies.shift();
    reply?.();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    return reply !== undefined;
  }
}

test('a strip says what the runs themselves come to, at every sample and both sides of every edge', async () => {
  const player = new SlowPlayer();
  const desk = new StripDesk([player]);
  const question = questionOf(SCENARIO, 'naive', PAUSE.id, INPUTS);
  desk.want('pause', PAUSE, [question]);
  while (await player.reply());
  const state = desk.stateOf(question.key);
  expect(state).toMatchObject({ isDone: true, failure: null });
  expect(state?.stretches.length).toBeGreaterThan(1);
  const values = [...sampleValues(PAUSE), ...state!.stretches.flatMap(({ from, to }) => [from, to])];
  for (const value of values) {
    const played = playConfiguration(SCENARIO, 'naive', { pause: value });
    const said = state!.stretches.find(({ from, to }) => value >= from && value <= to);
    expect(played.ok && played.value.run.verdict.outcome).toBe(said?.outcome);
  }
});

test('several players share one strip; what comes out is the same', async () => {
  const players = [new SlowPlayer(), new SlowPlayer(), new SlowPlayer()];
  const desk = new StripDesk(players);
  const question = questionOf(SCENARIO, 'naive', PAUSE.id, INPUTS);
  desk.want('pause', PAUSE, [question]);
  expect(players.every(({ tasks }) => tasks.length === 1)).toBe(true);
  for (let open = true; open;) {
    // The last asked answers first.
    const replies = [];
    for (const player of players.toReversed()) replies.push(await player.reply());
    open = replies.includes(true);
  }
  const alone = new SlowPlayer();
  const other = new StripDesk([alone]);
  other.want('pause', PAUSE, [question]);
  while (await alone.reply());
  expect(desk.stateOf(question.key)?.stretches).toEqual(other.stateOf(question.key)?.stretches);
});

test('what is no longer wanted is not played on, and is begun anew if it is wanted again', async () => {
  const player = new SlowPlayer();
  const desk = new StripDesk([player]);
  const naive = questionOf(SCENARIO, 'naive', PAUSE.id, INPUTS);
  const fenced = questionOf(SCENARIO, 'fenced', PAUSE.id, INPUTS);
  desk.want('pause', PAUSE, [naive]);
  desk.want('pause', PAUSE, [fenced]);
  expect(player.tasks).toHaveLength(1);
  await player.reply();
  expect(desk.stateOf(naive.key)).toBeNull();
  expect(player.tasks.at(-1)?.question.key).toBe(fenced.key);
  desk.want('pause', PAUSE, [naive, fenced]);
  while (await player.reply());
  expect(desk.stateOf(naive.key)?.isDone).toBe(true);
  expect(desk.stateOf(fenced.key)?.isDone).toBe(true);
});

test('the value of the parameter itself is no part of the question, every other value is', () => {
  const plain = questionOf(SCENARIO, 'naive', 'pause', INPUTS);
  expect(questionOf(SCENARIO, 'naive', 'pause', { ...INPUTS, values: { pause: 3 } }).key).toBe(plain.key);
  expect(questionOf(SCENARIO, 'naive', 'pause', { ...INPUTS, values: { ttl: 3000 } }).key).not.toBe(
    plain.key,
  );
  expect(questionOf(SCENARIO, 'fenced', 'pause', INPUTS).key).not.toBe(plain.key);
});

test('a player that fails is said to have, and the others go on', async () => {
  const failing: Player = { answer: () => Promise.resolve({ ok: false, message: 'no memory' }) };
  const desk = new StripDesk([failing]);
  const naive = questionOf(SCENARIO, 'naive', PAUSE.id, INPUTS);
  let told = 0;
  desk.subscribe(() => (told += 1));
  desk.want('pause', PAUSE, [naive]);
  await Promise.resolve();
  await Promise.resolve();
  expect(desk.stateOf(naive.key)).toEqual({ stretches: [], isDone: true, failure: 'no memory' });
  expect(told).toBe(1);
});

test('nothing is begun while somebody waits for something more urgent, and all goes on after that', async () => {
  const player = new SlowPlayer();
  const desk = new StripDesk([player]);
  const question = questionOf(SCENARIO, 'naive', PAUSE.id, INPUTS);
  desk.want('pause', PAUSE, [question]);
  let end: () => void = () => undefined;
  const given = desk.giveWay(
    new Promise((_, reject) => {
      end = () => reject(new Error('even if it fails'));
    }),
  );
  while (await player.reply());
  expect(player.tasks).toHaveLength(1);
  end();
  await given;
  while (await player.reply());
  expect(desk.stateOf(question.key)?.isDone).toBe(true);
});

test('what nobody wants any more is not begun', async () => {
  const player = new SlowPlayer();
  const desk = new StripDesk([player]);
  desk.want('pause', PAUSE, [questionOf(SCENARIO, 'naive', PAUSE.id, INPUTS)]);
  desk.leave('pause');
  while (await player.reply());
  expect(player.tasks).toHaveLength(1);
});
