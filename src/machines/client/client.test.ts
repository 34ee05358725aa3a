import { describe, expect, test } from 'vitest';
import type { Component, Effect, MachineEvent, MachineState } from '../../engine/component.ts';
import { NO_FAULTS, type MessageFault, type TimedFault } from '../../engine/faults.ts';
import { play } from '../../engine/play.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { fromMs, ZERO } from '../../engine/time.ts';
import type { Entry, Json } from '../../engine/trace.ts';
import { leaseManager } from '../lock-server/lease-manager/lease-manager.ts';
import { client } from './client.ts';
import type { ProcessMemory, WorkerState } from './worker/state.ts';
import type { LeaseRenewal } from './modules/lease-manager.ts';
import type { AcquirePolicy, Instruction } from './script.ts';

const ACQUIRE: Instruction = { op: 'acquire', key: 'lock', ttlUs: 9_000_000, reentrant: false };
const RELEASE: Instruction = { op: 'release', key: 'lock' };
const READ: Instruction = { op: 'read', store: 'store', key: 'lock', record: 'stock' };
const write = (token: 'granted' | 'none' | number = 'granted', awaits = true): Instruction => ({
  op: 'write',
  store: 'store',
  key: 'lock',
  record: 'stock',
  value: 'a',
  add: null,
  token,
  awaits,
});
const work = (forUs: number): Instruction => ({ op: 'work', forUs, unit: null });
interface ClientPolicies {
  readonly acquire: AcquirePolicy;
  readonly renewal: LeaseRenewal;
}
const POLICIES: ClientPolicies = { acquire: { kind: 'once', goesOn: false }, renewal: { kind: 'none' } };
const WATCHDOG: ClientPolicies = { ...POLICIES, renewal: { kind: 'watchdog', intervalUs: 3_000_000 } };

function clientOf(script: readonly Instruction[], policies: ClientPolicies = POLICIES): Component {
  return client({ id: 'A', lockService: 'lock', startUs: 0, script, ...policies });
}

/** A client fed by hand, one event after the other. */
class Hand {
  private readonly component: Component;
  private state: MachineState;

  constructor(script: readonly Instruction[], policies?: ClientPolicies) {
    this.component = clientOf(script, policies);
    this.state = this.component.initial().state;
  }

  /** What comes of an event, a word an effect; null if it is not taken. */
  take(event: MachineEvent): readonly string[] | null {
    // A reply names the conversation and the worker that it belongs to.
    const step = this.component.step(this.state, { ref: this.ref, client: 'A', ...event });
    if (step === null) return null;
    this.state = step.state;
    return step.effects.map(wordOf);
  }

  run(): readonly string[] | null {
    return this.take({ type: 'run' });
  }

  /** Runs the first instruction, an acquire, and grants it. */
  granted(token = 1): this {
    this.run();
    this.take({ type: 'granted', key: 'lock', token, ttlUs: 9_000_000 });
    return this;
  }

  /** The conversation that the client is in. */
  private get ref(): string {
    return `A/${String(this.worker?.calls)}`;
  }

  private get worker(): WorkerState | undefined {
    return (this.state.context as unknown as ProcessMemory).workers['A'];
  }

  get lock(): Json | undefined {
    return (this.state.value as { readonly lock: Json }).lock;
  }

  get believes(): boolean {
    return Object.keys(this.worker?.believes ?? {}).length > 0;
  }
}

function wordOf(effect: Effect): string {
  switch (effect.type) {
    case 'send': {
      const { type, token, base } = effect.body;
      const rest = [
        token === undefined ? '' : ` ${JSON.stringify(token)}`,
        base === undefined ? '' : ` base ${JSON.stringify(base)}`,
      ];
      return `${type}>${effect.to}${rest.join('')}`;
    }
    case 'trace':
      return effect.entry.held === undefined ? effect.entry.ev : `believe ${String(effect.entry.held)}`;
    case 'timer':
      return `timer ${effect.id} ${String(effect.afterUs)}`;
    case 'cancel':
      return `cancel ${effect.id}`;
    case 'next':
      return `next ${String(effect.afterUs)}${effect.busy ? ' busy' : ''}`;
    default:
      return effect.type;
  }
}

const RETRY: MachineEvent = { type: 'module.timer', name: 'retry' };
const WATCH: MachineEvent = { type: 'module.timer', ref: 'watchdog:lock', name: 'watchdog', key: 'lock' };
const refused = (op: string): MachineEvent => ({ type: 'refused', op, key: 'lock', reason: 'held' });

