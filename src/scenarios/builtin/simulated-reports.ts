/** The configuration of a simulated report that is as it was reported. */
export const AS_IT_WAS = 'as-it-was';

/** The configuration of a simulated report with the fix that its report names. */
export const FIXED = 'fixed';
