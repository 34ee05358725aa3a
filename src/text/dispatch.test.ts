import { describe, expect, test } from 'vitest';
import type { DispatchMode } from '../scenarios/dispatch/dispatch-model.ts';
import type { DispatchRun } from '../scenarios/dispatch/dispatch-run.ts';
import { dispatchSettings, type DispatchValues } from '../scenarios/dispatch/parameters.ts';
import { playDispatch } from '../scenarios/dispatch/play-dispatch.ts';
import { dispatchText as text } from './dispatch.ts';

const run = (mode: DispatchMode, values: DispatchValues = {}): DispatchRun =>
  playDispatch(mode, dispatchSettings(values));
const cells = (played: DispatchRun, node: number): readonly string[] =>
  played.nodes[node]?.cells.map((cell) => text.cell(cell)) ?? [];

describe('what a node did', () => {
  test('as a leader', () => {
    const leader = run('leader');
    expect(cells(leader, 0).slice(0, 3)).toEqual([
      'leads, 3 effects',
      'leads, takes 3 orders, stalls',
      'stands still, its lease still runs',
    ]);
    expect(cells(leader, 0).at(-1)).toBe('stands still');
    expect(cells(leader, 1)[7]).toBe('does not poll');
    expect(cells(leader, 1)[8]).toBe('leads, 3 effects');
  });

  test('by claims and scans', () => {
    expect(cells(run('claim'), 0)[2]).toBe('stands still, its claim still runs');
    expect(cells(run('claim'), 1).slice(2, 4)).toEqual(['2 effects', 'empty poll']);
    expect(cells(run('scan'), 2)).toEqual(['20 duplicates']);
    expect(cells(run('leader', { 'lease-ttl': 0, batch: 1 }), 1)[0]).toBe('leads, 1 write refused');
    expect(cells(run('leader', { 'stalled-node': 1 }), 1)[1]).toBe('stalls');
  });
});

test('how a run ended', () => {
  expect(text.end(run('scan'))).toBe('Over in 1 tick.');
  expect(text.end(run('claim'))).toBe('Over in 9 ticks. After the run: 3 duplicates.');
  expect(text.end(run('leader'))).toBe('Over in 14 ticks. After the run: 3 writes refused.');
  expect(text.end(run('leader', { nodes: 1 }))).toBe(
    '14 orders stay open: nobody is left to take them. After the run: 3 effects.',
  );
  expect(text.late(run('scan').figures.late)).toBe('nothing');
});

test('the figures, as they are said', () => {
  expect(text.said([run('claim'), run('leader')])).toBe(
    'Claim: 23 effects, 3 duplicates, 12 empty polls, failover 0. Leader: 20 effects, 0 duplicates, 1 empty poll, failover 7.',
  );
  expect(text.said([run('leader', { nodes: 1 })])).toBe(
    'Leader: 6 effects, 0 duplicates, 0 empty polls, nobody takes over.',
  );
});
