import type { Outcome } from '../engine/verdict/types.ts';
import type { Stretch } from '../scenarios/strip/stretches.ts';
import { timelineText } from './timeline.ts';

const outcomeWord = (outcome: Outcome | 'none'): string =>
  outcome === 'none' ? 'not to be played' : timelineText.outcomes[outcome];

/** Words of the strips under the parameters, in English. */
export const stripsText = {
  label: (parameter: string, configuration: string): string =>
    `${parameter}, outcome over the range: ${configuration}`,
  throughout: (outcome: Outcome | 'none'): string => `${outcomeWord(outcome)} at every value played`,
  outcome: (outcome: Outcome | 'none'): string => outcomeWord(outcome),
  from: 'from',
  to: 'to',
  next: (outcome: Outcome | 'none'): string => `then ${outcomeWord(outcome)}`,
  /** The whole strip in one sentence. */
  sentence: (
    configuration: string,
    stretches: readonly Stretch[],
    shown: (value: number) => string,
  ): string => {
    const parts = stretches.map(({ outcome, from, to }, index) => {
      const edge = index === 0 ? `to ${shown(to)}` : `from ${shown(from)}`;
      return `${outcomeWord(outcome)} ${stretches.length === 1 ? 'at every value played' : edge}`;
    });
    return `${configuration}: ${parts.join(', ')}`;
  },
  working: 'not computed yet',
  failed: (why: string): string => `The range could not be played: ${why}`,
  goTo: (parameter: string, value: string): string => `Set ${parameter.toLowerCase()} to ${value}`,
  note: (samples: number): string =>
    `Played at up to ${String(samples)} values of the range, each edge to one step. All else stays as it is. What lies between two equal values is not played.`,
};
