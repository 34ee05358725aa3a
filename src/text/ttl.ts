import { counted, number } from './prove-parts.ts';
import { oneIn } from './map-parts.ts';

/** `keeps corruption under 1 in 100, upper end of the 95 % interval included` */
const keeps = (chance: number): string =>
  `keeps corruption under ${oneIn(chance)}, upper end of the 95 % interval included`;

const stretch = (first: string, last: string): string =>
  first === last ? `${first} does` : `those from ${first} to ${last} do`;

/** Words of the question for a TTL, in English. */
export const ttlText = {
  draw: 'Find the TTL',
  noTtl:
    'No parameter of this configuration is a TTL. Open a scenario that has one, such as "A paused holder comes back".',
  tried: 'TTLs tried',
  target: 'Corrupted in at most 1 run in',
  notOne: (target: string) =>
    `must be a parameter that is a TTL in this configuration, and "${target}" is none`,
  answer: {
    found: (chance: number, ttl: string) => `From ${ttl} on every TTL tried ${keeps(chance)}.`,
    last: (chance: number, ttl: string) => `The longest TTL tried, ${ttl}, ${keeps(chance)}; no other does.`,
    only: (chance: number, ttl: string) => `The one TTL tried, ${ttl}, ${keeps(chance)}.`,
    /** Shorter ones do too, but one between does not. */
    before: (first: string, last: string, bad: string) =>
      `${stretch(first, last)} too, but ${bad} does not. That may be noise: more runs at each TTL tell.`,
    /** None from which on all do. */
    notToEnd: (chance: number, first: string, last: string, bad: string) =>
      `There is no TTL tried from which on every one ${keeps(chance)}: ${stretch(first, last)}, but ${bad}, which is longer, does not. That may be noise: more runs at each TTL tell.`,
    fewValues: (count: number) =>
      `${counted(count, 'measured value')} ${count === 1 ? 'says' : 'say'} nothing of longer pauses; the interval covers the number of runs only.`,
    takeover: (median: string, p95: string) =>
      `A takeover then takes ${median} in the median, ${p95} at the 95th percentile.`,
    noTakeover: 'No takeover was seen at this TTL.',
    takeoverWaits: 'What a takeover then takes is being measured.',
    takeoverNot: 'What a takeover then takes could not be measured.',
    none: (chance: number, from: string, to: string) =>
      `No TTL tried from ${from} to ${to} ${keeps(chance)}.`,
    least: (runs: number, chance: number, best: string) =>
      `The lowest upper end is ${best}. It takes at least ${counted(runs, 'run')} at each TTL, none of them corrupted, to show less than ${oneIn(chance)}.`,
    tooFew: (runs: number, least: number, chance: number) =>
      `${counted(runs, 'run')} at each TTL are too few: to show less than ${oneIn(chance)} it takes ${number(least)}, even if none of them is corrupted.`,
    tooRare: (chance: number, most: number) =>
      `That is more than the ${number(most)} runs that can be played at each TTL: less than ${oneIn(chance)} cannot be shown here.`,
    first: (from: string) =>
      `That is the smallest that was tried: a shorter one, under ${from}, may do as well.`,
    waits: 'The answer stands once every TTL was played.',
  },
  plots: {
    chance: 'Chance of a corrupted run',
    takeover: 'Takeover time',
    median: 'median',
    p95: '95th percentile',
    target: (chance: number) => `target ${oneIn(chance)}`,
    root: 'The scale of chances is a square root, so that small ones can be told apart.',
  },
  picture: 'Chance of corruption and takeover time by TTL',
  slider: 'TTL looked at',
  keys: 'Arrow keys or a click choose a TTL; Enter or a second click opens its shortest corrupted run, or another where there is none.',
  now: 'as it is now',
  point: (ttl: string) => `TTL ${ttl}`,
  takeover: (count: number, runs: number, median: string, p95: string) =>
    `takeover in ${median} in the median, ${p95} at the 95th percentile, of ${counted(count, 'takeover')} seen in ${counted(runs, 'run')}`,
  noTakeover: 'no takeover',
  takeoverNotYet: 'takeover not measured yet',
  noCorrupted: 'No run at this TTL was corrupted.',
  nobodyElse:
    'In none of these runs was the key granted to somebody else while its holder was stopped: nobody asked in time, or it was not free yet.',
  notYet: 'not played yet',
  apply: (ttl: string) => `Set the TTL of the scenario to ${ttl}`,
  applied: (ttl: string) => `The TTL of the scenario is ${ttl}.`,
  columns: {
    ttl: 'TTL',
    chance: 'Corrupted',
    interval: '95 % interval',
    median: 'Takeover, median',
    p95: '95 %',
  },
  table: 'Every TTL',
  takeoversFailed: (why: string) => `Takeover times could not be measured, a worker broke down: ${why}`,
  takeoversProblem: (why: string) => `Takeover times could not be measured: ${why}.`,
  takeoverOf: {
    crash:
      'Takeover times are those of a holder that stops for good when its pause would begin, from there to the next grant to somebody else, in runs of their own.',
    same: 'Takeover times are measured in the same runs, from the stop of a holder to the next grant to somebody else.',
    waits:
      'They include the time until somebody asks for the key. A takeover after the end of a run is not seen, and not counted.',
  },
  assumes: [
    'The chances are those of this model with these distributions, nothing more.',
    'If pauses in production are heavier than what is drawn here, no TTL is safe: a TTL makes corruption rarer, it never rules it out. Only a fence at the store does.',
  ],
};
