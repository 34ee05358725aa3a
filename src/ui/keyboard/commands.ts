import { copyLink } from '../shell/copy-link.ts';
import { nextTheme } from '../shell/theme.ts';
import { openMenu } from '../state/menu.ts';
import {
  goToEnd,
  goToNextFinding,
  openGallery,
  redo,
  selectLane,
  selectNextLane,
  step,
  stepInLane,
  togglePlaying,
  undo,
  type AppStore,
} from '../state/store.ts';
import type { TimelineHandle } from '../timeline/props.ts';
import { SPEEDS } from '../transport/pace.ts';
import { KEYMAP, type Command } from './keymap.ts';

/** How much one key zooms, and how far it moves as a share of what is shown. */
const ZOOM = 1.5;
const PAN = 0.2;

/** What can be done while something else stands in place of the picture: nothing that changes what is not seen. */
const WITHOUT_PICTURE: ReadonlySet<Command> = new Set(
  KEYMAP.flatMap(({ command, group, ctrl }) => (group === 'page' && ctrl !== true ? [command] : [])),
);

/** Does what a key asks. Returns false if it is nothing that can be done now, so that the key is not taken. */
export function runCommand(command: Command, store: AppStore, timeline: TimelineHandle | null): boolean {
  const { gallery, dispatch, guide, study } = store.getState();
  if ((gallery ?? dispatch ?? guide ?? study) !== null && !WITHOUT_PICTURE.has(command)) return false;
  switch (command) {
    case 'step-forward':
      step(store, 1);
      return true;
    case 'step-back':
      step(store, -1);
      return true;
    case 'lane-next-entry':
    case 'lane-previous-entry':
      if (store.getState().lane === null) return false;
      stepInLane(store, command === 'lane-next-entry' ? 1 : -1);
      return true;
    case 'to-start':
      goToEnd(store, 'first');
      return true;
    case 'to-end':
      goToEnd(store, 'last');
      return true;
    case 'next-finding':
      goToNextFinding(store);
      return true;
    case 'toggle-play':
      togglePlaying(store);
      return true;
    case 'faster':
    case 'slower':
      changeSpeed(store, command === 'faster' ? 1 : -1);
      return true;
    case 'zoom-in':
      timeline?.zoomBy(ZOOM);
      return true;
    case 'zoom-out':
      timeline?.zoomBy(1 / ZOOM);
      return true;
    case 'fit':
      timeline?.fit();
      return true;
    case 'pan-left':
      timeline?.panBy(-PAN);
      return true;
    case 'pan-right':
      timeline?.panBy(PAN);
      return true;
    case 'lane-up':
      selectNextLane(store, -1);
      return true;
    case 'lane-down':
      selectNextLane(store, 1);
      return true;
    case 'no-lane':
      if (store.getState().lane === null) return false;
      selectLane(store, null);
      return true;
    case 'copy-link':
      // The button says whether it worked.
      if (!press('[data-command="copy-link"]')) void copyLink(store);
      return true;
    case 'change':
      return focusedEntry() || openMenu(store);
    case 'undo':
      return undo(store);
    case 'redo':
      return redo(store);
    case 'gallery':
      openGallery(store);
      return true;
    case 'prove':
      // The button knows whether it can be.
      return press('[data-command="prove"]');
    case 'search':
      return focusOn('[data-command="search"]');
    case 'theme':
      nextTheme(store);
      return true;
    case 'help':
      store.setState({ helpOpen: true });
      return true;
  }
}

/** The entry that has the focus is asked for what can be changed there, as by the key for its context menu. */
function focusedEntry(): boolean {
  const entry = document.activeElement?.closest('[data-seq]');
  return entry?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })) === false;
}

function changeSpeed(store: AppStore, by: 1 | -1): void {
  store.setState(({ speed }) => ({ speed: SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed }));
}

function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}

function focusOn(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  return field !== null;
}