describe('a script', () => {
  test('runs from its start time, instruction by instruction', () => {
    const { effects } = client({
      id: 'A',
      lockService: 'lock',
      startUs: 70,
      script: [ACQUIRE],
      ...POLICIES,
    }).initial();
    expect(effects.map(wordOf)).toEqual(['next 70']);
    expect(clientOf([]).initial().effects).toEqual([]);
  });

  test('of work, sleep, read, write, release asks for each in turn', () => {
    const hand = new Hand([ACQUIRE, work(50), { op: 'sleep', forUs: 60 }, READ, write(), RELEASE]);
    expect(hand.run()).toEqual(['acquire>lock']);
    expect(hand.lock).toBe('acquiring');
    expect(hand.take({ type: 'granted', key: 'lock', token: 4, ttlUs: 1 })).toEqual([
      'believe true',
      'next 0',
    ]);
    expect(hand.run()).toEqual(['next 50 busy']);
    expect(hand.run()).toEqual(['next 60']);
    expect(hand.run()).toEqual(['read>store']);
    expect(hand.take({ type: 'value', record: 'stock', value: 'x', version: 3 })).toEqual(['next 0']);
    expect(hand.run()).toEqual(['write>store 4 base 3']);
    expect(hand.take({ type: 'written', record: 'stock', version: 4 })).toEqual(['next 0']);
    expect(hand.run()).toEqual(['believe false', 'release>lock 4']);
    expect(hand.take({ type: 'released', key: 'lock', token: 4 })).toEqual(['next 0']);
    expect(hand.run()).toBeNull();
    expect(hand.lock).toBe('idle');
  });

  test('ends where a store answers with an error', () => {
    const hand = new Hand([ACQUIRE, write(), RELEASE]).granted();
    hand.run();
    expect(hand.take({ type: 'error', ref: 'A/1', reason: 'unavailable' })).toBeNull();
    expect(hand.take({ type: 'error', reason: 'unavailable' })).toEqual([]);
    expect([hand.lock, hand.believes, hand.run()]).toEqual(['gave up', true, null]);
  });

  test('goes on at once after a write that is not waited for', () => {
    const hand = new Hand([ACQUIRE, write('granted', false), work(5)]).granted();
    expect(hand.run()).toEqual(['write>store 1 base null', 'next 0']);
    expect(hand.lock).toBe('holding');
    expect(hand.take({ type: 'written', record: 'stock', version: 1 })).toBeNull();
  });

  test('computes a write from what was read or written last', () => {
    const hand = new Hand([ACQUIRE, write(), write()]).granted();
    hand.run();
    hand.take({ type: 'written', record: 'stock', version: 7 });
    expect(hand.run()).toEqual(['write>store 1 base 7']);
  });

  test("presents the token it is told to: its grant's, none, or one of its own invention", () => {
    expect(new Hand([write()]).run()).toEqual(['write>store null base null']);
    expect(new Hand([write('none')]).run()).toEqual(['write>store null base null']);
    expect(new Hand([write(1000)]).run()).toEqual(['write>store 1000 base null']);
    expect(new Hand([ACQUIRE, write('none')]).granted().run()).toEqual(['write>store null base null']);
  });

  test('passes over what cannot be done without a grant', () => {
    const hand = new Hand([RELEASE, { op: 'renew', key: 'lock', ttlUs: 5 }, work(5)]);
    expect([hand.run(), hand.run(), hand.run()]).toEqual([['next 0'], ['next 0'], ['next 5 busy']]);
  });

  test('takes answers to what it asked, and no others', () => {
    const hand = new Hand([ACQUIRE, READ]);
    expect(hand.take({ type: 'granted', key: 'lock', token: 1, ttlUs: 1 })).toBeNull();
    hand.run();
    expect(hand.take({ type: 'granted', ref: 'A/0', key: 'lock', token: 1, ttlUs: 1 })).toBeNull();
    expect(hand.take({ type: 'written', ref: 'A/0', record: 'stock', version: 1 })).toBeNull();
    hand.take({ type: 'granted', key: 'lock', token: 1, ttlUs: 1 });
    hand.run();
    const value = { type: 'value', record: 'stock', value: '', version: 0 };
    expect(hand.take({ ...value, ref: 'A/1' })).toBeNull();
    expect(hand.take({ ...value, ref: 'B/2' })).toBeNull();
    expect(hand.take({ type: 'granted', key: 'lock', token: 2, ttlUs: 1 })).toBeNull();
    expect(hand.take(value)).toEqual(['next 0']);
    expect(hand.take(value)).toBeNull();
  });
});

