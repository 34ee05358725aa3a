import { studyText } from '../../text/study.ts';

/** The words of this folder. */
export const text = studyText;
