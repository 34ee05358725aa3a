import { describe, expect, test } from 'vitest';
import { firstWorld, intervene, type Intervention } from '../../../engine/apply.ts';
import type { Component, MachineEvent } from '../../../engine/component.ts';
import { NO_FAULTS } from '../../../engine/faults.ts';
import { playUntil } from '../../../engine/play.ts';
import { fromMs, ZERO } from '../../../engine/time.ts';
import type { Entry } from '../../../engine/trace.ts';
import type { World } from '../../../engine/world.ts';
import { leaseManager, type LeaseManagerOptions } from './lease-manager.ts';

/** A lease manager that is called directly, without any way between. Times are seconds, as in its rows. */
class Session {
  private readonly components: readonly Component[];
  private world: World;

  constructor(options: Partial<LeaseManagerOptions> = {}) {
    this.components = [
      ...['A', 'B'].map(silent),
      leaseManager({ id: 'lock', keys: ['lock', 'other'], clock: 'wall', raises: [], ...options }),
    ];
    this.world = firstWorld(this.model()).world;
  }

  /** Asks and gives what was answered: the token of a grant, `ok`, or the reason of a refusal. */
  ask(
    from: string,
    type: string,
    fields: { readonly token?: number; readonly ttl?: number; readonly key?: string } = {},
  ): unknown {
    const { token, ttl, key = 'lock' } = fields;
    const body: MachineEvent = {
      type,
      key,
      ...(token === undefined ? {} : { token }),
      ...(ttl === undefined ? {} : { ttlUs: fromMs(ttl * 1000) }),
    };
    const answer = this.take({ kind: 'message', from, to: 'lock', body }).find(
      ({ ev, to }) => ev === 'send' && to === from,
    );
    const reply = answer?.body as {
      readonly type: string;
      readonly token?: number;
      readonly reason?: string;
    };
    if (reply.type === 'refused') return reply.reason;
    return reply.type === 'granted' ? reply.token : 'ok';
  }

  acquire(from: string, ttl: number, key = 'lock'): unknown {
    return this.ask(from, 'acquire', { ttl, key });
  }

  strike(event: MachineEvent): readonly Entry[] {
    return this.take({ kind: 'fault', node: 'lock', event });
  }

  /** Lets time pass up to an instant and gives what happened by itself. */
  until(second: number): readonly Entry[] {
    const { world, entries } = playUntil(this.model(), this.world, fromMs(second * 1000));
    this.world = world;
    return entries.filter(({ actor }) => actor === 'lock');
  }

  private take(intervention: Intervention): readonly Entry[] {
    const { world, entries } = intervene(this.model(), this.world, this.world.now, intervention);
    this.world = world;
    return entries;
  }

  private model() {
    return {
      components: this.components,
      seed: 0,
      latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
      timedFaults: [],
      messageFaults: [],
      budget: NO_FAULTS,
      horizon: fromMs(1e9),
    };
  }
}

function silent(id: string): Component {
  const state = { value: 'calling', context: {} };
  return {
    id,
    role: 'client',
    initial: () => ({ state, effects: [] }),
    step: () => null,
    status: () => 'running',
  };
}

const clockStep = (seconds: number): MachineEvent => ({ type: 'clock', byUs: fromMs(seconds * 1000) });
const restart = (data: 'kept' | 'lost'): MachineEvent => ({ type: 'restart', data });

