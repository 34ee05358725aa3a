import { describe, expect, test } from 'vitest';
import '../services/all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

/** A client that adds 50 under the key, over a link that loses the store's first answer. */
const adds = (storeRequest: unknown) => ({
  service: { kind: 'lease-manager' },
  stores: [{ kind: 'fenced', records: { used: '100' } }],
  clients: [
    {
      id: 'A',
      policies: { storeRequest },
      script: [{ op: 'acquire', ttl: 5000 }, { op: 'write', record: 'used', add: 50 }, { op: 'release' }],
    },
  ],
  faults: [{ kind: 'lose', message: 'store>A#1' }],
});

const used = (storeRequest: unknown) => {
  const played = shown(small(adds(storeRequest)));
  const writes = played.entries.filter(({ ev }) => ev === 'write').length;
  return `${String(writes)} ${played.word}${played.told('release').length === 0 ? ', not released' : ''}`;
};

describe('the policy for requests to stores', () => {
  test('is to wait for ever, unless the document says otherwise', () => {
    expect(used(undefined)).toBe('1 safe, not released');
  });

  test('fails where a write is not known to be done, or sends it again, or takes it for done', () => {
    expect(used({ timeout: 20 })).toBe('1 safe, not released');
    expect(used({ timeout: 20, onUnknown: 'taken-for-done' })).toBe('1 safe');
    expect(used({ timeout: 20, onUnknown: 'retry', retries: 3, backoff: 10 })).toBe('2 safe');
  });

  test('says what is wrong with it', () => {
    expect(problemsOf(small(adds({})))).toEqual(['clients.0.policies.storeRequest.timeout: is missing']);
    expect(problemsOf(small(adds({ timeout: 5, onUnknown: 'hope' })))).toEqual([
      'clients.0.policies.storeRequest.onUnknown: must be "retry", "fail" or "taken-for-done"',
    ]);
    expect(problemsOf(small(adds({ timeout: 5, retries: 0.5 })))).toEqual([
      'clients.0.policies.storeRequest.retries: must be a whole number',
    ]);
    expect(problemsOf(small(adds({ timeout: 5, retry: 1 })))).toEqual([
      'clients.0.policies.storeRequest.retry: is not a field known here',
    ]);
  });
});
