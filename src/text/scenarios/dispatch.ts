import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the dispatch comparison where it stands among scenarios, in English. */
export const dispatch = {
  dispatch: {
    name: 'Three ways to dispatch',
    sentence:
      'Three nodes share the same orders and one of them stalls: every node takes everything, or claims a batch, or only a leader takes any, behind a fence.',
    tryNext:
      'Take the stall away: claims are enough then. Shorten the lease: another leader comes sooner. Give it no time at all: three lead in one tick, and the sink takes the last one only.',
    parameters: {},
    configurations: { scan: 'Scan', claim: 'Claim', leader: 'Leader' },
  },
} as const satisfies ScenarioTexts;
