import * as v from 'valibot';
import { FINDING_KINDS, OUTCOMES } from '../../engine/verdict/types.ts';
import { CAUSES } from '../../scenarios/causes.ts';

/** How a link says what the list of all scenarios is narrowed to, beside its words: `g.system=S5`. */
export const galleryFields = {
  system: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]{0,63}$/u)),
  outcome: v.picklist(OUTCOMES),
  finding: v.picklist(FINDING_KINDS),
  cause: v.picklist(CAUSES),
};
