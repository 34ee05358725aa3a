import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lock of etcd, in English. */
export const s4: ScenarioTexts = {
  'flag-outlives-lease': {
    name: 'A held flag that outlives its lease',
    sentence:
      'A is cut off from etcd and its lease ends, but the lock object still says held; A writes after B, and there is no token to refuse it by.',
    tryNext: 'Shorten the work of A until it writes before its lease ends.',
    parameters: { work: 'Work of A' },
  },
};
