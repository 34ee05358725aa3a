import { describe, expect, test } from 'vitest';
import { randomSequence } from '../../engine/random.ts';
import type { Figures } from './figures.ts';
import { readFigures } from './read-figures.ts';
import { bodyOf, play, sentBy, WRITES_EVERY, type Duel } from './testing/worst-play.ts';
import { patienceOf, worstCase } from './worst-case.ts';

/** How near to the very edge the worst schedule is played, in milliseconds. */
const NEAR = 0.3;
/** Margins smaller than this may go either way: the schedule is not the very worst one, and writes are apart. */
const BLUR = 3 * WRITES_EVERY + 6;

/** Figures of a duel as the page reads them, with this many renewals failing. */
function figuresOf(duel: Duel, failed: number): Figures {
  const read = readFigures(bodyOf(duel), 'A');
  if (read === null) throw new Error('A holds nothing');
  return {
    ...read.figures,
    failed: read.figures.renewing === 'none' ? 0 : failed,
    stop: duel.stop?.for ?? 0,
  };
}

/** Faults by which the grant's answer comes as late as it may, and when it has come. */
function lateGrant(figures: Figures, way: number) {
  const { timeout, retries, drift } = figures;
  if (timeout === null) return { faults: [], atMs: 2 * way };
  const atMs = patienceOf(figures) / (1 - drift) - NEAR;
  const again = Array.from({ length: retries }, (_, index) => lose(`A>lock#${String(index + 2)}`));
  return { faults: [...again, { kind: 'delay', message: 'lock>A#1', by: atMs - 2 * way }], atMs };
}

const lose = (message: string) => ({ kind: 'lose', message });

/** Which of the holder's messages is the last one of the first renewal that does not fail. */
function targetOf(duel: Duel, { failed, retries, timeout }: Figures, grantedMs: number) {
  const all = sentBy(play(duel).entries).filter(({ atMs }) => atMs > grantedMs);
  const refs = [...new Set(all.map(({ ref }) => ref))];
  // A module that never asks again has one name for all its renewals.
  const asked = timeout === null ? all.slice(failed) : all.filter(({ ref }) => ref === refs[failed]);
  const target = asked[timeout === null ? 0 : retries] ?? null;
  return { target, all };
}

/** Plays the worst schedule after a grant: its answer late, renewals and repetitions lost, the stop, the last request late. */
function playWorst(duel: Duel, figures: Figures) {
  const { faults, atMs } = lateGrant(figures, duel.way);
  const cut = { kind: 'partition', between: ['A', 'lock'], at: atMs + NEAR / 2 };
  const early = targetOf({ ...duel, stop: null, faults: [...faults, cut] }, figures, atMs);
  // It gave up before it came to that.
  if (early.target === null)
    return { ...play({ ...duel, stop: null, faults: [...faults, cut] }), handledMs: 0 };
  const stop = duel.stop === null ? null : { at: early.target.atMs - NEAR, for: duel.stop.for };
  const { target, all } = targetOf({ ...duel, stop, faults: [...faults, cut] }, figures, atMs);
  if (target === null) throw new Error('it gave up where it was paused');
  const { timeout, drift } = figures;
  const by = timeout === null ? 0 : timeout / (1 - drift) - duel.way - NEAR;
  const handledMs = target.atMs + duel.way + by;
  const lost = all
    .filter(({ message, atMs: sent }) => message !== target.message && sent < handledMs)
    .map(({ message }) => lose(message));
  const late = by > 0 ? [{ kind: 'delay', message: target.message, by }] : [];
  return { ...play({ ...duel, stop, faults: [...faults, ...lost, ...late] }), handledMs };
}

