import '../../text/scenarios/all.ts';
import { guideText } from '../../text/guide.ts';
import { questionsText } from '../../text/questions.ts';

/** The words of this folder. */
export const text = guideText;
export const questions = questionsText;