describe('acquire', () => {
  test('fails while a live lease exists, whoever asks, and succeeds at the instant of its end', () => {
    const session = new Session();
    expect(session.acquire('A', 10)).toBe(1);
    expect(session.acquire('B', 10)).toBe('held');
    session.until(9.999999);
    expect([session.acquire('A', 10), session.acquire('B', 10)]).toEqual(['held', 'held']);
    expect(session.until(10).map(({ ev }) => ev)).toEqual(['expire']);
    expect(session.acquire('B', 10)).toBe(2);
  });

  test('S1.9: has no notion of owner: the holder itself is refused until its lease is over', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(1);
    expect(session.acquire('A', 10)).toBe('held');
    session.until(10);
    expect(session.acquire('A', 10)).toBe(2);
  });

  test('S1.2: with ttl 0, -1 and 10 at one instant gives 1, 2 and 3', () => {
    const session = new Session();
    expect([session.acquire('A', 0), session.acquire('B', -1), session.acquire('A', 10)]).toEqual([1, 2, 3]);
    expect(session.acquire('B', 10)).toBe('held');
  });

  test('draws the tokens of all keys from one counter', () => {
    const session = new Session();
    expect(session.acquire('A', 10, 'lock')).toBe(1);
    expect(session.acquire('A', 10, 'other')).toBe(2);
    session.ask('A', 'release', { token: 1 });
    expect(session.acquire('B', 10, 'lock')).toBe(3);
  });

  test('of one key says nothing about another', () => {
    const session = new Session();
    session.acquire('A', 10, 'lock');
    expect(session.acquire('B', 5, 'other')).toBe(2);
    expect(session.ask('A', 'renew', { token: 1, key: 'other', ttl: 10 })).toBe('lease-lost');
    expect(session.until(5).map(({ ev, key }) => [ev, key])).toEqual([['expire', 'other']]);
  });

  test('works for a key called as a part of the machine is', () => {
    const session = new Session({ keys: ['process'] });
    expect(session.acquire('A', 10, 'process')).toBe(1);
    session.strike({ type: 'pause' });
    expect(session.until(10).map(({ ev, key }) => [ev, key])).toEqual([['expire', 'process']]);
  });
});

describe('renew', () => {
  test('counts anew from when it is handled', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(8);
    expect(session.ask('A', 'renew', { token: 1, ttl: 10 })).toBe('ok');
    expect(session.until(17.999999)).toEqual([]);
    expect(session.until(18).map(({ ev }) => ev)).toEqual(['expire']);
  });

  test('needs the current token and a live lease', () => {
    const session = new Session();
    expect(session.ask('A', 'renew', { token: 0, ttl: 10 })).toBe('lease-lost');
    session.acquire('A', 10);
    expect(session.ask('A', 'renew', { token: 2, ttl: 10 })).toBe('lease-lost');
    session.until(10);
    expect(session.ask('A', 'renew', { token: 1, ttl: 10 })).toBe('lease-lost');
  });

  test('asks for the token, not for who sends it', () => {
    const session = new Session();
    session.acquire('A', 10);
    expect(session.ask('B', 'renew', { token: 1, ttl: 20 })).toBe('ok');
    expect(session.until(20).map(({ ev, client }) => [ev, client])).toEqual([['expire', 'A']]);
  });

  test('S1.7: with ttl 0 succeeds and ends the lease; a rival acquires at once', () => {
    const session = new Session();
    session.acquire('A', 60);
    session.until(1);
    expect(session.ask('A', 'renew', { token: 1, ttl: 0 })).toBe('ok');
    expect(session.acquire('B', 60)).toBe(2);
    expect(session.ask('A', 'renew', { token: 1, ttl: 60 })).toBe('lease-lost');
    expect(session.until(60.5)).toEqual([]);
    expect(session.until(61).map(({ ev, client }) => [ev, client])).toEqual([['expire', 'B']]);
  });
});

describe('release', () => {
  test('needs the current token only', () => {
    const session = new Session();
    session.acquire('A', 10);
    expect(session.ask('B', 'release', { token: 2 })).toBe('lease-lost');
    expect(session.ask('A', 'release', { token: 1 })).toBe('ok');
    expect(session.until(20)).toEqual([]);
  });

  test('S1.1: succeeds long after expiry where nobody took over, and only once', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(50);
    expect(session.ask('A', 'release', { token: 1 })).toBe('ok');
    expect(session.ask('A', 'release', { token: 1 })).toBe('lease-lost');
    expect(session.acquire('B', 10)).toBe(2);
  });

  test('S1.10: with an old token is refused, and the new holder keeps the key', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(11);
    session.acquire('B', 10);
    expect(session.ask('A', 'release', { token: 1 })).toBe('lease-lost');
    expect(session.acquire('A', 10)).toBe('held');
    expect(session.ask('B', 'renew', { token: 2, ttl: 10 })).toBe('ok');
  });
});

