import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/trace.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import {
  AS_WRITTEN,
  currentNode,
  goTo,
  MOST_NAMED_STATES,
  redone,
  treeOf,
  undone,
  withEdit,
  type Edited,
  type EditTree,
} from '../state/edit-tree.ts';
import { branchesOf, named } from '../state/edit-branches.ts';
import { freshInputs } from '../state/inputs.ts';
import { decodeLink } from '../link/link.ts';
import { openLink } from '../link/open-link.ts';
import { linkWithBranches } from './branches-link.ts';
import { differences } from './differences.ts';
import { readWork, writeWork, type Shelf } from './kept.ts';
import { joined, readTree, treeWith, withOthers, writtenTree } from './work.ts';

const pause = (value: number): Edited => ({ ...AS_WRITTEN, values: { pause: value } });
const busy: Edited = {
  values: { ttl: 4000 },
  edits: {
    set: { '/clients/0/script/1/for': 1500 },
    removed: [0],
    added: [
      { kind: 'crash', node: 'A', at: 5000 },
      { kind: 'partition', between: ['A', 'lock'], at: 1, for: 2 },
    ],
  },
  schedule: { picks: [{ step: 3, choice: 'deliver A>lock#1' }] },
};

/** A tree that some edits, undos and redos lead to. */
const tree = fc.array(fc.nat({ max: 12 }), { maxLength: 30 }).map((steps) =>
  steps.reduce<EditTree>((before, step) => {
    if (step === 0) return undone(before);
    if (step === 1) return redone(before);
    if (step === 2) return named(before, before.current, `name ${String(before.current)}`);
    return withEdit(before, step === 3 ? busy : pause(step * 100));
  }, treeOf(AS_WRITTEN)),
);

const plain = ({ nodes, current }: EditTree): unknown => ({ nodes: [...nodes.values()], current });

test('a tree that was written down is read the same', () => {
  fc.assert(
    fc.property(tree, (written) => {
      const read = readTree(JSON.parse(JSON.stringify(writtenTree(written))));
      expect(read.ok && plain(read.value)).toEqual(plain(written));
    }),
  );
});

test.each([
  [null],
  [{ current: 0, states: [] }],
  [{ ...writtenTree(treeOf(AS_WRITTEN)), current: 7 }],
  [{ current: 0, states: writtenTree(withEdit(treeOf(AS_WRITTEN), pause(1))).states.toSpliced(0, 1) }],
  [{ current: 0, states: [{ ...writtenTree(treeOf(AS_WRITTEN)).states[0], values: { pause: {} } }] }],
])('what is no tree is not read: %j', (written) => {
  expect(readTree(written).ok).toBe(false);
});

