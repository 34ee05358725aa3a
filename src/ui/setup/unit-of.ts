import type { ScenarioParameter } from '../../scenarios/schema.ts';
import { text } from '../text.ts';

/** From this range on seconds are the unit that people think in. */
const SECONDS_FROM_MS = 2000;

/** In which unit a parameter is shown: its word, and how many milliseconds are one. */
export function unitOf({ min, max }: Extract<ScenarioParameter, { kind: 'duration' }>): {
  readonly unit: string;
  readonly per: number;
} {
  const inSeconds = Math.max(Math.abs(min), Math.abs(max)) >= SECONDS_FROM_MS;
  return inSeconds ? { unit: text.page.seconds, per: 1000 } : { unit: text.page.milliseconds, per: 1 };
}

/** A number as people write it, to six places. */
export function numberText(value: number): string {
  return String(Number(value.toFixed(6)));
}