/** Lease managers and modules whose numbers the page knows, with random numbers. */
function randomDuel(next: () => number): { readonly duel: Duel; readonly failed: number } {
  const between = (low: number, high: number): number => Math.round(low + next() * (high - low));
  const ttl = between(500, 1500);
  const drift = next() < 0.5 ? 0 : between(1, 20) / 100;
  const stop = next() < 0.5 ? null : { at: 0, for: between(20, Math.round(ttl / 2)) };
  const common = { ttl, drift, stop, write: 1 };
  const kind = next();
  if (kind < 0.25) {
    const renewal = { kind: 'watchdog', interval: between(100, Math.round(ttl / 2)) };
    return {
      duel: { ...common, service: 'lease-manager', policies: { renewal }, way: 30 },
      failed: between(0, 2),
    };
  }
  if (kind < 0.45) {
    const seconds = { ...common, ttl: 1000 * between(3, 4) };
    const lock = { kind: 'redis', loss: 'told' };
    return { duel: { ...seconds, service: 'redis', policies: { lock }, way: 30 }, failed: between(0, 2) };
  }
  const retries = between(0, 2);
  const grows = next() < 0.5 ? {} : { backOff: { kind: 'exponential', factor: 2, cap: between(20, 60) } };
  const request = { timeout: between(40, 200), retries, pause: between(0, 50), ...grows };
  const pace = next() < 0.5 ? 'steady' : 'after-answer';
  const renewal = { kind: 'watchdog', interval: between(150, Math.round(ttl / 2)), pace };
  const lock = { kind: 'standard', request, renewal };
  const service = next() < 0.5 ? 'redis' : 'lease-manager';
  return { duel: { ...common, service, policies: { lock }, way: 0.25 }, failed: between(0, 1) };
}

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

describe('the worst schedule, played through the machines', () => {
  const seen = { held: 0, lost: 0 };

  test.each(SEEDS)('with numbers %i: with margin left nothing is stale, overdrawn it is', (seed) => {
    const { duel, failed } = randomDuel(randomSequence(seed));
    const figures = figuresOf(duel, failed);
    const { firstMarginMs, limitMs } = worstCase(figures);
    if (Math.abs(firstMarginMs) < BLUR || firstMarginMs < -figures.ttl) return;
    const { isStale, entries, handledMs } = playWorst(duel, figures);
    const granted = entries.find(({ ev }) => ev === 'grant')!;
    const expired = entries.find(({ ev, client }) => ev === 'expire' && client === 'A');
    if (firstMarginMs > 0) {
      seen.held += 1;
      expect(isStale).toBe(false);
      expect(expired === undefined || expired.t / 1000 > handledMs).toBe(true);
      // The schedule is the worst one: what is left is what the page says, nearly.
      expect(limitMs - (handledMs - granted.t / 1000) - firstMarginMs).toBeLessThan(6);
    } else {
      seen.lost += 1;
      expect(expired).toBeDefined();
      expect(isStale).toBe(true);
    }
  });

  test('both were seen, many times', () => {
    expect(seen.held).toBeGreaterThan(4);
    expect(seen.lost).toBeGreaterThan(4);
  });
});

describe('a holder that stops believing by its own clock', () => {
  const seen = { kept: 0, gaveUp: 0, stale: 0, clean: 0 };

  /** Renews by the standard lock, and gives up a margin before its lease is over by its reckoning. */
  const own = (next: () => number): { readonly duel: Duel; readonly failed: number } => {
    const between = (low: number, high: number): number => Math.round(low + next() * (high - low));
    const ttl = between(500, 1500);
    const request = { timeout: between(40, 150), retries: between(0, 1), pause: between(0, 40) };
    const lock = {
      kind: 'standard',
      request,
      renewal: { kind: 'watchdog', interval: between(150, Math.round(ttl / 2)), pace: 'steady' },
      belief: { kind: 'until-deadline', margin: between(0, 200) },
      validity: { from: next() < 0.6 ? 'request' : 'reply' },
    };
    const drift = next() < 0.5 ? 0 : between(1, 20) / 100;
    const policies = { lock };
    const duel = { service: 'redis', policies, ttl, drift, stop: null, way: 0.25, write: between(0, 120) };
    return { duel, failed: between(0, 1) };
  };

  test.each(SEEDS)('with numbers %i: keeps its key with margin left, and else gives it up', (seed) => {
    const { duel, failed } = own(randomSequence(1000 + seed));
    const figures = figuresOf(duel, failed);
    const { firstMarginMs, limit } = worstCase(figures);
    if (Math.abs(firstMarginMs) < BLUR || limit === 'lease') return;
    const { entries, handledMs } = playWorst(duel, figures);
    const stopped = entries.find(
      ({ ev, actor, held }) => ev === 'believe' && actor === 'A' && held === false,
    );
    if (firstMarginMs > 0) {
      seen.kept += 1;
      expect(stopped === undefined || stopped.t / 1000 > handledMs).toBe(true);
    } else {
      seen.gaveUp += 1;
      // Counted from a late answer, its own deadline may come after the end of the lease.
      const refused = figures.countsFrom === 'reply' ? ['renewal-refused'] : [];
      expect(['deadline', ...refused]).toContain(stopped?.reason);
    }
  });

  test.each(SEEDS)('with numbers %i: cut off, its last write is stale as the page says', (seed) => {
    const { duel } = own(randomSequence(2000 + seed));
    const figures = figuresOf(duel, 0);
    const { beliefMarginMs } = worstCase(figures);
    if (beliefMarginMs === null || Math.abs(beliefMarginMs) < BLUR) return;
    const { faults, atMs } =
      figures.countsFrom === 'reply' ? lateGrant(figures, duel.way) : { faults: [], atMs: 2 * duel.way };
    const cut = { kind: 'partition', between: ['A', 'lock'], at: atMs + NEAR / 2 };
    const { isStale } = play({ ...duel, faults: [...faults, cut] });
    if (beliefMarginMs > 0) seen.clean += 1;
    else seen.stale += 1;
    expect(isStale).toBe(beliefMarginMs < 0);
  });

  test('a stop that is longer than that at its end is caught by none of this', () => {
    const policies = {
      lock: {
        kind: 'standard',
        renewal: { kind: 'watchdog', interval: 300 },
        belief: { kind: 'until-deadline', margin: 100 },
      },
    };
    const duel = { service: 'redis', policies, ttl: 1000, way: 0.25, write: 1, drift: 0, stop: null };
    const { beliefMarginMs } = worstCase(figuresOf(duel, 0));
    const cut = { kind: 'partition', between: ['A', 'lock'], at: 1 };
    // Paused just before it would have stopped: it writes before it looks at its clock.
    const stale = (ms: number): boolean =>
      play({ ...duel, faults: [cut], stop: { at: 899, for: ms } }).isStale;
    expect(stale((beliefMarginMs ?? 0) - 2 * WRITES_EVERY)).toBe(false);
    expect([0, 1, 2, 3, 4, 5, 6, 7].some((more) => stale(130 + more))).toBe(true);
  });

  test('all were seen, many times', () => {
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2);
  });
});

