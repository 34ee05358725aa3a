import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the epoch lease, in English. */
export const s2: ScenarioTexts = {
  'stalled-leader': {
    name: 'A leader that stalled',
    sentence:
      'A leads by an epoch lease and stalls; B leads with epoch 2; the sink asks for the latest epoch and refuses what A writes late.',
    tryNext:
      'Compare the fenced store: it learns of epoch 2 only when B writes, and takes the write of A before that.',
    parameters: {},
  },
};
