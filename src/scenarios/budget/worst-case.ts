import type { Figures } from './figures.ts';

/** What takes up a part of a TTL. */
export type PartName =
  | 'answer'
  | 'interval'
  | 'failed'
  | 'again'
  | 'backoff'
  | 'request'
  | 'work'
  | 'write'
  | 'drift'
  | 'stop';

/** One part of the worst case, in the order in which they come; the drift of all clocks and the stop stand last. */
export interface Part {
  readonly name: PartName;
  /** True milliseconds. */
  readonly ms: number;
}

/** The worst case within these figures against the TTL. Times are true milliseconds from when the service gave the lease its TTL. */
export interface Budget {
  /** Parts that take time; endless ones have none, then `usedMs` is infinite. */
  readonly parts: readonly Part[];
  /** The latest moment at which the lease is extended again, or the last write is applied. */
  readonly usedMs: number;
  /** What that must come before: the end of the lease, or the moment at which the holder gives it up by itself. */
  readonly limitMs: number;
  readonly limit: 'lease' | 'own-deadline';
  /** What is left; below 0: overdrawn. With nothing left a lease is over. */
  readonly marginMs: number;
  /**
   * The same for the first renewal, whose interval begins with the grant's answer, which may be late itself. Equal to
   * the margin where nothing renews.
   */
  readonly firstMarginMs: number;
  /** How many failed renewals in a row leave something; -1: not even none; null: nothing renews. */
  readonly survives: number | null;
  /** When a holder that hears nothing more stops believing; null: it does not. */
  readonly stopsMs: number | null;
  /** What is left between its last write's being applied and the end of the lease; below 0: that write is stale. */
  readonly beliefMarginMs: number | null;
  /** A stop of this length or more at the worst moment outlasts the lease, or the holder's own deadline. */
  readonly longestStopMs: number;
}

/**
 * The worst case of a client. Of requests it is assumed that each may be lost as often as it is sent again, that its
 * last one is handled as late as its time-out, and that the answer that is waited for longest comes at the very end of
 * its wait; of renewals that `failed` in a row come to nothing; that the process stops once; and that the way of the
 * last good renewal to the service took no time.
 */
export function worstCase(figures: Figures): Budget {
  const counted = countedFor(figures, figures.failed);
  const lease = against(figures, counted.lease, figures.ttl);
  const own =
    counted.own === null ? null : against(figures, counted.own, stretched(figures, relied(figures)));
  const isOwn = own !== null && own.marginMs < lease.marginMs;
  const binding = isOwn ? own : lease;
  const firsts = [lease.marginMs - lateFor(figures, 'lease')];
  if (own !== null) firsts.push(own.marginMs - lateFor(figures, 'own-deadline'));
  const stopsMs = stopsAt(figures);
  return {
    ...binding,
    limit: isOwn ? 'own-deadline' : 'lease',
    firstMarginMs: Math.min(...firsts),
    survives: survivesOf(figures),
    stopsMs,
    beliefMarginMs: stopsMs === null ? null : figures.ttl - stopsMs - figures.write,
    longestStopMs: Math.max(0, binding.marginMs + figures.stop),
  };
}

interface Counted {
  /** Lengths that the client's clock measures, and those that it does not. */
  readonly parts: readonly (Part & { readonly isTrue?: true })[];
}

/** What comes before the service extends the lease again, and before the holder knows, where it gives up by itself. */
function countedFor(
  figures: Figures,
  failed: number,
): { readonly lease: Counted; readonly own: Counted | null } {
  const { renewing, believing, work, slept, write, way, timeout } = figures;
  const answer = answerOf(figures);
  if (renewing === 'none') {
    const asleep = Math.min(work, slept);
    const parts: Counted['parts'] = [
      answer,
      { name: 'work', ms: work - asleep, isTrue },
      { name: 'work', ms: asleep },
      { name: 'write', ms: write, isTrue },
    ];
    return { lease: { parts }, own: null };
  }
  const { retries, interval } = figures;
  const endless =
    failed > 0 && (figures.stopsAtFirstError || (renewing === 'after-answer' && timeout === null));
  const before: Counted['parts'] = [
    ...(renewing === 'after-answer' ? [answer] : []),
    { name: 'interval', ms: (failed + 1) * interval },
    ...(renewing === 'after-answer' && timeout !== null
      ? [{ name: 'failed', ms: failed * patienceOf(figures) } as const]
      : []),
    ...(endless ? [{ name: 'failed', ms: Infinity } as const] : []),
    { name: 'again', ms: timeout === null ? 0 : retries * timeout },
    { name: 'backoff', ms: backOffOf(figures) },
  ];
  const request: Counted['parts'][number] =
    timeout === null ? { name: 'request', ms: way, isTrue } : { name: 'request', ms: timeout };
  const known: Counted['parts'][number] =
    timeout === null ? { name: 'request', ms: 2 * way, isTrue } : { name: 'request', ms: timeout };
  return {
    lease: { parts: [...before, request] },
    own: believing === 'until-deadline' ? { parts: [...before, known] } : null,
  };
}

