import type { ExplorationProgress, ExplorationResult } from '../engine/explore/exploration.ts';
import type { PropertyResult } from '../engine/explore/properties.ts';
import type { FaultBudget } from '../engine/faults.ts';
import { counted, list, number } from './prove-parts.ts';

/** What each property says, and what it is called where it is broken. */
const properties: Readonly<Record<string, { readonly name: string; readonly broken: string }>> = {
  'no-stale-write': {
    name: 'No store accepts a stale write after the key was granted again',
    broken: 'stale write accepted',
  },
  'no-lost-update': { name: 'No update is lost', broken: 'lost update' },
  'no-rightful-write-rejected': { name: 'No rightful write is refused', broken: 'rightful write refused' },
  'tokens-rise': { name: 'Tokens rise with every grant', broken: 'token regression' },
  'leases-disjoint': { name: 'No two leases for one key overlap', broken: 'overlapping leases' },
  'only-owners-release': { name: 'Only its owner ends a lease', broken: 'wrong release' },
  'zombie-writes': { name: 'A client writes after its lease is over', broken: '' },
  'write-accepted': { name: 'A store accepts a write', broken: '' },
  'waiter-served': { name: 'Every wait ends', broken: 'a wait without end' },
  'no-leaked-lease': { name: 'No lease stays when its client is gone', broken: 'leaked lease' },
  'no-duplicate-work': { name: 'No unit of work takes effect twice', broken: 'duplicate work' },
};

const faultWords = (budget: FaultBudget): string => {
  const { pause, crash, lose, late } = budget;
  const parts = [
    ...(pause > 0 ? [counted(pause, 'pause')] : []),
    ...(crash > 0 ? [counted(crash, 'crash', 'crashes')] : []),
    ...(lose > 0 ? [counted(lose, 'lost message')] : []),
    ...(late > 0 ? [counted(late, 'late delivery', 'late deliveries')] : []),
  ];
  return parts.length === 0 ? 'no fault' : list(parts);
};

