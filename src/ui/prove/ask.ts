import type { FaultBudget } from '../../engine/faults.ts';
import { readParts, type Asked } from '../study/parts.ts';

/** What somebody asks of the open scenario: what may happen, how far to look, and what is looked for. */
export interface Ask extends Readonly<Record<AskNumber, number>> {
  /** The scenario's own faults strike as well. */
  readonly keepsFaults: boolean;
  /** A stale write counts only if its writer was paused when its lease ended. */
  readonly pausedHolder: boolean;
  /** What breaks a cell of the matrix. */
  readonly goal: Goal;
  /** Every configuration against many budgets, not one against one. */
  readonly matrix: boolean;
}

/** What is asked as a whole number. */
export type AskNumber = 'pause' | 'crash' | 'lose' | 'late' | 'states' | 'megabytes';

/** What breaks a cell: one of these groups of properties. */
export const GOALS = {
  corrupted: ['no-stale-write', 'no-lost-update'],
  refused: ['no-rightful-write-rejected'],
  leases: ['leases-disjoint', 'only-owners-release', 'tokens-rise'],
  blocked: ['waiter-served', 'no-leaked-lease'],
} as const;
export type Goal = keyof typeof GOALS;

/** The most that can be asked of each number, and the least. */
export const RANGES: Readonly<Record<AskNumber, { readonly min: number; readonly max: number }>> = {
  pause: { min: 0, max: 4 },
  crash: { min: 0, max: 3 },
  lose: { min: 0, max: 4 },
  late: { min: 0, max: 4 },
  states: { min: 1000, max: 20_000_000 },
  megabytes: { min: 16, max: 2048 },
};

/** What is asked until somebody changes it: done in seconds for a scenario of two clients. */
export const USUAL: Ask = {
  pause: 1,
  crash: 0,
  lose: 0,
  late: 1,
  states: 300_000,
  megabytes: 256,
  keepsFaults: false,
  pausedHolder: false,
  goal: 'corrupted',
  matrix: false,
};

const NUMBERS = Object.keys(RANGES) as AskNumber[];
const FLAGS = ['keepsFaults', 'pausedHolder', 'matrix'] as const;

/** What a link says of it, without what is usual: `pause.2,matrix.1`. */
export function textOfAsk(ask: Ask): string {
  const fields: string[] = [];
  for (const name of NUMBERS) if (ask[name] !== USUAL[name]) fields.push(`${name}.${String(ask[name])}`);
  for (const name of FLAGS) if (ask[name] !== USUAL[name]) fields.push(`${name}.1`);
  if (ask.goal !== USUAL.goal) fields.push(`goal.${ask.goal}`);
  return fields.join(',');
}

/** What a link asks, and the parts of it that could not be understood; what is usual stands in their place. */
export function askOfText(text: string): Asked<Ask> {
  return readParts(text, USUAL, changeOf);
}

function changeOf(name: string, value: string): Partial<Ask> | null {
  const number = NUMBERS.find((one) => one === name);
  if (number !== undefined) {
    const { min, max } = RANGES[number];
    const count = Number(value);
    return /^\d{1,8}$/u.test(value) && count >= min && count <= max ? { [number]: count } : null;
  }
  const flag = FLAGS.find((one) => one === name);
  if (flag !== undefined) return value === '1' ? { [flag]: true } : null;
  return name === 'goal' && Object.hasOwn(GOALS, value) ? { goal: value as Goal } : null;
}

/** The faults that may be chosen. */
export function budgetOf({ pause, crash, lose, late }: Ask): FaultBudget {
  return { pause, crash, lose, late };
}