const isTrue = true;

function against(
  { drift, stop }: Figures,
  { parts }: Counted,
  limitMs: number,
): Pick<Budget, 'parts' | 'usedMs' | 'limitMs' | 'marginMs'> {
  const ownMs = parts.reduce((sum, part) => sum + (part.isTrue === true ? 0 : part.ms), 0);
  const all: readonly Part[] = [
    ...merged(parts),
    { name: 'drift', ms: drift === 0 ? 0 : (ownMs * drift) / (1 - drift) },
    { name: 'stop', ms: stop },
  ];
  const usedMs = all.reduce((sum, { ms }) => sum + ms, 0);
  const taken = all.filter(({ ms }) => ms > 0 && Number.isFinite(ms));
  return { parts: taken, usedMs, limitMs, marginMs: limitMs - usedMs };
}

/** Parts of one name are one part. */
function merged(parts: Counted['parts']): readonly Part[] {
  const byName = new Map<PartName, number>();
  for (const { name, ms } of parts) byName.set(name, (byName.get(name) ?? 0) + ms);
  return [...byName].map(([name, ms]) => ({ name, ms }));
}

/** How much of a TTL the holder relies on, by its own clock. */
function relied({ ttl, margin, allowance }: Figures): number {
  return Math.max(0, ttl - allowance - margin);
}

/** True time for a length that a slow clock measures. */
function stretched({ drift }: Figures, ms: number): number {
  return ms / (1 - drift);
}

function stopsAt(figures: Figures): number | null {
  if (figures.believing === 'until-told') return null;
  const { countsFrom, late } = figures;
  const from = countsFrom === 'reply' ? stretchedAnswer(figures) : 0;
  return from + stretched(figures, relied(figures) + late);
}

/** The longest that a grant or a renewal is on its way back after the service did it. */
function answerOf(figures: Figures): Counted['parts'][number] {
  return figures.timeout === null
    ? { name: 'answer', ms: figures.way, isTrue }
    : { name: 'answer', ms: patienceOf(figures) };
}

/** By how much the first renewal begins later than others: its interval counts from the grant's answer. */
function lateFor(figures: Figures, limit: Budget['limit']): number {
  const { renewing, timeout, way, countsFrom } = figures;
  // There the answer counts in every renewal, or nothing renews.
  if (renewing !== 'steady') return 0;
  if (limit === 'lease') return stretchedAnswer(figures);
  if (countsFrom === 'reply') return 0;
  return timeout === null ? 2 * way : stretchedAnswer(figures);
}

function stretchedAnswer(figures: Figures): number {
  const { ms, isTrue: asIs } = answerOf(figures);
  return asIs === true ? ms : stretched(figures, ms);
}

/** How long a request is waited for with all its repetitions; an answer to the first of them counts until then. */
export function patienceOf(figures: Figures): number {
  const { timeout, retries } = figures;
  return timeout === null ? Infinity : (retries + 1) * timeout + backOffOf(figures);
}

/** All waits before a request is sent again, together. */
function backOffOf({ timeout, retries, backoff, factor, cap }: Figures): number {
  if (timeout === null) return 0;
  let sum = 0;
  for (let tries = 0; tries < retries; tries += 1) {
    sum += factor === 1 ? backoff : Math.min(cap, backoff * factor ** tries);
  }
  return sum;
}

/** More failed renewals in a row are not looked for. */
const MOST_FAILED = 99;

function survivesOf(figures: Figures): number | null {
  if (figures.renewing === 'none') return null;
  for (let failed = 0; failed <= MOST_FAILED; failed += 1) {
    const { lease, own } = countedFor(figures, failed);
    const margins = [
      against(figures, lease, figures.ttl).marginMs,
      ...(own === null ? [] : [against(figures, own, stretched(figures, relied(figures))).marginMs]),
    ];
    if (Math.min(...margins) <= 0) return failed - 1;
  }
  return MOST_FAILED;
}
