/** Names of what a key can do; the catalogue has a word for each. */
export type Command =
  | 'step-forward'
  | 'step-back'
  | 'lane-next-entry'
  | 'lane-previous-entry'
  | 'to-start'
  | 'to-end'
  | 'next-finding'
  | 'toggle-play'
  | 'faster'
  | 'slower'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'pan-left'
  | 'pan-right'
  | 'lane-up'
  | 'lane-down'
  | 'no-lane'
  | 'copy-link'
  | 'search'
  | 'theme'
  | 'gallery'
  | 'change'
  | 'prove'
  | 'undo'
  | 'redo'
  | 'help';

/** One command and the keys for it, as `KeyboardEvent.key` names them; letters in lower case. */
export interface Binding {
  readonly command: Command;
  readonly keys: readonly string[];
  readonly group: 'move' | 'play' | 'look' | 'page';
  /** With Shift; without this, Shift does not count, for many keyboards need it to reach a sign. */
  readonly shift?: true;
  /** With Ctrl, or with the command key of a Mac. */
  readonly ctrl?: true;
}

/** Every key of the page. The overview lists them in this order. */
export const KEYMAP: readonly Binding[] = [
  { command: 'step-forward', keys: ['ArrowRight', '.'], group: 'move' },
  { command: 'step-back', keys: ['ArrowLeft', ','], group: 'move' },
  { command: 'lane-next-entry', keys: ['ArrowRight'], group: 'move', shift: true },
  { command: 'lane-previous-entry', keys: ['ArrowLeft'], group: 'move', shift: true },
  { command: 'next-finding', keys: ['n'], group: 'move' },
  { command: 'to-start', keys: ['Home'], group: 'move' },
  { command: 'to-end', keys: ['End'], group: 'move' },
  { command: 'lane-up', keys: ['['], group: 'move' },
  { command: 'lane-down', keys: [']'], group: 'move' },
  { command: 'no-lane', keys: ['Escape'], group: 'move' },
  { command: 'toggle-play', keys: [' '], group: 'play' },
  { command: 'faster', keys: ['>'], group: 'play' },
  { command: 'slower', keys: ['<'], group: 'play' },
  { command: 'change', keys: ['e'], group: 'play' },
  { command: 'zoom-in', keys: ['+', '=', 'w'], group: 'look' },
  { command: 'zoom-out', keys: ['-', 's'], group: 'look' },
  { command: 'fit', keys: ['0'], group: 'look' },
  { command: 'pan-left', keys: ['a'], group: 'look' },
  { command: 'pan-right', keys: ['d'], group: 'look' },
  { command: 'undo', keys: ['z'], group: 'page', ctrl: true },
  { command: 'redo', keys: ['z'], group: 'page', ctrl: true, shift: true },
  { command: 'theme', keys: ['t'], group: 'page' },
  { command: 'copy-link', keys: ['c'], group: 'page' },
  { command: 'gallery', keys: ['g'], group: 'page' },
  { command: 'prove', keys: ['p'], group: 'page' },
  { command: 'search', keys: ['/'], group: 'page' },
  { command: 'help', keys: ['?'], group: 'page' },
];

/** What a keyboard event says, as far as the map asks. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** The command of a key; null if it has none. Other keys with Ctrl, Alt or Meta belong to the browser. */
export function commandOf(press: KeyPress): Command | null {
  if (press.altKey) return null;
  const withCtrl = press.ctrlKey || press.metaKey;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const fitting = KEYMAP.filter(
    (binding) => (binding.ctrl === true) === withCtrl && binding.keys.includes(key),
  );
  const shifted = fitting.find((binding) => binding.shift === true);
  if (press.shiftKey && shifted !== undefined) return shifted.command;
  return fitting.find((binding) => binding.shift !== true)?.command ?? null;
}
