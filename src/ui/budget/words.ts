import { budgetText } from '../../text/budget.ts';

/** The words of this folder. */
export const text = budgetText;
