import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINDING_KINDS, OUTCOMES } from '../../engine/verdict/types.ts';
import { CAUSES } from '../../scenarios/causes.ts';
import { STUDY_PAGES, type StudyPage } from '../state/inputs.ts';
import { decodeLink, encodeLink, EMPTY_LINK, type Link, type LinkSource } from './link.ts';

const name = fc.stringMatching(/^[A-Za-z][\w-]{0,20}$/u);
const micros = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const source: fc.Arbitrary<LinkSource> = fc.oneof(
  fc.record({ kind: fc.constantFrom('scenario' as const, 'report' as const), id: name }),
  fc.record({
    kind: fc.constantFrom('trace' as const, 'document' as const),
    payload: fc.stringMatching(/^[\w-]{1,200}$/u),
  }),
  fc.record({ kind: fc.constant('file' as const), name: wellFormed(1, 200) }),
);
const link: fc.Arbitrary<Link> = fc.record({
  source: fc.option(source),
  values: fc
    .dictionary(name, fc.oneof(name, fc.integer({ min: -86_400_000, max: 86_400_000 })), { maxKeys: 4 })
    .map((values) => ({ ...values })),
  shown: fc.option(fc.uniqueArray(name, { minLength: 1, maxLength: 4 })),
  leading: fc.option(name),
  picks: fc.array(fc.record({ step: fc.integer({ min: 1, max: 9_999_999 }), choice: wellFormed(1, 100) }), {
    maxLength: 5,
  }),
  at: fc.option(fc.nat(999_999_999)),
  t: fc.option(micros),
  lane: fc.option(wellFormed(1, 200)),
  folds: fc.boolean(),
  view: fc.option(
    fc
      .tuple(micros, fc.integer({ min: 1, max: 1_000_000_000 }))
      .map(([from, length]) => ({ from, to: from + length })),
  ),
  edits: fc.record({
    set: fc
      .dictionary(
        fc.constantFrom('/faults/0/at', '/clients/0/script/2/for', '/stores/0/kind'),
        fc.oneof(name, fc.integer({ min: -86_400_000, max: 86_400_000 })),
      )
      .map((set) => ({ ...set })),
    removed: fc.uniqueArray(fc.nat(200), { maxLength: 5 }).map((places) => places.toSorted((a, b) => a - b)),
    added: fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('pause'),
          node: name,
          at: fc.nat(86_400_000),
          for: fc.nat(86_400_000),
        }),
        fc.record({ kind: fc.constant('lose'), message: fc.constant('A>lock#1') }),
        fc.record({ kind: fc.constant('partition'), between: fc.tuple(name, name), at: fc.nat(1000) }),
      ),
      { maxLength: 4 },
    ),
  }),
  gallery: fc.option(
    fc.record({
      words: wellFormed(0, 100),
      system: fc.option(name),
      outcome: fc.option(fc.constantFrom(...OUTCOMES)),
      finding: fc.option(fc.constantFrom(...FINDING_KINDS)),
      cause: fc.option(fc.constantFrom(...CAUSES)),
    }),
  ),
  guide: fc.constantFrom(null, '', 'questions'),
  branches: fc.option(fc.stringMatching(/^[\w-]{1,40}$/)),
  dispatch: fc.option(
    fc.dictionary(name, fc.oneof(name, fc.integer({ min: 0, max: 100 }))).map((values) => ({ ...values })),
  ),
  study: fc.option(
    fc.record({
      page: fc.constantFrom(...(Object.keys(STUDY_PAGES) as StudyPage[])),
      asked: fc.string({ maxLength: 100 }),
    }),
  ),
  breaking: fc.option(fc.string({ maxLength: 100 })),
});

test('what is written is read again', () => {
  fc.assert(
    fc.property(link, (written) => {
      const { link: read, problems } = decodeLink(`#${encodeLink(written)}`);
      expect(problems).toEqual([]);
      expect(read).toEqual(written);
    }),
    { numRuns: 1000 },
  );
});

test('a link survives the address bar of a browser', () => {
  fc.assert(
    fc.property(link, (written) => {
      const hash = `#${encodeLink(written)}`;
      const address = new URL('http://localhost/');
      address.hash = hash;
      expect(decodeLink(address.hash).link).toEqual(written);
    }),
  );
});