describe('acquire', () => {
  test('once gives up when it is refused', () => {
    const hand = new Hand([ACQUIRE, write()]);
    hand.run();
    expect(hand.take(refused('acquire'))).toEqual(['abandon']);
    expect([hand.lock, hand.run()]).toEqual(['gave up', null]);
  });

  test('blocking says that it waits, once, and tries again at its interval until it is granted', () => {
    const hand = new Hand([ACQUIRE], {
      ...POLICIES,
      acquire: { kind: 'block', retryUs: 40, timeoutUs: null, onTimeout: 'error' },
    });
    hand.run();
    expect(hand.take(refused('acquire'))).toEqual(['wait', 'timer A/1:retry 40']);
    expect(hand.lock).toBe('waiting');
    expect(hand.take(RETRY)).toEqual(['acquire>lock']);
    expect(hand.take(refused('acquire'))).toEqual(['timer A/1:retry 40']);
    hand.take(RETRY);
    expect(hand.take({ type: 'granted', key: 'lock', token: 3, ttlUs: 1 })).toEqual([
      'believe true',
      'next 0',
    ]);
    expect(hand.lock).toBe('holding');
  });

  test('counts only when its answer is handled', () => {
    const hand = new Hand([ACQUIRE]);
    hand.run();
    expect(hand.believes).toBe(false);
  });
});

describe('belief', () => {
  test('ends where a release is sent, not where it is answered', () => {
    const hand = new Hand([ACQUIRE, RELEASE]).granted();
    hand.run();
    expect([hand.lock, hand.believes]).toEqual(['releasing', false]);
  });

  test('ends with a refused write, and so does the work', () => {
    const hand = new Hand([ACQUIRE, write(), RELEASE]).granted();
    hand.run();
    expect(hand.take({ type: 'write.refused', record: 'stock', reason: 'stale-token' })).toEqual([
      'believe false',
      'halt',
    ]);
    expect([hand.lock, hand.run()]).toEqual(['lost', null]);
  });

  test('ends with a renewal of its own that is refused; the script goes on, and the token is kept', () => {
    const hand = new Hand([ACQUIRE, { op: 'renew', key: 'lock', ttlUs: 5 }, RELEASE]).granted(6);
    expect(hand.run()).toEqual(['renew>lock 6']);
    expect(hand.take(refused('renew'))).toEqual(['believe false', 'next 0']);
    expect(hand.lock).toBe('idle');
    expect(hand.run()).toEqual(['release>lock 6']);
  });

  test('begins again with a later renewal that succeeds', () => {
    const renew: Instruction = { op: 'renew', key: 'lock', ttlUs: 5 };
    const hand = new Hand([ACQUIRE, renew, renew]).granted(6);
    hand.run();
    hand.take(refused('renew'));
    hand.run();
    expect(hand.take({ type: 'renewed', key: 'lock', token: 6, ttlUs: 5 })).toEqual([
      'believe true',
      'next 0',
    ]);
    expect(hand.believes).toBe(true);
  });

  test('is forgotten in a crash, with all that was known; a restart begins the script anew', () => {
    const hand = new Hand([ACQUIRE, write()]).granted(6);
    expect(hand.take({ type: 'crash' })).toEqual(['believe false']);
    expect([hand.lock, hand.believes]).toEqual(['idle', false]);
    expect(hand.take({ type: 'restart' })).toEqual(['next 0']);
    expect(hand.run()).toEqual(['acquire>lock']);
  });
});

/** A client and a lease manager, a second apart in either direction. */
function entriesOf(
  script: readonly Instruction[],
  policies: ClientPolicies,
  faults: { readonly timed?: readonly TimedFault[]; readonly message?: readonly MessageFault[] } = {},
): readonly Entry[] {
  return play(
    {
      components: [
        clientOf(script, policies),
        leaseManager({ id: 'lock', keys: ['lock'], clock: 'wall', raises: [] }),
      ],
      seed: 1,
      latency: () => ({ baseUs: fromMs(1000), jitterUs: ZERO }),
      timedFaults: faults.timed ?? [],
      messageFaults: faults.message ?? [],
      budget: NO_FAULTS,
      horizon: fromMs(60_000),
    },
    ORDINARY,
  ).entries;
}
const told = (entries: readonly Entry[], actor: string, ...kinds: readonly string[]): readonly string[] =>
  entries
    .filter((entry) => entry.actor === actor && kinds.includes(entry.ev))
    .map(
      ({ t, ev, held }) => `${String(t / 1_000_000)} ${ev}${held === undefined ? '' : ` ${String(held)}`}`,
    );

