/** Words for opening a file or text of one's own. */
export const importText = {
  open: 'Open a trace',
  title: 'Open a trace, a case or a scenario',
  intro:
    'A trace is a .jsonl file with one JSON object a line; a case or a scenario is a .json file. Everything stays in this browser.',
  choose: 'Choose a file',
  dropHint: 'or drop a file anywhere on the page.',
  paste: 'Or paste the text',
  openPasted: 'Open the text',
  pastedName: 'Pasted text',
  cancel: 'Cancel',
  close: 'Close',
  anotherTry: 'Open something else',
  example: 'An example of a line',

  drop: 'Drop the file to open it',
  oneFile: (count: number) => `${whole(count)} files were dropped; the first one is opened.`,

  reading: (name: string) => `Reading ${name}`,
  checking: (name: string) => `Checking ${name}`,
  progress: 'Progress',

  failed: (name: string) => `${name} was not opened. What was open stays open.`,
  opened: (name: string, entries: number) => `${name} is open: ${counted(entries, 'entry', 'entries')}.`,
  openedScenario: (name: string) => `${name} is open.`,
  problems: (count: number) => counted(count, 'problem', 'problems'),
  leftOut: 'What is named here was left out or put right; the rest is open.',

  empty: 'The file is empty.',
  emptyText: 'There is no text to open.',
  binary: 'The file is not a text file.',
  unknown:
    'The content is neither a trace (one JSON object with "t" and "ev" a line), nor a case (a JSON object with a "trace"), nor a scenario.',
  tooLarge: (size: string, limit: string) =>
    `The file has ${size}; at most ${limit} are opened here. Cut out the lines around the incident and open those.`,
  textTooLarge: (size: string, limit: string) =>
    `The text has ${size}; at most ${limit} are opened here. Cut out the lines around the incident and open those.`,
  tooMany: (limit: number) =>
    `The trace has more than ${whole(limit)} entries, the most that are opened here. Cut out the lines around the incident and open those.`,
  unreadable: 'The browser could not read the file. It may have been moved or changed since it was chosen.',
  broken: 'Reading stopped because of an error in the page. A smaller part of the file may work.',
  megabytes: (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 1)} MB`,

  save: 'Save trace',
  saveTitle: 'Save the trace of this run as a .jsonl file',
};

function counted(count: number, one: string, many: string): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

function whole(count: number): string {
  return count.toLocaleString('en');
}
