import type { Json } from '../../engine/trace.ts';
import { changesText as words } from '../../text/changes.ts';
import type { Edited } from '../state/edit-tree.ts';
import { adding, impossible, type Change, type ChangeGroup, type Setting } from './setting.ts';

/** What can happen to one message: lost, late, doubled, or its answer lost. */
export function messageChanges(setting: Setting, message: string): ChangeGroup {
  const { edited, lengthMs, inWords, played } = setting;
  const { labels, reasons } = words;
  const entries = played.run.entries.filter((entry) => entry.message === message);
  const lost = entries.find(({ ev }) => ev === 'lose');
  const why =
    entries.length === 0
      ? reasons.noSuchMessage(message)
      : lost === undefined
        ? null
        : reasons.isLost(message);
  const delay: Change =
    why === null
      ? {
          id: 'delay',
          label: labels.delay(message, inWords(lengthMs)),
          reason: null,
          to: delayed(edited, message, lengthMs),
        }
      : impossible('delay', labels.delay(message, inWords(lengthMs)), why);
  return {
    name: words.groups.message,
    changes: [
      adding(setting, 'drop', labels.drop(message), { kind: 'lose', message }, why),
      delay,
      adding(
        setting,
        'duplicate',
        labels.duplicate(message),
        { kind: 'duplicate', message, by: lengthMs },
        why,
      ),
      adding(setting, 'lose-answer', labels.loseAnswer(message), { kind: 'lose-answer', message }, why),
    ],
  };
}

/** A message that is late already is later. */
function delayed({ edits, ...edited }: Edited, message: string, byMs: number): Edited {
  const index = edits.added.findIndex((fault) => {
    const { kind, message: of } = fault as { readonly kind?: Json; readonly message?: Json };
    return kind === 'delay' && of === message;
  });
  const by = index < 0 ? 0 : Number((edits.added[index] as { readonly by?: Json }).by);
  const fault: Json = { kind: 'delay', message, by: by + byMs };
  const added = index < 0 ? [...edits.added, fault] : edits.added.toSpliced(index, 1, fault);
  return { ...edited, edits: { ...edits, added } };
}
