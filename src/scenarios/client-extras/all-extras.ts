import { RARE_PARTS } from '../../machines/client/worker/rare-parts.ts';
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
  worker: (plain, { policies, script }, setting) => ({
    ...plain,
    ...compile(script, policies, setting),
    policies: withRarePolicies(plain.policies, policies),
  }),
  check: checkExtras,
});
