import type { Figures, Renewing } from '../scenarios/budget/figures.ts';
import type { WorkGap } from '../scenarios/budget/script-figures.ts';
import type { Budget, PartName } from '../scenarios/budget/worst-case.ts';

/** A length in the unit that suits it: `14 s`, `250 ms`, `3.333 s`. */
const length = (ms: number): string => {
  const size = Math.abs(ms);
  if (size >= 1000) return `${digits(ms / 1000)} s`;
  return ms === 0 ? '0 s' : `${digits(size >= 10 ? Math.round(ms) : ms)} ms`;
};
const digits = (value: number): string => String(Math.round(value * 1000) / 1000);
const percent = (part: number): string => `${String(Number((part * 100).toFixed(4)))} %`;
const times = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${String(count)} times`;
const renewals = (count: number): string => `${String(count)} failed ${count === 1 ? 'renewal' : 'renewals'}`;

/** Words of one client's times against its TTL, in English. */
export const budgetText = {
  length,
  percent,
  client: 'Client',
  fields: {
    ttl: 'TTL',
    interval: 'Renewal interval',
    failed: 'Failed renewals in a row',
    timeout: 'Request time-out',
    retries: 'Requests sent again',
    backoff: 'First back-off',
    factor: 'Back-off grows by',
    cap: 'Longest back-off',
    way: 'Longest way to the service',
    work: 'Grant to last write',
    write: 'Longest way of a write',
    drift: 'Clock slower by up to',
    stop: 'Longest stop to survive',
    margin: 'Safety margin',
  },
  groups: { lease: 'Lease and renewal', requests: 'Requests', faults: 'Clocks and stops', belief: 'Belief' },
  marks: {
    scenario: 'from the scenario',
    module: 'of the lock module',
    assumed: 'assumed',
    typed: 'typed',
  },
  /** Instead of the mark, where something typed stands in for it. */
  takeBack: 'take back',
  takeBackLabel: (field: string) => `Take back: ${field}`,
  takeAllBack: 'Take back all that is typed',
  none: 'none',
  noneNote: 'without one it waits for ever',
  expected: {
    time: (min: string, max: string) => `A length such as 250 ms or 1.5 s, from ${min} to ${max}.`,
    count: (min: string, max: string) => `A whole number from ${min} to ${max}.`,
    part: (min: string, max: string) => `Per cent, from ${min} to ${max}.`,
    factor: (min: string, max: string) => `A number from ${min} to ${max}.`,
  },
  renewing: 'Renews',
  renewings: {
    none: 'not at all',
    steady: 'at each interval',
    'after-answer': 'after each answer',
  } satisfies Readonly<Record<Renewing, string>>,
  believing: 'Believes',
  believings: {
    'until-told': 'until it is told',
    'until-deadline': 'until its deadline',
  },
  headline: ({ marginMs }: Budget): string => {
    if (marginMs === -Infinity) return 'No bound';
    if (marginMs > 0) return `${length(marginMs)} left`;
    return marginMs === 0 ? 'Nothing left' : `Overdrawn by ${length(-marginMs)}`;
  },
  bar: {
    caption: (client: string) => `Worst case of ${client} against its TTL`,
    leaseEnds: (ms: number) => `Lease ends: ${length(ms)}`,
    stops: (ms: number) => `Stops believing: ${length(ms)}`,
    start: (renewing: Renewing) => (renewing === 'none' ? 'Granted' : 'Renewed at the service'),
    left: 'Left',
    over: 'Too late by',
    endless: 'without end',
    ttl: 'TTL',
    total: 'Worst case',
    part: 'Part',
    lengthColumn: 'Length',
  },
  /** What a part is, and how its length comes about. */
  part: (name: PartName, figures: Figures): readonly [string, string] => {
    const { failed, interval, retries, timeout, drift, stop, renewing } = figures;
    switch (name) {
      case 'answer':
        return renewing === 'none'
          ? [
              'The grant is on its way',
              timeout === null ? 'the way from the service' : 'answered at the last moment',
            ]
          : [
              'The last renewal is answered',
              timeout === null ? 'the way from the service' : 'at the last moment',
            ];
      case 'interval':
        return ['Renewal interval', failed === 0 ? '' : `${String(failed + 1)} × ${length(interval)}`];
      case 'failed':
        return [
          'Renewals that fail',
          timeout === null || figures.stopsAtFirstError ? 'no renewal follows' : 'each with all its requests',
        ];
      case 'again':
        return ['Requests that time out', `${String(retries)} × ${length(timeout ?? 0)}`];
      case 'backoff':
        return ['Back-off between them', ''];
      case 'request':
        return [
          'The request that arrives',
          timeout === null ? 'the way to the service' : 'handled as it times out',
        ];
      case 'work':
        return ['Work until the last write', ''];
      case 'write':
        return ['The write is on its way', ''];
      case 'drift':
        return ['Clock drift', `${percent(drift)} of what the client measures`];
      case 'stop':
        return ['Stop of the process', stop > 0 ? 'once, at the worst moment' : ''];
    }
  },
  review: 'For the review',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The clipboard is not available here. The sentence can be selected and copied.',
  /** The sentence that a reviewer would write. */
  sentence,
  holds: {
    heading: 'What that says',
    yes: 'holds',
    no: 'does not hold',
    limit: 'limit',
  },
  survives: ({ survives }: Budget): string => {
    if (survives === null) return '';
    if (survives < 0)
      return 'The lease does not survive: even with no renewal failed the next one may come too late.';
    if (survives === 0) return 'The lease survives renewals that are late, and no failed one.';
    return `The lease survives ${renewals(survives)} in a row, not ${String(survives + 1)}.`;
  },
  first: ({ firstMarginMs }: Budget): string =>
    firstMarginMs > 0
      ? `The first renewal, whose interval begins with the grant's answer, has ${length(firstMarginMs)} left.`
      : `The first renewal may come too late: its interval begins with the grant's answer, which may be late itself. That overdraws by ${length(-firstMarginMs)}.`,
  belief: (client: string, figures: Figures, budget: Budget): string => {
    const { believing, isTold, margin, write, renewing } = figures;
    if (believing === 'until-told') {
      return isTold && renewing !== 'none'
        ? `Cut off from the service, ${client} believes on past the end of its lease, until a renewal is refused.`
        : `Cut off from the service, ${client} believes on past the end of its lease. Nothing tells it of the loss.`;
    }
    const { stopsMs, beliefMarginMs } = budget;
    const at = length(stopsMs ?? 0);
    const left = beliefMarginMs ?? 0;
    return left > 0
      ? `Cut off from the service, ${client} stops believing ${at} after the lease was given its TTL; a write sent just before is applied ${length(left)} before the lease ends.`
      : `Cut off from the service, ${client} stops believing ${at} after the lease was given its TTL; a write sent just before is applied ${length(-left)} after the lease ended. A safety margin of ${length(margin)} does not cover drift, late answers and a way of ${length(write)}.`;
  },
  stop: (client: string, { believing }: Figures, { longestStopMs, beliefMarginMs }: Budget): string => {
    const cut =
      believing === 'until-deadline'
        ? Math.max(0, Math.min(beliefMarginMs ?? 0, longestStopMs))
        : longestStopMs;
    const least = cut > 0 ? `A stop of ${length(cut)} or more` : 'Any stop';
    return `${least} at the worst moment outlasts the lease, and no number here catches it: ${client} writes before it looks at its clock. Only a fence at the store refuses that write.`;
  },
  notes: {
    workLacks: (gaps: readonly WorkGap[]) =>
      `"Grant to last write" leaves out ${gaps.map((gap) => LACKS[gap]).join(' and ')}, so that it is not from the scenario but assumed.`,
    byHand: (client: string) => `What the script of ${client} renews by hand is not counted.`,
    crowded:
      'The waits of one renewal are longer than four intervals: the watchdog gives the oldest up by then, so its last requests are never sent.',
    allowance: (ms: number) => `Of the TTL the service's own rule takes off ${length(ms)} for clocks.`,
    late: (ms: number) => `It acts on the news of a loss ${length(ms)} late.`,
    assumes:
      'Assumed: a request is lost as often as it is sent again, the last one is handled just before it times out, and the process stops once. Work takes true time, whatever the clock says.',
  },
  putBack: 'Put into the scenario',
  putBackNote: (fields: readonly string[]) =>
    fields.length === 0
      ? ''
      : `Stays here: ${fields.join(', ')}. The scenario has no place for it, or does not take this number.`,
  strange: (parts: readonly string[]) =>
    `In the link, ${parts.map((part) => `"${part}"`).join(', ')} in "budget" ${parts.length === 1 ? 'is' : 'are'} not understood. The scenario's own numbers stand there.`,
  problems: {
    'no-holder': 'In this configuration no client takes a lock that lasts for a TTL.',
    'no-client': (client: string) => `"${client}" takes no lock in this scenario.`,
    problem: (what: string) => `The scenario as it is changed now cannot be read: ${what}.`,
  },
  firstClient: 'Show the first client that does',
};

