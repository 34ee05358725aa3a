import { dispatchText } from '../../text/dispatch.ts';

/** The words of this folder. */
export const text = dispatchText;
