import { counted, list, number } from './prove-parts.ts';
import { interval, percent, valueWords } from './map-parts.ts';

const faultNames: Readonly<Record<string, string>> = {
  pause: 'Pause',
  resume: 'Resumption',
  crash: 'Crash',
  restart: 'Restart',
  clock: 'Clock fault',
  partition: 'Cut',
  delay: 'Delay',
  refuse: 'Refusal',
  slow: 'Slow service',
  failover: 'Failover',
  split: 'Split',
  act: 'Act by hand',
};
const fieldNames: Readonly<Record<string, string>> = { at: 'start', for: 'length', by: 'by', rate: 'rate' };

/** Words that the safety map and the question for a TTL share, in English. */
export const sweepText = {
  /** A number of a fault, such as "Pause of A: length". */
  fault: (kind: string, struck: readonly string[], field: string): string => {
    const of = struck.length === 0 ? '' : ` of ${list(struck)}`;
    return `${faultNames[kind] ?? kind.replaceAll('-', ' ')}${of}: ${fieldNames[field] ?? field}`;
  },
  links: {
    others: (hasLinks: boolean) => (hasLinks ? 'Latency of all other links' : 'Latency of every link'),
    latency: (a: string, b: string) => `Link ${a} to ${b}: latency`,
    jitter: (a: string, b: string) => `Link ${a} to ${b}: jitter`,
    loss: (a: string, b: string) => `Link ${a} to ${b}: loss`,
  },
  axis: {
    target: 'What varies',
    from: 'From',
    to: 'To',
    cells: 'Values',
    log: 'Equal ratios (log scale)',
  },
  units: { time: 's', chance: '%', rate: 'times', count: '' },
  range: (from: string, to: string) => `From ${from} to ${to}.`,
  draws: {
    heading: 'Drawn for each run',
    none: 'Nothing is drawn: every run of a cell is the same but for its seed.',
    add: 'Draw another value',
    what: 'Value drawn',
    kind: 'Distribution',
    remove: (label: string) => `Draw no longer: ${label}`,
    kinds: {
      constant: 'Constant',
      uniform: 'Uniform',
      exponential: 'Exponential',
      'log-normal': 'Log-normal',
      measured: 'Own list',
    },
    fields: {
      value: 'Value',
      from: 'From',
      to: 'To',
      mean: 'Mean',
      median: 'Median',
      spread: 'Spread of the logarithm',
    },
    list: 'Measured values',
    listNote:
      'Numbers apart by spaces, commas or lines, in milliseconds or with a unit: 250, 1.5s, 2m. After "#" comes a remark.',
    slow: 'To draw this makes other machines for each run: that takes many times longer. Along a side it does not.',
    cut: (end: 'least' | 'most', at: number, share: number) =>
      `Values ${end === 'most' ? 'above' : 'below'} ${valueWords(at, 'time')}, ${percent(share)} of all, are cut to it, the end of its range.`,
    addPause: (node: string) => `Add a pause of ${node}`,
    listed: (count: number, shortest: number, longest: number) =>
      `${counted(count, 'value')}, ${valueWords(shortest, 'time')} to ${valueWords(longest, 'time')}; each run draws one.`,
    problem: (where: string, what: string) => `${where}: ${what}`,
    unchanged: 'The list before stays until this one can be read.',
  },
  runs: 'Runs for each value',
  runsOfCell: 'Runs for each cell',
  seed: 'Seed',
  howMany: 'How many',
  reset: 'Reset',
  cancel: 'Cancel',
  goOn: 'Go on',
  again: 'Try again',
  isDrawn: 'Drawn',
  progress: (done: number, all: number, perSecond: number) =>
    `${number(done)} of ${number(all)} cells, ${number(perSecond)} runs a second`,
  done: (cells: number, runs: number, seconds: number) =>
    `${counted(cells, 'cell')}, ${counted(runs, 'run')}, in ${seconds.toFixed(1)} s.`,
  cancelled: (done: number, all: number) => `Cancelled after ${number(done)} of ${number(all)} cells.`,
  waits: (runs: number) => `${counted(runs, 'run')}: press the button to begin.`,
  begun: 'Drawing.',
  failed: {
    crashed: (why: string) => `A worker broke down: ${why}`,
    soFar: (done: number) => `${counted(done, 'cell')} stood before that and still do.`,
    problem: 'This cannot be drawn:',
  },
  tooLong: (most: number) =>
    `With its list this takes more than the ${number(most)} characters that a link carries: a copied link leaves the list out. Save it as a file to keep it.`,
  lostList: (target: string) =>
    `The measured values of "${target}" were too long for the link, and are known only where they were pasted. They are not drawn here; all else is as the link says.`,
  strange: (page: string, where: string, what: string) =>
    `In the link, "${page}" is not understood: ${where} ${what}. What is usual stands in its place.`,
  save: 'Save as file',
  load: 'Load a file',
  notLoaded: (where: string, what: string) => `The file cannot be read: ${where}: ${what}.`,
  notJson: 'it is no JSON document',
  otherScenario: (id: string) => `is "${id}": open that scenario, then the file`,
  openOf: (outcome: string) => `Open the shortest ${outcome} run`,
  openAny: 'Open the first run',
  notOpened: (what: string) => `This run cannot be opened: ${what}.`,
  table: 'As a table',
  /** `corrupted in 37 of 200 runs, 18.5 %, 95 % interval 13.7 to 24.5 %` */
  chance: (
    outcome: string,
    count: number,
    runs: number,
    chance: { readonly share: number; readonly lower: number; readonly upper: number },
  ) =>
    `${outcome} in ${number(count)} of ${counted(runs, 'run')}, ${percent(chance.share)}, 95 % interval ${interval(chance)}`,
  also: (outcome: string, count: number) => `${outcome} ${number(count)}`,
};