describe('a clock that steps', () => {
  const steppedBack = (clock: 'wall' | 'monotonic'): Session => {
    const session = new Session({ clock });
    session.acquire('A', 10);
    session.until(12);
    expect(session.ask('A', 'renew', { token: 1, ttl: 10 })).toBe('lease-lost');
    session.strike(clockStep(-3));
    return session;
  };

  test('S1.3: back brings a dead lease to life, where the deadline is a wall-clock time', () => {
    const session = steppedBack('wall');
    expect(session.acquire('B', 10)).toBe('held');
    expect(session.ask('A', 'renew', { token: 1, ttl: 10 })).toBe('ok');
    expect(session.until(22).map(({ ev }) => ev)).toEqual(['expire']);
  });

  test('S1.3: and does nothing where the clock is monotonic', () => {
    const session = steppedBack('monotonic');
    expect(session.ask('A', 'renew', { token: 1, ttl: 10 })).toBe('lease-lost');
    expect(session.acquire('B', 10)).toBe(2);
  });

  test('back is told with what the lease has left', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(12);
    expect(session.strike(clockStep(-3))).toMatchObject([
      { ev: 'clock' },
      { ev: 'revive', client: 'A', token: 1, expires: fromMs(13_000), cause: expect.any(Number) },
    ]);
    expect(session.until(13).map(({ ev }) => ev)).toEqual(['expire']);
  });

  test('back does not revive what was replaced or released', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(11);
    session.acquire('B', 10);
    expect(session.strike(clockStep(-3)).map(({ ev }) => ev)).toEqual(['clock']);
    session.ask('B', 'release', { token: 2 });
    expect(session.strike(clockStep(-30)).map(({ ev }) => ev)).toEqual(['clock']);
    expect(session.acquire('A', 10)).toBe(3);
  });

  test('ahead ends a lease early', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.strike(clockStep(10));
    expect(session.until(0).map(({ ev }) => ev)).toEqual(['expire']);
    expect(session.acquire('B', 10)).toBe(2);
  });
});

describe('a restart', () => {
  test('S1.6: that keeps nothing forgets leases and counter', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.acquire('B', 10, 'other');
    const told = session.strike(restart('lost'));
    expect(told.map(({ ev, key, client }) => [ev, key, client])).toEqual([
      ['crash', undefined, undefined],
      ['restart', undefined, undefined],
      ['forget', 'lock', 'A'],
      ['forget', 'other', 'B'],
    ]);
    expect(session.acquire('B', 10)).toBe(1);
    expect(session.until(20).map(({ ev, client }) => [ev, client])).toEqual([['expire', 'B']]);
  });

  test('S1.6: forgets the counter even when no lease is left', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.ask('A', 'release', { token: 1 });
    session.strike(restart('lost'));
    expect(session.acquire('B', 10)).toBe(1);
  });

  test('that keeps its data keeps leases, their ends and the counter', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.until(3);
    session.strike(restart('kept'));
    expect(session.acquire('B', 10)).toBe('held');
    expect(session.until(10).map(({ ev }) => ev)).toEqual(['expire']);
    expect(session.acquire('B', 10)).toBe(2);
  });

  test('after a crash finds leases over whose end has come meanwhile', () => {
    const session = new Session();
    session.acquire('A', 10);
    session.strike({ type: 'crash' });
    expect(session.until(15).map(({ ev, t }) => [ev, t])).toEqual([['expire', 10_000_000]]);
    session.strike(restart('kept'));
    expect(session.acquire('B', 10)).toBe(2);
  });
});

test('an end that lies further off than a run lasts is an end nevertheless', () => {
  const session = new Session();
  session.acquire('A', 86_400);
  session.until(86_399);
  expect(session.acquire('B', 1)).toBe('held');
  expect(session.until(86_400).map(({ ev }) => ev)).toEqual(['expire']);
});
