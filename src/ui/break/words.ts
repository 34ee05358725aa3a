import { breakText } from '../../text/break.ts';

/** The words of this folder. */
export const text = breakText;
