import { inspectorText } from '../../text/inspector.ts';

/** The words of this folder. */
export const text = inspectorText;
