/** What each field of a link should look like, as the end of a sentence. */
type LinkExpectationWords = Readonly<
  Record<
    | 'text'
    | 'version'
    | 'name'
    | 'names'
    | 'parameter'
    | 'pick'
    | 'entry'
    | 'time'
    | 'view'
    | 'edit'
    | 'fault'
    | 'places'
    | 'nothing'
    | 'payload',
    string
  >
>;

const FIELD_EXPECTATIONS: LinkExpectationWords = {
  text: 'is not readable text',
  version: 'must be a version number',
  name: 'must be a name: letters, digits, "-", "_" and "."',
  names: 'must be up to four different names, with commas between',
  parameter: 'must be a parameter name with a number of milliseconds or an option',
  pick: 'must be a step number, "~" and a choice',
  entry: 'must be the number of an entry',
  time: 'must be a time in milliseconds',
  view: 'must be two times in milliseconds with "-" between, the earlier first',
  edit: 'must be a place in the document with a number or a name',
  fault: 'must be fields of a fault such as "kind.crash,node.A,at.2000"',
  places: 'must be places of faults, in ascending order, with commas between',
  nothing: 'must have nothing after "="',
  payload: 'holds characters that a packed text cannot have',
};

/** Words of the page around the picture, in English. */
export const enPage = {
  title: (scenario: string) => `${scenario} · Fenceline`,
  product: 'Fenceline',
  skip: 'Skip to the timeline',
  picture: 'Timeline',
  sections: 'Sections',

  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyFailed: 'The browser did not allow copying. The address bar holds the link.',
  linkTooLong: (length: number, limit: number) =>
    `This trace would make a link of ${length.toLocaleString('en')} characters; more than ${limit.toLocaleString('en')} do not travel well. Save the file and send it instead.`,
  saveFile: 'Save file',
  keyboard: 'Keyboard',
  themes: { system: 'System colours', light: 'Light', dark: 'Dark' },
  theme: (now: string) => `Colours: ${now}`,
  change: 'Change',
  changeHint: 'Add or remove faults, or make a client act, at the cursor (E)',
  close: 'Close',
  dismiss: 'Close this message',
  messages: 'Messages',

  scenarios: 'Scenarios',
  openGallery: (count: number) => (count === 0 ? 'All scenarios' : `All ${String(count)} scenarios`),
  notLoaded: 'The scenarios could not be loaded. Check the connection, then try again.',
  searchScenarios: 'Search scenarios',
  noScenario: (words: string) => `No scenario matches "${words}".`,
  tryNext: 'Try next',
  claim: 'Said',
  truth: 'Seen here',
  sourceOf: (source: string) => `Source: ${source}`,
  source: 'Source',
  reports: 'Public reports',

  parameters: 'Parameters',
  strips: 'Outcomes over the range',
  stripsShort: (shown: boolean) => (shown ? 'Hide outcomes' : 'Show outcomes'),
  noParameters: 'A recorded trace has no parameters: it happened.',
  reset: 'Reset',
  seconds: 's',
  milliseconds: 'ms',
  saysNothing: 'Changes nothing now: its place was changed by hand.',
  outOfRange: (from: string, to: string) => `From ${from} to ${to}.`,
  configurations: 'Show configurations',
  expectedNote: 'Expected with the values of the scenario',
  outcomeNote: 'Outcome of this run',
  lastConfiguration: 'One configuration stays shown.',

  moment: (time: string) => `At ${time}`,
  nothingYet: 'Nothing has gone wrong so far.',
  nothingAtAll: 'Nothing goes wrong in this run.',
  notFoundRecorded: 'No finding in what was recorded.',
  notRecorded: (kinds: string) => `Not recorded, so not judged: ${kinds}.`,
  notRecordedKinds: {
    starvation: 'starvation',
    'duplicate-work': 'duplicate work',
    'false-loss': 'false loss',
  },
  earlier: (time: string) => `${time}:`,
  ahead: (count: number) =>
    count === 1 ? '1 finding is still ahead.' : `${String(count)} findings are still ahead.`,
  why: 'Why',
  whyOf: (configuration: string) => `${configuration}, from the root to the finding`,
  noWhy: 'Causes appear here once the cursor is at or after a finding.',
  explain: 'Why?',
  explainFinding: (configuration: string) => `Why? ${configuration}`,
  partsAt: (time: string, left: string, leftSentence: string, right: string, rightSentence: string) =>
    `The runs part at ${time}. ${left}: ${leftSentence} ${right}: ${rightSentence}`,
  /** The runs part at a write that one store accepted and the other did not. */
  partsAtWrite: (time: string, who: string, accepted: string, rejected: string) =>
    `The runs part at ${time}: ${lowerFirst(accepted)} accepted ${who}, ${lowerFirst(rejected)} rejected it.`,
  partsAtOnly: (time: string, configuration: string, sentence: string) =>
    `The runs part at ${time}, in the ${lowerFirst(configuration)} alone: ${sentence.startsWith('The ') ? lowerFirst(sentence) : sentence}`,
  partsAtField: (
    time: string,
    sentence: string,
    left: string,
    leftFields: string,
    right: string,
    rightFields: string,
  ) => `The runs part at ${time}: ${sentence} ${left}: ${leftFields}. ${right}: ${rightFields}.`,
  without: (field: string) => `no ${field}`,
  writeOf: (client: string, token: number | undefined) =>
    `the write of ${client}${token === undefined ? '' : ` with token ${String(token)}`}`,
  runEnded: 'The run has ended.',
  samePath: 'Both runs are the same, entry by entry.',
  pairs: (count: number) => `Where each pair parts (${String(count)})`,
  pair: (left: string, right: string) => `${left} and ${lowerFirst(right)}`,

  trace: 'Trace',
  inspector: 'Inspector',
  figures: 'Figures',
  scheduler: 'What next',
  branches: 'Branches',
  details: 'Details of the moment',
  traceOf: 'Trace of',
  entryOf: (entry: number, count: number) => `entry ${String(entry)} of ${String(count)}`,
  cannotPlay: (where: string, what: string) => `Cannot be played: ${where} ${what}.`,

  transport: 'Transport',
  stepBack: 'Step back',
  stepForward: 'Step forward',
  play: 'Play',
  pause: 'Pause',
  toStart: 'To the start',
  toEnd: 'To the end',
  previousInLane: (lane: string) => `Previous entry of ${lane}`,
  nextInLane: (lane: string) => `Next entry of ${lane}`,
  noLane: 'Select a lane first: press ] or its name in the picture',
  lane: 'Lane',
  laneNone: 'the selected lane',
  fold: 'Fold empty time',
  foldHint: (gaps: number) =>
    gaps === 1
      ? 'Draw the one long stretch without an entry short'
      : `Draw the ${String(gaps)} long stretches without an entry short`,
  nextFinding: 'Next finding',
  advanceBy: 'Advance by',
  advance: 'Advance',
  advanceHint: 'Such as 1s, 250 ms or 1.5; a number alone means seconds.',
  advanceBad: (typed: string) =>
    typed.trim() === ''
      ? 'Type a length of time, such as 1s, 250 ms or 1.5.'
      : `"${typed.slice(0, 20)}" is no length of time. Type one such as 1s, 250 ms or 1.5.`,
  speed: 'Speed',
  speedOf: (speed: number) => `${String(speed)}x`,
  time: 'Time',

  announceOutcome: (configuration: string, outcome: string) => `${configuration}: ${outcome}.`,

  runCut: (steps: number, until: string) =>
    `this run is too long to be played whole. It was cut after ${steps.toLocaleString('en')} steps, at ${until}: what is shown and judged is the part until then.`,
  runProblem: (configuration: string, what: string) => `${configuration}: ${what}`,

  panelFailed: (panel: string) => `"${panel}" stopped because of an error in the page.`,
  panelFailedAdvice:
    'The rest of the page works on. Try it again, or reload the page: the address holds what you see.',
  tryAgain: 'Try again',
  loading: 'Loading',

  fromLink: 'trace from a link',
  link: {
    firstInstead: 'The first scenario is shown instead.',
    stays: 'What was open stays open.',
    more: (count: number) =>
      count === 1
        ? 'One more thing in the link is wrong.'
        : `${String(count)} more things in the link are wrong.`,
    noParameters: 'cannot be set: a recorded trace has none',
    'too-long': (length: number, limit: number) =>
      `The link is ${length.toLocaleString('en')} characters long; at most ${limit.toLocaleString('en')} are read.`,
    'newer-version': (version: number, known: number) =>
      `The link has version ${String(version)}; this page knows version ${String(known)}. What it understands is shown; the rest may be missing.`,
    'unreadable-field': (field: string, expected: keyof LinkExpectationWords) =>
      `In the link, "${field}" ${FIELD_EXPECTATIONS[expected]}. It was ignored.`,
    'unknown-field': (field: string) => `In the link, "${field}" is not known here. It was ignored.`,
    'repeated-field': (field: string) => `In the link, "${field}" occurs twice. The first one counts.`,
    'two-sources': (field: string) => `The link opens two things; "${field}" was ignored.`,
    'unknown-scenario': (id: string) => `There is no scenario "${id}".`,
    'unknown-report': (id: string) => `There is no report "${id}".`,
    parameter: (where: string, what: string) =>
      `In the link, ${where} ${what}. The scenario's own value is used.`,
    'unknown-configuration': (id: string) =>
      `In the link, there is no configuration "${id}". It was ignored.`,
    'unknown-lane': (id: string) => `In the link, there is no lane "${id}". No lane is selected.`,
    'entry-beyond': (entry: number, count: number) =>
      `In the link, entry ${String(entry)} is beyond the last one; this run has ${String(count)}. The last one is shown.`,
    'view-outside': 'In the link, the view lies outside of the run. The whole run is shown.',
    'edit-ignored': (what: string) => `The change ${what} does not fit this scenario and was left out.`,
    'pick-missed': (choice: string) =>
      `In the link, "${choice}" was not possible. The ordinary choice was taken.`,
    payload: {
      'not-base64': 'The trace in the link cannot be read: characters are missing or changed.',
      'not-packed': 'The trace in the link cannot be unpacked: it was cut or changed.',
      'too-long': 'The trace in the link is larger than two million bytes when unpacked.',
    },
    file: (name: string) =>
      `The trace "${name}" is too long for a link and is not in it. Open the file itself.`,
    document: (where: string, what: string) => `The scenario in the link: ${where} ${what}.`,
    trace: (where: string, what: string) => `The trace in the link: ${where} ${what}.`,
    failed: 'What the link opens could not be loaded. Check the connection and reload the page.',
  },
};

/** A name inside of a sentence. */
function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
