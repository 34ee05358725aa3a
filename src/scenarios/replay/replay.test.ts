import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRecordedSequences, type RecordedSequence } from './recorded-operations.ts';
import { REPLAYED_SYSTEMS, replaySequence } from './replay.ts';

function recorded(system: string): readonly RecordedSequence[] {
  const file = new URL(`../../../test-data/recorded-operations/${system}.jsonl`, import.meta.url);
  const read = readRecordedSequences(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Error(read.problems[0]?.what);
  return read.value;
}

describe.each(REPLAYED_SYSTEMS)('recorded operations of %s', (system) => {
  test('200 sequences replay without a difference', () => {
    const sequences = recorded(system);
    expect(sequences).toHaveLength(200);
    expect(sequences.flatMap((sequence) => replaySequence(sequence))).toEqual([]);
  });
});

describe('a recording', () => {
  const sequences = recorded('lease-manager');

  test('that was changed is found out, with its place', () => {
    const sequence = sequences.find(({ ops }) => ops.some((operation) => operation.error === 'ErrLocked'));
    const place = sequence?.ops.findIndex((operation) => operation.error === 'ErrLocked') ?? -1;
    const operation = sequence?.ops[place];
    if (sequence === undefined || operation === undefined)
      throw new Error('no refused acquire in the recordings');
    const { error: _error, ...rest } = operation;
    const ops = sequence.ops.map((other, index) =>
      index === place ? { ...rest, result: { token: 1 } } : other,
    );
    const differences = replaySequence({ ...sequence, ops });
    expect(differences).toEqual([
      {
        sequence: sequence.id,
        operation: place,
        op: 'acquire',
        expected: { result: { token: 1 } },
        got: { error: 'ErrLocked' },
      },
    ]);
  });
});

test('a line that is not a sequence is named', () => {
  expect(readRecordedSequences('{"system": 1}\n')).toMatchObject({
    ok: false,
    problems: [{ where: 'line 1' }],
  });
});
