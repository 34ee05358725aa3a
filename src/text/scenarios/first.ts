import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenario that opens first, in English. */
export const first: ScenarioTexts = {
  'paused-holder': {
    name: 'A paused holder comes back',
    sentence:
      'A is paused while it holds the lock; the lease ends, B takes over and writes, then A wakes up and writes too.',
    tryNext:
      'Shorten the pause of A until the naive store is safe: the edge lies where A writes before its lease ends. Then set renewal to the watchdog: a paused client cannot renew either.',
    parameters: {},
  },
};