function sentence(client: string, figures: Figures, budget: Budget): string {
  const { ttl, interval, failed, renewing } = figures;
  const { usedMs, limitMs, marginMs, limit } = budget;
  if (renewing === 'none') {
    const from = `${client} holds a lease of ${length(ttl)} and does not renew it.`;
    const late =
      marginMs > 0 ? `${length(marginMs)} before` : marginMs === 0 ? 'as' : `${length(-marginMs)} after`;
    const rest = marginMs > 0 ? 'it ends' : 'its lease ended';
    return `${from} At worst${set(under(figures))}, its last write is applied ${length(usedMs)} after the grant, ${late} ${marginMs === 0 ? 'it ends' : rest}.`;
  }
  const pace =
    renewing === 'steady' ? ` every ${length(interval)}` : `, ${length(interval)} after each answer`;
  const from = `${client} renews its lease of ${length(ttl)}${pace}.`;
  const before = failed === 0 ? '' : ` after ${renewals(failed)}`;
  if (!Number.isFinite(usedMs))
    return `${from}${before === '' ? '' : ` A${before.slice(2)}`} nothing renews it any more: there is no bound.`;
  const worst = `At worst${set([before, under(figures)].filter((words) => words !== '').join(' and'))}`;
  if (limit === 'own-deadline') {
    return marginMs > 0
      ? `${from} ${worst}, it knows of the next renewal ${length(usedMs)} after the last one, ${length(marginMs)} before it would stop believing.`
      : `${from} ${worst}, it knows of the next renewal ${length(usedMs)} after the last one, but stops believing after ${length(limitMs)}: ${givenUp(figures, budget)}.`;
  }
  if (marginMs > 0)
    return `${from} ${worst}, the service extends it again ${length(usedMs)} after the last time, ${length(marginMs)} before it ends.`;
  return `${from} ${worst}, the service would extend it again only ${length(usedMs)} after the last time, ${length(-marginMs)} after its lease ended: somebody else can hold the key by then while ${client} still believes.`;
}