describe('the expiry of the lease at the service', () => {
  test('does not touch what the client believes', () => {
    const entries = entriesOf([ACQUIRE, work(30_000_000)], POLICIES);
    expect(told(entries, 'lock', 'grant', 'expire')).toEqual(['1 grant', '10 expire']);
    expect(told(entries, 'A', 'believe')).toEqual(['2 believe true']);
  });
});

describe('the watchdog', () => {
  const busy = [ACQUIRE, work(20_000_000), RELEASE];

  test('renews at its interval and stops with the release', () => {
    const entries = entriesOf(busy, WATCHDOG);
    expect(told(entries, 'lock', 'renew', 'expire')).toEqual(
      [3, 6, 9, 12, 15, 18].map((n) => `${String(n + 3)} renew`),
    );
    expect(told(entries, 'A', 'believe')).toEqual(['2 believe true', '22 believe false']);
  });

  test('tries again when a renewal or its answer is lost', () => {
    const message = [{ kind: 'lose', message: 'A>lock#2' }] as const;
    expect(told(entriesOf(busy, WATCHDOG, { message }), 'lock', 'renew', 'expire')[0]).toBe('9 renew');
    const answer = [{ kind: 'lose', message: 'lock>A#2' }] as const;
    expect(
      told(entriesOf(busy, WATCHDOG, { message: answer }), 'lock', 'renew', 'expire').slice(0, 2),
    ).toEqual(['6 renew', '9 renew']);
  });

  test('covers no pause: it renews too late, is refused, and the client stops its work', () => {
    const timed = [{ kind: 'pause', node: 'A', at: fromMs(3000), forUs: fromMs(20_000) }] as const;
    const entries = entriesOf(busy, WATCHDOG, { timed });
    expect(told(entries, 'lock', 'renew', 'expire', 'refuse')).toEqual(['10 expire', '24 refuse']);
    expect(told(entries, 'A', 'believe', 'resume', 'deliver')).toEqual([
      '2 believe true',
      '23 resume',
      '25 believe false',
    ]);
    // Neither release nor another renewal.
    expect(entries.filter(({ actor, ev, t }) => actor === 'A' && ev === 'send' && t > 23_000_000)).toEqual(
      [],
    );
  });

  test('stops when a write is refused, and in a crash', () => {
    const hand = new Hand([ACQUIRE, write()], WATCHDOG).granted();
    hand.run();
    expect(hand.take({ type: 'write.refused', record: 'stock', reason: 'stale-token' })).toContain(
      'cancel watchdog:lock',
    );
    expect(hand.take(WATCH)).toBeNull();
    const timed = [{ kind: 'crash', node: 'A', at: fromMs(4000) }] as const;
    expect(told(entriesOf(busy, WATCHDOG, { timed }), 'lock', 'renew', 'expire')).toEqual(['10 expire']);
  });

  test('lives on while the script renews by itself', () => {
    const hand = new Hand(
      [ACQUIRE, { op: 'renew', key: 'lock', ttlUs: 9_000_000 }, work(5)],
      WATCHDOG,
    ).granted();
    hand.run();
    expect(hand.take(WATCH)).toEqual(['renew>lock 1', 'timer watchdog:lock 3000000']);
    hand.take({ type: 'renewed', key: 'lock', token: 1, ttlUs: 9_000_000 });
    expect(hand.take(WATCH)).toEqual(['renew>lock 1', 'timer watchdog:lock 3000000']);
  });
});

describe('a pause', () => {
  test('between the grant and its delivery leaves the client without belief until it resumes', () => {
    const timed = [{ kind: 'pause', node: 'A', at: fromMs(1500), forUs: fromMs(20_000) }] as const;
    const entries = entriesOf([ACQUIRE, work(1)], POLICIES, { timed });
    expect(told(entries, 'lock', 'grant', 'expire')).toEqual(['1 grant', '10 expire']);
    expect(told(entries, 'A', 'believe')).toEqual(['21.5 believe true']);
  });
});

describe('a restart of a client that is up', () => {
  test('forgets belief and watchdog, and begins anew', () => {
    const timed = [{ kind: 'restart', node: 'A', at: fromMs(4000), data: 'kept' }] as const;
    const entries = entriesOf(
      [ACQUIRE, work(20_000_000)],
      { ...WATCHDOG, acquire: { kind: 'block', retryUs: 1_000_000, timeoutUs: null, onTimeout: 'error' } },
      { timed },
    );
    expect(told(entries, 'A', 'crash', 'restart', 'believe', 'wait')).toEqual([
      '2 believe true',
      '4 crash',
      '4 believe false',
      '4 restart',
      '6 wait',
      '12 believe true',
    ]);
    expect(told(entries, 'lock', 'renew')[0]).toBe('16 renew');
  });
});
