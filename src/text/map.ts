import type { Outcome } from '../engine/verdict/types.ts';
import { counted, number } from './prove-parts.ts';
import { capital, interval, percent } from './map-parts.ts';
import { timelineText } from './timeline.ts';

const outcomes = timelineText.outcomes;

/** Words of the safety map, in English. */
export const mapText = {
  draw: 'Draw the map',
  picture: (x: string, y: string) => `Map of ${x} against ${y}`,
  keys: 'Arrow keys or a click choose a cell; Enter or a second click opens its shortest corrupted run (at risk, where that is shown), or another where there is none.',
  sides: { x: 'Across', y: 'Upwards' },
  shown: 'Outcome shown',
  outcome: (outcome: Outcome) => outcomes[outcome],
  tooFew:
    'A map needs two numbers that may vary; this configuration has fewer. Open another configuration or scenario.',
  notYet: 'This cell is not played yet.',
  cell: (x: string, xValue: string, y: string, yValue: string) => `${x} ${xValue}, ${y} ${yValue}`,
  takeover: (count: number, runs: number, median: string, p95: string) =>
    `A takeover took ${median} in the median, ${p95} at the 95th percentile (${counted(count, 'takeover')} seen in ${counted(runs, 'run')}). That includes the time until somebody asks; one after the end of a run is not counted.`,
  nobodyElse:
    'In none of these runs was the key granted to somebody else while its holder was stopped: nobody asked in time, or it was not free yet.',
  entries: (entries: number) => counted(entries, 'entry', 'entries'),
  own: 'as it is now',
  nearest: (value: string, own: string) =>
    `${value}, the value played that is nearest to ${own} as it is now`,
  total: (outcome: Outcome, count: number, runs: number) =>
    `${capital(outcomes[outcome])} in ${number(count)} of all ${counted(runs, 'run')}.`,
  none: (outcome: Outcome, runs: number, chance: { readonly lower: number; readonly upper: number }) =>
    `With ${counted(runs, 'run')} in a cell, none of them ${outcomes[outcome]}, the 95 % interval of its chance is ${interval(chance)}.`,
  edge: {
    from: (outcome: Outcome, y: string, x: string) =>
      `At ${y}: ${outcomes[outcome]} in more than half of the runs from ${x} on.`,
    to: (outcome: Outcome, y: string, x: string) =>
      `At ${y}: ${outcomes[outcome]} in more than half of the runs up to ${x}.`,
    between: (outcome: Outcome, y: string, x: string, last: string) =>
      `At ${y}: ${outcomes[outcome]} in more than half of the runs from ${x} to ${last}.`,
    only: (outcome: Outcome, y: string, x: string) =>
      `At ${y}: ${outcomes[outcome]} in more than half of the runs at ${x} alone.`,
    all: (outcome: Outcome, y: string) =>
      `At ${y}: ${outcomes[outcome]} in more than half of the runs at every value played.`,
    mixed: (outcome: Outcome, y: string, x: string) =>
      `At ${y}: ${outcomes[outcome]} in more than half of the runs first from ${x} on, but not at every value after it.`,
    none: (outcome: Outcome, y: string, most: number, x: string) =>
      `At ${y}: ${outcomes[outcome]} in no more than half of the runs; most often, ${percent(most)}, at ${x}.`,
    never: (outcome: Outcome, y: string) => `At ${y}: no run was ${outcomes[outcome]}.`,
  },
  legend: (outcome: Outcome) => `Share of runs ${outcomes[outcome]}`,
  steps: ['none', 'up to 5 %', 'to 25 %', 'to 50 %', 'to 90 %', 'more'],
  caption: (outcome: Outcome) => `Share of runs ${outcomes[outcome]}, by cell`,
  assumes:
    'A chance here is a share of runs of this model with these distributions, nothing more. Whatever does not vary and is not drawn stays as it is set.',
};
