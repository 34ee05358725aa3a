import { expect, test, vi } from 'vitest';
import type { ExploreReport } from '../../explore/job.ts';
import type { ExploreEnd } from '../worker/explore-in-worker.ts';
import { ProofDesk, type Explore, type Progress } from './proof-desk.ts';
import type { Question } from './question.ts';

const job: Question['job'] = {
  kind: 'reference',
  tokens: 1,
  lease: 1,
  store: 'naive',
  writes: 'direct',
  maxStates: null,
  maxBytes: 1e6,
  stopAtFirst: true,
};

/** Explorations that the test itself tells what to say. */
function hall(most: number) {
  const begun: {
    say: (progress: Progress) => void;
    finish: (end: ExploreEnd) => void;
    cancelled: boolean;
    disposed: boolean;
  }[] = [];
  const explore: Explore = (_, onProgress) => {
    let finish: (end: ExploreEnd) => void = () => undefined;
    const end = new Promise<ExploreEnd>((resolve) => (finish = resolve));
    const one = { say: onProgress, finish, cancelled: false, disposed: false };
    begun.push(one);
    return { end, cancel: () => (one.cancelled = true), dispose: () => (one.disposed = true) };
  };
  return { desk: new ProofDesk(explore, most), begun };
}

const question = (key: string): Question => ({ key, configuration: 'only', job });
const done = (cutBy: ExploreReport['cutBy']): ExploreEnd => ({
  type: 'done',
  report: { cutBy } as ExploreReport,
  seconds: 1,
});

test('so many at once, the others as soon as one is over; an answer is not asked for again', async () => {
  const { desk, begun } = hall(2);
  desk.ask(['a', 'b', 'c'].map(question));
  expect(['a', 'b', 'c'].map((key) => desk.stateOf(key)?.phase)).toEqual(['running', 'running', 'waiting']);
  begun[1]?.finish(done(null));
  await vi.waitFor(() => expect(desk.stateOf('c')?.phase).toBe('running'));
  expect(desk.isAnswered('b')).toBe(true);
  desk.ask([question('b')]);
  expect(begun).toHaveLength(3);
});

test('a cancel ends what runs with what it found, and forgets what waits', async () => {
  const { desk, begun } = hall(1);
  desk.ask(['a', 'b'].map(question));
  desk.cancel(['a', 'b']);
  expect(begun[0]?.cancelled).toBe(true);
  expect([desk.stateOf('a')?.phase, desk.stateOf('b')]).toEqual(['stopping', null]);
  begun[0]?.finish(done('cancelled'));
  await vi.waitFor(() => expect(desk.stateOf('a')?.phase).toBe('ended'));
  expect(desk.isAnswered('a')).toBe(false);
  desk.ask([question('a')]);
  expect(begun).toHaveLength(2);
});

test('a worker that does not listen is ended without its answer', () => {
  vi.useFakeTimers();
  const { desk, begun } = hall(1);
  desk.ask([question('a')]);
  desk.cancel(['a']);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(begun[0]?.disposed).toBe(true);
  expect(desk.stateOf('a')).toMatchObject({ phase: 'ended', end: { type: 'unheard' } });
});

test('a worker that breaks down leaves what it told last, and the next question begins', async () => {
  const { desk, begun } = hall(1);
  desk.ask(['a', 'b'].map(question));
  const progress = {
    type: 'progress',
    progress: { states: 7, transitions: 9, frontier: 3, depth: 2, bytes: 10 },
    seconds: 1,
    statesPerSecond: 7,
  } as const;
  begun[0]?.say(progress);
  begun[0]?.finish({ type: 'failed', message: 'out of memory' });
  await vi.waitFor(() => expect(desk.stateOf('b')?.phase).toBe('running'));
  expect(desk.stateOf('a')).toEqual({
    phase: 'ended',
    progress,
    end: { type: 'failed', message: 'out of memory' },
  });
  expect(desk.isAnswered('a')).toBe(false);
});
