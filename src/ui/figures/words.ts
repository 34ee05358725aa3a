import { figuresText } from '../../text/figures.ts';

/** The words of this folder. */
export const text = figuresText;
