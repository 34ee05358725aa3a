import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTHING, textOfTyped, typedOfText, type Typed } from './asked.ts';

test('nothing typed is written as nothing, and read from nothing', () => {
  expect(textOfTyped(NOTHING)).toBe('');
  expect(typedOfText('')).toEqual({ ask: NOTHING, strange: [] });
});

test('what was typed comes back from its text', () => {
  const number = fc.integer({ min: 1, max: 86_400_000_000 }).map((us) => us / 1000);
  const typed = fc.record<Typed>({
    client: fc.option(fc.constantFrom('A', 'worker-2')),
    renewing: fc.option(fc.constantFrom('none', 'steady', 'after-answer')),
    believing: fc.option(fc.constantFrom('until-told', 'until-deadline')),
    numbers: fc.record(
      {
        ttl: number.map((ms) => Math.max(1, ms)),
        timeout: fc.option(number),
        retries: fc.integer({ min: 0, max: 16 }),
        stop: number,
        drift: fc.integer({ min: 0, max: 5000 }).map((parts) => parts / 10_000),
      },
      { requiredKeys: [] },
    ),
  });
  fc.assert(
    fc.property(typed, (written) => {
      expect(typedOfText(textOfTyped(written))).toEqual({ ask: written, strange: [] });
    }),
  );
});

test('what cannot be is told, and the rest is kept', () => {
  expect(
    typedOfText('ttl.0,retries.1.5,cap.0,stop.250.5,client.a b,what.1,timeout.none,drift.0.9,ttl'),
  ).toEqual({
    ask: { ...NOTHING, numbers: { stop: 250.5, timeout: null } },
    strange: ['ttl.0', 'retries.1.5', 'cap.0', 'client.a b', 'what.1', 'drift.0.9', 'ttl'],
  });
});
