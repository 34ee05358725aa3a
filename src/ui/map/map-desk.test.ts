import { beforeEach, expect, test, vi } from 'vitest';
import type { CellResult } from '../../explore/map/cell.ts';
import type { MapEnd } from '../worker/map-in-workers.ts';
import { MapDesk, type PlayMap } from './map-desk.ts';
import type { MapQuestion } from './subject.ts';

const job: MapQuestion['job'] = {
  document: {},
  configuration: 'only',
  values: {},
  axes: [],
  draws: [],
  runs: 5,
  seed: 1,
};
const question = (key: string): MapQuestion => ({ key, job, isSlow: false });
const result = (cell: number): CellResult => ({ cell, runs: 5 }) as CellResult;

interface Begun {
  readonly known: readonly number[];
  readonly say: (cell: number) => void;
  readonly finish: (end: MapEnd) => void;
  cancelled: boolean;
}
let begun: Begun[];
let desk: MapDesk;

beforeEach(() => {
  begun = [];
  const play: PlayMap = (_, known, onCell) => {
    let finish: (end: MapEnd) => void = () => undefined;
    const end = new Promise<MapEnd>((resolve) => (finish = resolve));
    const one: Begun = { known: [...known], say: (cell) => onCell(result(cell)), finish, cancelled: false };
    begun.push(one);
    const cancel = (): void => {
      one.cancelled = true;
      finish({ type: 'cancelled' });
    };
    return { end, cancel };
  };
  desk = new MapDesk(play, () => 0);
});

const cells = (key: string): readonly number[] => [...(desk.stateOf(key)?.cells.keys() ?? [])];

test('cells stand as they come, and a map that was drawn is not drawn again', async () => {
  desk.ask(question('a'));
  begun[0]?.say(3);
  begun[0]?.say(1);
  expect([cells('a'), desk.stateOf('a')?.runs]).toEqual([[3, 1], 10]);
  begun[0]?.finish({ type: 'done' });
  await vi.waitFor(() => expect(desk.stateOf('a')?.end).toEqual({ type: 'done' }));
  desk.ask(question('a'));
  expect(begun).toHaveLength(1);
});

test('a cancel keeps what is known; going on leaves it out, and the old end does not end the new one', async () => {
  desk.ask(question('a'));
  begun[0]?.say(0);
  desk.cancel('a');
  expect([begun[0]?.cancelled, desk.stateOf('a')?.end]).toEqual([true, { type: 'cancelled' }]);
  desk.begin(question('a'));
  expect(begun).toHaveLength(1);
  desk.ask(question('a'));
  await Promise.resolve();
  begun[0]?.say(7);
  begun[1]?.say(2);
  expect([begun[1]?.known, cells('a'), desk.stateOf('a')?.phase]).toEqual([[0], [0, 2], 'running']);
});

test('one map at a time: another stops the first, which goes on by itself when somebody looks at it again', () => {
  desk.ask(question('a'));
  desk.ask(question('b'));
  expect([begun[0]?.cancelled, desk.stateOf('a')?.phase, desk.stateOf('a')?.end]).toEqual([
    true,
    'ended',
    null,
  ]);
  desk.begin(question('a'));
  expect(begun).toHaveLength(3);
});

test('a worker that breaks down leaves what stood; it may be tried again, but not by itself', async () => {
  desk.ask(question('a'));
  begun[0]?.say(4);
  begun[0]?.finish({ type: 'failed', message: 'out of memory' });
  await vi.waitFor(() => expect(desk.stateOf('a')?.end?.type).toBe('failed'));
  desk.begin(question('a'));
  expect([begun.length, cells('a')]).toEqual([1, [4]]);
  desk.ask(question('a'));
  expect(begun[1]?.known).toEqual([4]);
});

test('what is new is told, together', async () => {
  const listener = vi.fn<() => void>();
  const stop = desk.subscribe(listener);
  desk.ask(question('a'));
  for (let cell = 0; cell < 5; cell += 1) begun[0]?.say(cell);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  expect(desk.version()).toBe(1);
  stop();
});
