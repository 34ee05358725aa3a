import { GOALS, type Goal } from '../prove/ask.ts';
import { readParts, type Asked } from '../study/parts.ts';

/** What is to be broken, and up to how many faults the par is searched for. */
export interface BreakAsk {
  readonly goal: Goal;
  /** Faults in all. */
  readonly most: number;
}

/** The fewest and the most faults up to which a par is searched for. */
export const MOST_RANGE = { min: 1, max: 3 } as const;

/** What is asked until somebody changes it: done in seconds for a scenario of two clients. */
export const USUAL_BREAK: BreakAsk = { goal: 'corrupted', most: 2 };

/** What a link says of it, without what is usual: `goal.refused,most.3`. */
export function textOfBreak(ask: BreakAsk): string {
  const fields: string[] = [];
  if (ask.goal !== USUAL_BREAK.goal) fields.push(`goal.${ask.goal}`);
  if (ask.most !== USUAL_BREAK.most) fields.push(`most.${String(ask.most)}`);
  return fields.join(',');
}

/** What a link asks, and the parts of it that could not be understood; what is usual stands in their place. */
export function breakOfText(text: string): Asked<BreakAsk> {
  return readParts(text, USUAL_BREAK, changeOf);
}

function changeOf(name: string, value: string): Partial<BreakAsk> | null {
  if (name === 'goal') return Object.hasOwn(GOALS, value) ? { goal: value as Goal } : null;
  if (name !== 'most' || !/^\d$/u.test(value)) return null;
  const most = Number(value);
  return most >= MOST_RANGE.min && most <= MOST_RANGE.max ? { most } : null;
}
