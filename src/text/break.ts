import { counted, list, number } from './prove-parts.ts';

const faults = (count: number): string => (count === 0 ? 'no fault' : counted(count, 'fault'));
const upTo = (count: number): string => (count === 0 ? 'without a fault' : `with up to ${faults(count)}`);

/** Words of the page on which somebody breaks a scenario by hand, and of the bar while it is done; in English. */
export const breakText = {
  strange: (parts: readonly string[]) =>
    `In the link, ${list(parts.map((part) => `"${part}"`))} ${parts.length === 1 ? 'is' : 'are'} not understood of what is to be broken. What is usual stands there.`,
  goal: 'What is to be broken',
  goals: {
    corrupted: 'No stale write is accepted, no update is lost',
    refused: 'No rightful write is refused',
    leases: 'Leases do not overlap, only owners end them, tokens rise',
    blocked: 'Every wait ends, no lease leaks',
  },
  most: ['Search up to', 'faults in all'],
  start: 'Start',
  startAgain: 'Start again',
  startNote: (own: number): string =>
    own === 0
      ? 'The picture opens; the scenario has no faults of its own.'
      : `The picture opens without the ${own === 1 ? 'fault' : `${String(own)} faults`} of the scenario.`,
  howShort: 'How to place a fault, and what counts',
  how: 'Place a fault with "Change" below the picture (E), or by a right click on a lane or a message; or choose step by step under "What next". A fault that is placed can be dragged.',
  counts:
    'Counted: each pause, crash, lost message and late delivery, whether set at a time or chosen step by step, and every other fault or act by hand. What ends a pause or brings back a crashed client is not, nor what never strikes: after the end of the run, or of a message that is never sent.',
  par: 'Par',
  parIs:
    'The par is the least number of faults with which any schedule breaks it, among pauses, late deliveries, lost messages and crashes at any moment. It is searched for while you play.',
  level: (count: number) => faults(count),
  levels: {
    waiting: 'waits',
    running: (done: number, all: number) => `searching, ${String(done)} of ${String(all)} budgets`,
    none: 'no schedule breaks it',
    cut: 'not decided within the bounds of the search',
    failed: 'the search broke down',
    broken: 'a schedule breaks it',
  },
  caption: 'The search, by the number of faults',
  /** The par in few words. */
  parWords: {
    known: (count: number) => `par ${String(count)}`,
    atMost: (count: number) => `par ${String(count)} or less`,
    searching: (excluded: number) =>
      excluded === 0 ? 'par: searching' : `par: more than ${String(excluded - 1)}, searching`,
    none: (most: number) => `no schedule with up to ${faults(most)}`,
    undecided: 'par not decided',
    failed: 'par not searched',
    brokeDown: 'par not searched: the search broke down',
  },
  parSays: {
    known: (count: number) =>
      count === 0
        ? 'It breaks without any fault.'
        : `It can be broken with ${faults(count)}, and not with fewer: every schedule with fewer was looked into.`,
    pending: (count: number) =>
      `It can be broken with ${faults(count)}. Schedules with fewer are still being searched.`,
    cut: (count: number) =>
      `It can be broken with ${faults(count)}. Whether fewer suffice is not known: the search was cut off at its bounds.`,
    failedBelow: (count: number, why: string) =>
      `It can be broken with ${faults(count)}. Whether fewer suffice is not known: the search with fewer broke down: ${why}`,
    searching: (excluded: number) =>
      excluded === 0 ? 'Searching.' : `Searching. No schedule ${upTo(excluded - 1)} breaks it.`,
    none: (most: number) =>
      `It cannot be broken ${upTo(most)}: every schedule within these bounds was looked into, and none breaks it.`,
    undecided: (excluded: number) =>
      excluded === 0
        ? 'Not decided: the search was cut off at its bounds and found nothing until then.'
        : `Not decided. No schedule ${upTo(excluded - 1)} breaks it; beyond that the search was cut off at its bounds and found nothing until then.`,
    problem: (where: string, what: string) => `This scenario cannot be explored: ${where} ${what}.`,
    failed: (why: string) => `The search broke down: ${why}`,
  },
  states: (count: number) => `${counted(count, 'state')} in all.`,
  /** What the bounds of the searches were. */
  within: (most: number) =>
    `Within: ${most === 0 ? 'no fault at all' : `up to ${faults(most)} in all, each a pause of any length, a late delivery, a lost message or a crash, at any moment`}. The scenario's own faults do not strike. The parameters as they are set now.`,
  bar: 'Break it yourself',
  aim: (goal: string) => `Break: ${goal.charAt(0).toLowerCase()}${goal.slice(1)}`,
  /** `idle`: how many of them never strike. */
  placed: (count: number, idle: number) =>
    `${counted(count, 'fault')} placed${idle === 0 ? '' : ` (${number(idle)} never ${idle === 1 ? 'strikes' : 'strike'})`}`,
  chosen: (count: number) => `${counted(count, 'fault')} chosen step by step`,
  status: {
    nothing: 'Not broken yet.',
    not: (outcome: string) => `Not broken: the run is ${outcome}.`,
    broken: (count: number) => `Broken ${count === 0 ? 'without a fault' : `with ${faults(count)}`}.`,
    cannotPlay: 'This run cannot be played.',
  },
  compared: {
    par: 'That is the par.',
    above: (par: number) => `The par is ${String(par)}.`,
    atMost: (par: number) => `A schedule with ${faults(par)} is known.`,
    below: (par: number) => `A schedule with ${faults(par)} is known; yours has fewer.`,
    searching: 'The par is still being searched.',
    none: (most: number) => `The search found none with up to ${faults(most)} of the kinds that it tries.`,
    beyond: (count: number) =>
      `${number(count)} of ${count === 1 ? 'your faults is of a kind' : 'your faults are of kinds'} that the par does not try, so the two do not compare.`,
    given: 'This is the schedule that the search found.',
  },
  longer: (end: string) => `The schedule that is known takes longer than this run, which ends at ${end}.`,
  runUntil: (end: string) => `Run until ${end}`,
  undo: 'Undo last',
  giveUp: 'Give up: show a shortest schedule',
  giveUpShort: 'Give up',
  noneToShow: {
    searching: 'No schedule that breaks it is known yet',
    none: 'There is none to show',
    broken: 'It is broken already',
  },
  tryAgain: 'Try again',
  end: 'End',
  endTitle: 'Back to the page; what was placed stays, and undo takes it back',
  ended: (count: number) =>
    `The picture keeps the ${count === 1 ? 'fault that was' : `${number(count)} faults that were`} placed. Undo there takes ${count === 1 ? 'it' : 'them'} back.`,
  list,
} as const;