test('random text never throws and never yields more than inputs', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => {
      const { link: read } = decodeLink(text);
      expect(Object.keys(read).toSorted()).toEqual(Object.keys(EMPTY_LINK).toSorted());
    }),
    { numRuns: 2000 },
  );
});

test('a mutated link never throws, and what it says can be written again', () => {
  fc.assert(
    fc.property(link, fc.nat(), fc.string({ maxLength: 3 }), fc.nat(4), (written, place, put, cut) => {
      const text = encodeLink(written);
      const start = text.length === 0 ? 0 : place % text.length;
      const { link: read } = decodeLink(text.slice(0, start) + put + text.slice(start + cut));
      expect(decodeLink(encodeLink(read)).link).toEqual(read);
    }),
    { numRuns: 2000 },
  );
});

test('regression: a time of minus zero is zero', () => {
  const { link: read } = decodeLink('#s=paused-holder&t=-0');
  expect(Object.is(read.t, 0)).toBe(true);
});

test('one bad field is named, the others are kept', () => {
  const { link: read, problems } = decodeLink(
    '#s=paused-holder&at=x&p.pause=12000&v=9-1&c=a,a&what=1&at=3&p.=1',
  );
  expect(read).toEqual({
    ...EMPTY_LINK,
    source: { kind: 'scenario', id: 'paused-holder' },
    values: { pause: 12000 },
  });
  expect(problems).toEqual([
    { kind: 'unreadable-field', field: 'at', expected: 'entry' },
    { kind: 'unreadable-field', field: 'v', expected: 'view' },
    { kind: 'unreadable-field', field: 'c', expected: 'names' },
    { kind: 'unknown-field', field: 'what' },
    { kind: 'repeated-field', field: 'at' },
    { kind: 'unreadable-field', field: 'p.', expected: 'parameter' },
  ]);
});

test('a link of a newer version is read as far as it is understood', () => {
  expect(decodeLink('#s=paused-holder&l=2')).toEqual({
    link: { ...EMPTY_LINK, source: { kind: 'scenario', id: 'paused-holder' } },
    problems: [{ kind: 'newer-version', version: 2 }],
  });
});

test('a link that is far too long is not looked at', () => {
  const { link: read, problems } = decodeLink(`#trace=${'a'.repeat(30_000)}`);
  expect(read).toEqual(EMPTY_LINK);
  expect(problems).toEqual([{ kind: 'too-long', length: 30_006, limit: 20_000 }]);
});

test('names that an object has by nature are parameters like others', () => {
  expect(decodeLink('#p.constructor=1').link.values).toEqual({ constructor: 1 });
  expect(decodeLink('#p.__proto__=1').problems).toHaveLength(1);
  expect(decodeLink('#__proto__=1&constructor=2').problems).toHaveLength(2);
});

function wellFormed(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .filter((text) => text.length >= minLength && text.length <= maxLength);
}

test('a link to the guide names its page', () => {
  expect(decodeLink('#guide=').link).toEqual({ ...EMPTY_LINK, guide: '' });
  expect(decodeLink('#guide=questions').link).toEqual({ ...EMPTY_LINK, guide: 'questions' });
  expect(decodeLink('#guide=answers').problems).toEqual([
    { kind: 'unreadable-field', field: 'guide', expected: 'name' },
  ]);
});

test('a link to the dispatch comparison holds what is changed; whether it can be is for the view to say', () => {
  expect(decodeLink('#dispatch=').link).toEqual({ ...EMPTY_LINK, dispatch: {} });
  expect(decodeLink('#d.nodes=5&d.stalled-node=none&p.nodes=1').link).toEqual({
    ...EMPTY_LINK,
    values: { nodes: 1 },
    dispatch: { nodes: 5, 'stalled-node': 'none' },
  });
  const { link: read, problems } = decodeLink(
    '#dispatch=yes&d.__proto__=1&d.batch=1e9&d.claim-ttl=0&dispatch=',
  );
  expect(read).toEqual({ ...EMPTY_LINK, dispatch: { 'claim-ttl': 0 } });
  expect(problems).toEqual([
    { kind: 'unreadable-field', field: 'dispatch', expected: 'nothing' },
    { kind: 'unreadable-field', field: 'd.__proto__', expected: 'parameter' },
    { kind: 'unreadable-field', field: 'd.batch', expected: 'parameter' },
    { kind: 'repeated-field', field: 'dispatch' },
  ]);
});
