import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lease locker on etcd, in English. */
export const s3: ScenarioTexts = {
  'token-gone-with-its-key': {
    name: 'A token that dies with its key',
    sentence:
      'The token is stored in the value of the etcd key and vanishes with it, so every holder gets token 1 and the fence tells nobody apart.',
    tryNext: 'Compare the creation revision as token: it rises from holder to holder.',
    parameters: { work: 'Work of A' },
  },
};