/** Words of what is asked of all schedules, in English. */
export const proveText = {
  strange: (parts: readonly string[]) =>
    `In the link, ${list(parts.map((part) => `"${part}"`))} in "prove" ${parts.length === 1 ? 'is' : 'are'} not understood. What is usual stands there.`,
  budget: 'What may happen, at most',
  fields: {
    pause: ['Pauses', 'of any length, at any moment'],
    crash: ['Crashes', 'of a client, which may come back'],
    lose: ['Lost messages', 'any message'],
    late: ['Late deliveries', 'messages that a later event passes over'],
    states: ['States at most', 'then it is cut off'],
    megabytes: ['Memory at most, MB', 'for each exploration'],
  },
  range: (min: number, max: number) => `A whole number from ${number(min)} to ${number(max)}.`,
  keepsFaults: ["The scenario's own faults strike as well", 'else the budget takes their place'],
  pausedHolder: [
    'The stale writer must have been paused',
    'a stale write counts only if its writer was paused when its lease ended',
  ],
  howFar: 'How far to look',
  reset: 'Reset',
  start: 'Explore',
  again: 'Explore again',
  explored: 'Explored',
  cancel: 'Cancel',
  views: { one: 'One at a time', matrix: 'Matrix' },
  view: 'What is explored',
  notAsked: 'Nothing was explored yet with this budget.',
  progress: {
    heading: 'So far',
    states: 'States',
    rate: 'States a second',
    frontier: 'Not looked into yet',
    depth: 'Steps deep',
    memory: 'Memory',
    seconds: 'Time',
    count: number,
    of: (bytes: number, most: number) =>
      `${number(Math.ceil(bytes / 1_000_000))} of ${number(Math.round(most / 1_000_000))} MB`,
    s: (seconds: number) => `${seconds.toFixed(1)} s`,
  },
  said: {
    running: 'Exploring.',
    stopping: 'Stopping.',
  },
  says,
  /** The headline of a result: no more than was shown. */
  headline: (broken: number, complete: boolean): string => {
    if (broken > 0) return broken === 1 ? 'It can be broken' : `It can be broken in ${String(broken)} ways`;
    return complete ? 'No schedule within these bounds breaks it' : 'Not decided';
  },
  lookedInto: (configuration: string, { states, transitions, depth }: ExplorationProgress, seconds: number) =>
    `${configuration}: ${counted(states, 'state')} and ${counted(transitions, 'step')} between them, up to ${counted(depth, 'step')} deep, in ${seconds.toFixed(1)} s.`,
  bounds: (budget: FaultBudget, keepsFaults: boolean) =>
    `Within: ${faultWords(budget) === 'no fault' ? 'no fault at all' : `at most ${faultWords(budget)}`}, at any moment. The scenario's own faults ${keepsFaults ? 'strike as well' : 'do not strike'}.`,
  values: 'The parameters as they are set now; other values are not covered.',
  complete: 'Complete: every schedule within these bounds was looked into.',
  cut: ({ cutBy, bounds, frontier }: Pick<ExplorationResult, 'cutBy' | 'bounds' | 'frontier'>): string => {
    const left = `${counted(frontier, 'state')} that had been found ${frontier === 1 ? 'was' : 'were'} not looked into.`;
    switch (cutBy) {
      case 'states':
        return `Cut off once ${counted(bounds.maxStates ?? 0, 'state')} had been found: ${left}`;
      case 'memory':
        return `Cut off at ${number(Math.round(bounds.maxBytes / 1_000_000))} MB of memory: ${left}`;
      case 'cancelled':
        return `Cancelled: ${left}`;
      case 'counterexample':
        return 'Ended at the first counterexample, which is a shortest one.';
      case null:
        return proveText.complete;
    }
  },
  /** With `pausedHolder` a stale write is one of a writer that was paused when its lease ended. */
  property: (name: string, pausedHolder: boolean) =>
    name === 'no-stale-write' && pausedHolder
      ? 'No store accepts a stale write of a client that was paused when its lease ended, after the key was granted again'
      : (properties[name]?.name ?? name),
  broken: (name: string) => properties[name]?.broken ?? name,
  table: 'What was looked at',
  status: ({ kind, status }: PropertyResult): string => {
    if (kind === 'sometimes') {
      return { holds: 'reached', fails: '', 'never-reached': 'never reached', open: 'not reached so far' }[
        status
      ];
    }
    return { holds: 'holds', fails: 'fails', 'never-reached': '', open: 'not decided' }[status];
  },
  findings: 'Shortest counterexamples',
  length: (length: number, cycle: number): string =>
    cycle === 0 ? counted(length, 'step') : `${counted(length, 'step')}, the last ${String(cycle)} for ever`,
  /** An instant or a length, to the millisecond. */
  ms: (ms: number) => `${number(Math.round(ms) / 1000)} s`,
  /** Which faults lead there; null: none that stand at set times. */
  by: (faults: readonly string[] | null): string => {
    if (faults === null) return 'by a schedule: which event came first, step by step';
    return faults.length === 0 ? 'by no fault at all' : `by ${list(faults)}`;
  },
  open: 'Open in the timeline',
  openLabel: (broken: string) => `Open in the timeline: ${broken}`,
  steps: 'Every step',
  proves: {
    heading: 'What this says',
    noZombie:
      'No client wrote after its lease was over in any of these schedules. So nothing put the store to the test: the proof rests on the timing and on the budget, not on a fence.',
    fenced:
      'Clients did write after their leases were over, some perhaps before anybody else had the key. Once it had been granted again, no store accepted such a write.',
    notExclusion:
      'A fence orders the writes that a store accepts. It is not mutual exclusion: two clients may still believe that they hold the key, and work, at once.',
    noWrite: 'No store accepted a write in any of these schedules: the rest says little.',
    paused:
      'Only a writer that was paused when its lease ended counted as stale; other stale writes, such as late ones, were left out.',
    more: 'More faults, doubled messages, clocks that step and other values of the parameters are not covered.',
    open: 'What was not looked into may still break it.',
  },
  failed: {
    problem: 'This scenario cannot be explored:',
    crashed: (why: string) => `The worker broke down: ${why}`,
    unheard: 'It was stopped before it could say what it found.',
    soFar: (progress: ExplorationProgress | null) =>
      progress === null
        ? 'It had not told of any state yet.'
        : `Until then it had found ${counted(progress.states, 'state')}, up to ${counted(progress.depth, 'step')} deep. Whether one of them breaks a property is not known.`,
    advice: 'A smaller budget, or less memory at most, may come to an end.',
  },
  matrix: {
    caption: 'Shortest way to break each configuration, by budget',
    start: 'Fill the matrix',
    goOn: 'Go on',
    goal: 'What breaks it',
    goals: {
      corrupted: 'A stale write accepted or an update lost',
      refused: 'A rightful write refused',
      leases: 'Leases overlap, a wrong release or a token that goes back',
      blocked: 'A wait without end or a leaked lease',
    },
    groups: { none: 'and nothing else', late: 'and 1 late delivery', lose: 'and 1 lost message' },
    pauses: (count: number) => (count === 0 ? 'no pause' : counted(count, 'pause')),
    also: (crash: number) =>
      crash === 0
        ? 'Each budget is a bound: at most so many, at any moment. Without crashes.'
        : `Each budget is a bound: at most so many, at any moment, and up to ${counted(crash, 'crash', 'crashes')}.`,
    done: (done: number, all: number) => `${String(done)} of ${String(all)} cells`,
    workers: (count: number) => `on ${counted(count, 'worker')}`,
    cells: {
      none: 'none',
      noneTitle: 'No schedule within these bounds breaks it; all of them were looked into.',
      untested: 'no stale write tried',
      cut: 'open',
      cutTitle: (states: number) =>
        `Cut off at ${counted(states, 'state')} without a counterexample: not decided.`,
      failed: 'failed',
      waiting: 'waits',
      running: 'runs',
      empty: 'not explored',
      steps: (length: number) => counted(length, 'step'),
      open: (configuration: string, budget: FaultBudget, length: number) =>
        `${configuration}, ${faultWords(budget)}: broken in ${counted(length, 'step')}. Open in the timeline`,
    },
    legend:
      'A number of steps: the shortest schedule that breaks it; it opens in the timeline. None: every schedule within the bounds was looked into, and none breaks it. Open: cut off before that was known.',
  },
};

/** What a result means, and what it does not. */
function says(
  report: Pick<ExplorationResult, 'complete' | 'properties'>,
  pausedHolder: boolean,
): readonly string[] {
  const words = proveText.proves;
  const { complete, properties } = report;
  const is = (name: string, status: PropertyResult['status']): boolean =>
    properties.some((result) => result.name === name && result.status === status);
  const sentences: string[] = [];
  if (is('write-accepted', 'never-reached')) sentences.push(words.noWrite);
  if (is('zombie-writes', 'never-reached')) sentences.push(words.noZombie);
  if (is('zombie-writes', 'holds') && is('no-stale-write', 'holds') && !pausedHolder)
    sentences.push(words.fenced);
  if (pausedHolder) sentences.push(words.paused);
  if (is('no-stale-write', 'holds')) sentences.push(words.notExclusion);
  sentences.push(complete ? words.more : words.open);
  return sentences;
}