describe('a holder that does not renew', () => {
  test.each([
    [700, 100, 120, 60, 0],
    [700, 100, 150, 40, 0.1],
    [500, 300, 90, 100, 0],
    [500, 300, 200, 100, 0],
    [500, 380, 60, 40, 0.2],
  ])(
    'TTL %i, work %i, stop %i, way of a write %i, drift %d: its write is stale or not',
    (ttl, work, stop, write, drift) => {
      const policies = { renewal: { kind: 'none' } };
      const duel = { service: 'lease-manager', policies, ttl, work, write, drift, way: 20 };
      const figures = figuresOf({ ...duel, stop: { at: 100, for: stop } }, 0);
      const { marginMs, usedMs, survives } = worstCase(figures);
      expect(survives).toBeNull();
      const { isStale, entries } = play({ ...duel, stop: { at: 45, for: stop } });
      expect(isStale).toBe(marginMs <= 0);
      const granted = entries.find(({ ev }) => ev === 'grant')!;
      const written = entries.find(({ ev, client }) => ev === 'write' && client === 'A')!;
      expect((written.t - granted.t) / 1000).toBeCloseTo(usedMs, 1);
    },
  );
});

describe('what has no bound', () => {
  const PLAIN = figuresOf(
    {
      service: 'lease-manager',
      policies: { renewal: { kind: 'watchdog' } },
      ttl: 900,
      way: 5,
      write: 5,
      drift: 0,
      stop: null,
    },
    1,
  );

  test('a renewal that hangs, where the next one waits for its answer', () => {
    const hangs: Figures = { ...PLAIN, renewing: 'after-answer', timeout: null };
    expect(worstCase(hangs)).toMatchObject({ usedMs: Infinity, marginMs: -Infinity, survives: 0 });
    expect(worstCase({ ...hangs, timeout: 50 }).marginMs).toBeGreaterThan(0);
  });

  test('a renewal that failed, where that ends all of them', () => {
    expect(worstCase({ ...PLAIN, stopsAtFirstError: true })).toMatchObject({ usedMs: Infinity, survives: 0 });
  });

  test('the third renewal at a third of the TTL is too late', () => {
    expect(PLAIN.interval).toBe(300);
    expect(worstCase(PLAIN).survives).toBe(1);
    expect(worstCase({ ...PLAIN, failed: 2 }).marginMs).toBeLessThanOrEqual(0);
  });
});