/** JSON of lists in lists, so many deep. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
const withFault = (fault: unknown): unknown => ({
  current: 0,
  states: [{ ...writtenTree(treeOf(AS_WRITTEN)).states[0], added: [fault] }],
});

test('what is nested too deep is not read, whatever the stack would hold', () => {
  expect(readTree(withFault({ kind: 'own', more: nested(20) })).ok).toBe(true);
  for (const depth of [40, 50_000]) {
    const read = readTree(withFault({ kind: 'own', more: nested(depth) }));
    expect(read.ok ? null : read.problems[0]?.what).toBe('are nested deeper than 32');
  }
});

test.each([[{}], [{ kind: 7 }], [{ kind: null }]])('a fault of no kind is not read: %j', (fault) => {
  expect(readTree(withFault(fault)).ok).toBe(false);
});

test('numbers of states stay small enough to count on', () => {
  const [first] = writtenTree(treeOf(AS_WRITTEN)).states;
  const at = (id: number): unknown => ({
    current: id,
    states: [
      { ...first, redo: id },
      { ...first, id, parent: 0, values: { pause: 1 } },
    ],
  });
  expect(readTree(at(Number.MAX_SAFE_INTEGER)).ok).toBe(false);
  const read = readTree(at(1e9));
  if (!read.ok) throw new Error('not read');
  expect(read.value).toMatchObject({ current: 1, next: 2 });
  expect(read.value.nodes.get(0)?.redo).toBe(1);
  // What is written after another change is read again.
  expect(readTree(writtenTree(withEdit(read.value, pause(2)))).ok).toBe(true);
});

test.each([[7], [1]])('states that were made from one another are not read: parent %i', (parent) => {
  const [first] = writtenTree(treeOf(AS_WRITTEN)).states;
  const circle = { ...first, id: 1, parent };
  expect(readTree({ current: 1, states: [first, circle, { ...first, id: 7, parent: 1 }] }).ok).toBe(false);
});

test('two trees together are no more than what is read again', () => {
  const long = (from: number): EditTree => {
    let line = treeOf(AS_WRITTEN);
    for (let index = 0; index < 550; index += 1) {
      line = withEdit(line, pause(from + index));
      line = named(line, line.current, `name ${String(from + index)}`);
      if (index % 2 === 0) line = goTo(line, 0);
    }
    return line;
  };
  const other = long(10_000);
  const both = joined(long(0), other);
  expect(both.nodes.size).toBeLessThanOrEqual(MOST_NAMED_STATES);
  expect(currentNode(both).edited).toEqual(currentNode(other).edited);
  expect(readTree(writtenTree(both)).ok).toBe(true);
});

test('the present state is found again, or becomes a branch from the beginning', () => {
  fc.assert(
    fc.property(tree, fc.nat({ max: 20 }), (before, value) => {
      const now = pause(value * 100);
      const after = treeWith(before, now);
      expect(currentNode(after).edited).toEqual(now);
      for (const [id, node] of before.nodes) expect(after.nodes.get(id)?.edited).toEqual(node.edited);
    }),
  );
});

test('two trees together have the branches of both', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const both = joined(one, other);
      const states = new Set([...both.nodes.values()].map(({ edited }) => JSON.stringify(edited)));
      for (const { edited } of [...one.nodes.values(), ...other.nodes.values()]) {
        expect(states.has(JSON.stringify(edited))).toBe(true);
      }
      expect(currentNode(both).edited).toEqual(currentNode(other).edited);
      expect(readTree(writtenTree(both)).ok).toBe(true);
    }),
  );
});

test('what another tab has comes to what is here, and then there is nothing more to come', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const both = withOthers(one, other);
      const here = both ?? one;
      expect(currentNode(here).edited).toEqual(currentNode(one).edited);
      const states = new Set([...here.nodes.values()].map(({ edited }) => JSON.stringify(edited)));
      for (const { edited } of other.nodes.values()) expect(states.has(JSON.stringify(edited))).toBe(true);
      for (const [id, { redo }] of one.nodes) expect(here.nodes.get(id)?.redo).toBe(redo);
      expect(here.gesture).toBe(one.gesture);
      expect(withOthers(here, other)).toBeNull();
    }),
  );
});

test('a name that one of two trees gives a state stays', () => {
  const one = withEdit(treeOf(AS_WRITTEN), pause(3000));
  const other = named(one, one.current, 'short pause');
  for (const both of [joined(one, other), joined(other, one)])
    expect(currentNode(both).name).toBe('short pause');
  expect(currentNode(withOthers(one, other) ?? one).name).toBe('short pause');
});

test('a link with all branches opens the same branches, and the present one', async () => {
  const scenario = builtin('paused-holder')!;
  let both = withEdit(undone(withEdit(treeOf(AS_WRITTEN), pause(3000))), busy);
  both = named(both, 1, 'short pause');
  const inputs = { ...freshInputs({ kind: 'scenario', scenario } as const), ...busy };
  const hash = await linkWithBranches(inputs, both);
  const opened = await openLink(hash);
  expect(opened.notices.filter(({ text }) => !text.includes('deliver'))).toEqual([]);
  expect(opened.tree && plain(opened.tree)).toEqual(plain(both));
  expect(branchesOf(opened.tree ?? treeOf(AS_WRITTEN)).map(({ name }) => name)).toEqual([
    null,
    'short pause',
    null,
  ]);
  const cut = await openLink(hash.replace(/b=.{20}/u, 'b='));
  expect(cut.tree).toBeNull();
  expect(cut.inputs.edits).toEqual(busy.edits);
  expect(cut.notices.map(({ text }) => text)).toContain(
    'The branches in the link cannot be read. The one that it shows is open.',
  );
  expect(decodeLink(hash).problems).toEqual([]);
});

test('faults with any fields at all are said in words', () => {
  const said = (fault: Json): string | undefined => {
    const edited = { ...AS_WRITTEN, edits: { ...AS_WRITTEN.edits, added: [fault] } };
    return differences(builtin('paused-holder')!, 'naive', edited, String)[0];
  };
  expect(said({ kind: 'act', do: 'constructor' })).toBe('act');
  expect(said({ kind: 'act', do: {} })).toBe('act');
  expect(said({ kind: 'act', do: 'write', client: 'A', at: 3 })).toBe('A writes at 3');
  expect(said({ kind: 'partition', between: 4, at: 'x' })).toBe(' and  cut off at 0');
  expect(said({ kind: 'evict', name: { a: 1 }, node: 7 })).toBe('{"a":1} at 7 at 0');
  expect(said({})).toBe(' at  at 0');
});

test('what a branch differs in is said in words', () => {
  const scenario = builtin('paused-holder')!;
  expect(differences(scenario, 'naive', busy, (ms) => `${String(ms / 1000)} s`)).toEqual([
    'TTL: 4 s',
    'A, work, for: 1.5 s',
    'no more: A paused at 2 s for 14 s',
    'A crashed at 5 s',
    'A and lock cut off at 0.001 s for 0.002 s',
    'step 3: deliver A>lock#1',
  ]);
  expect(differences(scenario, 'naive', AS_WRITTEN, String)).toEqual([]);
  const set = { '/seed': 1_234_567, '/links/0/loss': 0.25 };
  const drawn = { ...AS_WRITTEN, edits: { ...AS_WRITTEN.edits, set } };
  expect(differences(scenario, 'naive', drawn, (ms) => `${String(ms)} ms`)).toEqual([
    'seed: 1234567',
    'loss: 0.25',
  ]);
});

describe('work is kept in the browser', () => {
  /** A store with so much room, in characters. */
  function shelfOf(
    room: number,
    first: Record<string, string> = {},
  ): Shelf & { readonly held: Record<string, string> } {
    const held = { ...first };
    return {
      held,
      getItem: (key) => held[key] ?? null,
      setItem: (key, value) => {
        if (value.length > room) throw new DOMException('exceeded the quota', 'QuotaExceededError');
        held[key] = value;
      },
    };
  }
  const one = withEdit(treeOf(AS_WRITTEN), pause(1000));

  test('and read again, each source for itself', () => {
    const shelf = shelfOf(100_000);
    expect(writeWork(shelf, 'a', one)).toBeNull();
    expect(writeWork(shelf, 'b', withEdit(one, busy))).toBeNull();
    const { tree: read, problem } = readWork(shelf, 'a');
    expect(problem).toBeNull();
    expect(read && plain(read)).toEqual(plain(one));
    expect(readWork(shelf, 'c').tree).toBeNull();
  });

  test('where there is no room, the oldest work on something else goes; then it is said', () => {
    const length = (trees: number): number => 60 + trees * (JSON.stringify(writtenTree(one)).length + 24);
    const shelf = shelfOf(length(2));
    for (const source of ['a', 'b', 'c']) expect(writeWork(shelf, source, one)).toBeNull();
    expect(readWork(shelf, 'a').tree).toBeNull();
    expect(readWork(shelf, 'c').tree).not.toBeNull();
    expect(writeWork(shelfOf(20), 'a', one)).toBe('no-room');
  });

  test('what cannot be read is put aside, and nothing is lost', () => {
    for (const [raw, said] of [
      ['{"version":1,"works":', 'unreadable'],
      ['{"version":99,"works":[]}', 'newer'],
      ['{"version":1,"works":[{"source":"a","tree":{"current":3,"states":[]}}]}', 'unreadable'],
    ] as const) {
      const shelf = shelfOf(100_000, { 'fenceline-work': raw });
      expect(readWork(shelf, 'a')).toEqual({ tree: null, problem: said });
      expect(writeWork(shelf, 'a', one)).toBeNull();
      const aside = shelf.held['fenceline-work-unread'] ?? '';
      expect(aside.includes('"source":"a"') || aside === raw).toBe(true);
      expect(readWork(shelf, 'a').problem).toBeNull();
    }
  });

  test('what is nested too deep is put aside, and the rest stays', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const works = `{"source":"a","tree":${deep}},{"source":"b","tree":${JSON.stringify(writtenTree(one))}}`;
    const raw = `{"version":1,"works":[${works}]}`;
    const shelf = shelfOf(1_000_000, { 'fenceline-work': raw });
    expect(readWork(shelf, 'a')).toEqual({ tree: null, problem: 'unreadable' });
    expect(shelf.held['fenceline-work-unread']).toBe(raw);
    expect(writeWork(shelf, 'c', one)).toBeNull();
    expect(readWork(shelf, 'b').tree?.nodes.size).toBe(2);
    expect(readWork(shelf, 'b').problem).toBeNull();
  });

  test('a browser that forbids it is told of', () => {
    const shelf: Shelf = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    expect(writeWork(shelf, 'a', one)).toBe('forbidden');
  });
});
