import type { FigureName, Figures } from '../../scenarios/budget/figures.ts';
import { LONGEST_MS } from '../../scenarios/schema-parts.ts';

/** What can be typed: the figures that a page has a field for. */
export type FieldName = Exclude<FigureName, 'slept' | 'allowance' | 'late'>;

/** One field: what its number is, and from where to where it may go. */
export interface Field {
  /** `time`: milliseconds; `part`: of one, shown as per cent. */
  readonly kind: 'time' | 'count' | 'part' | 'factor';
  readonly min: number;
  readonly max: number;
  /** Whether the number says anything with these others. */
  readonly isUsed: (figures: Figures) => boolean;
}

const always = (): boolean => true;
const renews = ({ renewing }: Figures): boolean => renewing !== 'none';
const asksAgain = ({ timeout, retries }: Figures): boolean => timeout !== null && retries > 0;
const time = (isUsed: Field['isUsed'], min = 0): Field => ({ kind: 'time', min, max: LONGEST_MS, isUsed });

/** Every field, in the order in which a page and a link have them. */
export const FIELDS: { readonly [name in FieldName]: Field } = {
  ttl: time(always, 1),
  interval: time(renews, 0.001),
  failed: { kind: 'count', min: 0, max: 20, isUsed: renews },
  timeout: time(always, 0.001),
  retries: { kind: 'count', min: 0, max: 16, isUsed: ({ timeout }) => timeout !== null },
  backoff: time(asksAgain),
  factor: { kind: 'factor', min: 1, max: 10, isUsed: (figures) => asksAgain(figures) && figures.retries > 1 },
  // A scenario takes no cap of nothing.
  cap: time((figures) => asksAgain(figures) && figures.retries > 1 && figures.factor > 1, 0.001),
  way: time(({ timeout }) => timeout === null),
  work: time((figures) => !renews(figures)),
  write: time((figures) => !renews(figures) || figures.believing === 'until-deadline'),
  drift: { kind: 'part', min: 0, max: 0.5, isUsed: always },
  stop: time(always),
  margin: time(({ believing }) => believing === 'until-deadline'),
};

/** The names of all fields. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];
