import { RARE_PARTS } from '../../machines/client/worker/rare-parts.ts';
import { rarePolicies, withRarePolicies } from './policies.ts';
import { provideClientExtras } from './registry.ts';

// Loaded for what it does: from here on every instruction and policy that a client may name is known.
provideClientExtras({
  policies: rarePolicies,
  parts: RARE_PARTS,
  worker: (plain, { policies }) => ({ ...plain, policies: withRarePolicies(plain.policies, policies) }),
});
