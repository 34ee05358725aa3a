import { reportsText } from '../../text/reports.ts';

/** The words of this folder. */
export const text = reportsText;
