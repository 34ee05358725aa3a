import { useLayoutEffect, type RefObject } from 'react';
import { useAppStore } from '../state/app-context.ts';
import type { TimelineHandle } from '../timeline/props.ts';
import { runCommand } from './commands.ts';
import { keepsKey } from './key-target.ts';
import { commandOf } from './keymap.ts';

/** Listens to the keys of the page, wherever the focus is, but for those that belong to what has it. */
export function useKeyboard(timeline: RefObject<TimelineHandle | null>): void {
  const store = useAppStore();
  // A key that follows the first picture at once is not to be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      // An open dialog has the keys to itself.
      if (document.querySelector('dialog[open]') !== null) return;
      if (keepsKey(event.target, event.key)) return;
      const command = commandOf(event);
      if (command !== null && runCommand(command, store, timeline.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store, timeline]);
}