/** What comes of a deadline of its own that passes before the holder knows of its next renewal. */
function givenUp({ stop, write }: Figures, { marginMs, beliefMarginMs }: Budget): string {
  const left = beliefMarginMs ?? 0;
  if (left <= 0)
    return `it gives the lock up too late, as a write sent just before takes up to ${length(write)} and is stale`;
  if (marginMs + stop > 0)
    return 'the stop can outlast its check, as it writes before it looks at its clock, and a write after the stop can be stale';
  return 'it gives the lock up, and nothing goes stale by that';
}

const LACKS: Readonly<Record<WorkGap, string>> = {
  rounds: 'all rounds but one of a loop without end',
  instant: 'the wait for a set time of the run',
  acquire: 'the wait for a lock that it asks for meanwhile',
};

/** Between commas, where there is anything. */
function set(words: string): string {
  return words === '' ? '' : `,${words}`;
}

/** What is taken to happen in the worst case: requests, clock, stop. */
function under({ renewing, timeout, retries, drift, stop }: Figures): string {
  const parts = [
    ...(timeout !== null && retries > 0 && renewing !== 'none'
      ? [`requests that time out after ${length(timeout)} and are sent again ${times(retries)}`]
      : timeout !== null
        ? [`requests that take up to ${length(timeout)}`]
        : []),
    ...(drift > 0 ? [`a clock that is ${percent(drift)} slow`] : []),
    ...(stop > 0 ? [`a stop of ${length(stop)}`] : []),
  ];
  if (parts.length === 0) return '';
  const last = parts.at(-1) ?? '';
  return ` with ${parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`}`;
}
