import { RARE_PARTS } from '../../machines/client/worker/rare-parts.ts';
import { actSchema, instructionOfAct } from './acts.ts';
import { checkAct } from './check-act.ts';
import { checkExtras } from './check.ts';
import { compile } from './compile.ts';
import { anyInstruction } from './instructions.ts';
import { rarePolicies, withRarePolicies } from './policies.ts';
import { provideClientExtras } from './registry.ts';

// Loaded for what it does: from here on every instruction and policy that a client may name is known.
provideClientExtras({
  instruction: anyInstruction,
  policies: rarePolicies,
  parts: RARE_PARTS,
  act: actSchema,
  checkAct,
  worker: (plain, { policies, script }, setting, acts) => ({
    ...plain,
    ...compile(script, policies, setting, acts.map(instructionOfAct)),
    policies: withRarePolicies(plain.policies, policies),
  }),
  check: checkExtras,
});
