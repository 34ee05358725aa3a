import { breakOfText, textOfBreak } from './ask.ts';
import { text } from './words.ts';

/** How what is asked is read, written, and what is said of what is strange in it: for the page, and for the bar while it is tried. */
export const PARTS = { read: breakOfText, write: textOfBreak, told: text.strange };
