import { importText } from '../../text/import.ts';
import { MOST_BYTES, MOST_ENTRIES } from './limits.ts';
import type { NotOpenedReason } from './opened.ts';

/** The words of this folder. */
export const text = importText;

/** Why nothing was opened, in a sentence; null where the problems themselves say it. */
export function reasonWords(reason: NotOpenedReason, isFile: boolean): string | null {
  switch (reason.kind) {
    case 'empty':
      return isFile ? text.empty : text.emptyText;
    case 'binary':
    case 'unknown':
    case 'unreadable':
    case 'broken':
      return text[reason.kind];
    case 'too-large': {
      const words = isFile ? text.tooLarge : text.textTooLarge;
      return words(text.megabytes(reason.bytes), text.megabytes(MOST_BYTES));
    }
    case 'too-many':
      return text.tooMany(MOST_ENTRIES);
    case 'bad':
      return null;
  }
}
