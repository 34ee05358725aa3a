import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Component } from '../../../../engine/component.ts';
import { Hand } from '../../testing/hand.ts';
import { leaseManager } from '../lease-manager.ts';
import { extendedLeaseManager } from './extended-lease-manager.ts';
import { PLAIN_EXTRAS } from './memory.ts';

const BASE = { id: 'lock', keys: ['lock', 'other'], raises: [] } as const;

describe('with everything off', () => {
  const requests = fc.oneof(
    fc.record({
      type: fc.constantFrom('acquire', 'renew'),
      key: fc.constantFrom('lock', 'other'),
      ttlUs: fc.constantFrom(0, 5000, 9000, 20_000),
      token: fc.integer({ min: 0, max: 5 }),
    }),
    fc.record({
      type: fc.constantFrom('release', 'check', 'which-token'),
      key: fc.constantFrom('lock', 'other'),
      token: fc.integer({ min: 0, max: 5 }),
    }),
  );
  const moves = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('ask' as const),
          who: fc.constantFrom('A', 'B'),
          request: requests,
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 12 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('clock' as const), byMs: fc.integer({ min: -9, max: 9 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('restart' as const),
          data: fc.constantFrom('kept', 'lost'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('write' as const), token: fc.integer({ min: 1, max: 4 }) }),
      },
    ),
    { maxLength: 30 },
  );

  /** All that a service tells and answers over these moves. */
  const played = (
    service: Component,
    made: readonly (typeof moves extends fc.Arbitrary<(infer M)[]> ? M : never)[],
  ) => {
    const one = new Hand(service);
    let now = 0;
    return made.map((move) => {
      switch (move.kind) {
        case 'ask':
          return one.ask(move.who, move.request);
        case 'wait':
          now += move.ms;
          return one.until(now);
        case 'clock':
          return one.strike({ type: 'clock', byUs: move.byMs * 1000 });
        case 'restart':
          return one.strike({ type: 'restart', data: move.data });
        case 'write':
          return one.write(move.token);
      }
    });
  };

  test.each(['wall', 'monotonic'] as const)(
    'is the plain lease manager, to the word, by a %s clock',
    (clock) => {
      fc.assert(
        fc.property(moves, (made) => {
          const plain = leaseManager({ ...BASE, clock });
          expect(played(extendedLeaseManager({ ...BASE, clock, extras: PLAIN_EXTRAS }), made)).toEqual(
            played(plain, made),
          );
        }),
        { numRuns: 60, seed: 1 },
      );
    },
  );
});
