import { expect, test } from 'vitest';
import { FIRST } from '../../scenarios/builtin/first.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { readMap } from '../../scenarios/map/map-spec.ts';
import { freshInputs } from '../state/inputs.ts';
import { createAppStore, undo } from '../state/store.ts';
import { adopt, subjectOfFile } from './adopt.ts';

const FILE = {
  format: 'fenceline-map',
  version: 1,
  scenario: FIRST.id,
  configuration: 'naive',
  values: { ttl: 5000 },
  edits: { removed: [0], added: [{ kind: 'pause', node: 'B', at: 3000, for: 4000 }] },
  x: { target: '/faults/0/for', from: 0, to: 9000, cells: 3 },
  y: { target: '/faults/0/at', from: 0, to: 9000, cells: 3 },
  runs: 5,
};
const of = (change: object) => {
  const file = readMap({ ...FILE, ...change });
  return file.ok ? subjectOfFile(FIRST, file.value) : file;
};

test('a file brings the faults that its pointers name', () => {
  const subject = of({});
  if (!subject.ok) throw new Error(JSON.stringify(subject.problems));
  expect(subject.value.targets.find(({ id }) => id === '/faults/0/for')?.own).toBe(4000);
  const store = createAppStore(freshInputs({ kind: 'scenario', scenario: FIRST }));
  adopt(store, subject.value);
  expect(store.getState()).toMatchObject({
    values: FILE.values,
    edits: { set: {}, ...FILE.edits },
    shown: ['naive'],
  });
  undo(store);
  expect(store.getState()).toMatchObject({ values: {}, edits: NO_EDITS });
});

test('a file without edits is of the scenario as it is written', () => {
  expect(of({ edits: undefined })).toMatchObject({ ok: true, value: { edits: NO_EDITS } });
});

test.each([
  [{ scenario: 'another' }, 'scenario'],
  [{ configuration: 'nobody' }, 'configuration'],
  [{ values: { ttl: -1 } }, 'parameter ttl'],
  [{ edits: { removed: [9] } }, 'faults.9'],
  [{ edits: { set: { 'no pointer': 1 } } }, 'edits.set.no pointer'],
  [{ edits: { added: [{ kind: 'pause', node: 'nobody', at: 0 }] } }, 'faults.1.node'],
  [{ edits: { colour: 1 } }, 'edits.colour'],
])('%j is refused', (change, where) => {
  expect(of(change)).toMatchObject({ ok: false, problems: [{ where }] });
});
