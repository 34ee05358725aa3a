import * as v from 'valibot';
import type { InstructionDocument } from '../../client-extras/instructions.ts';
import { positive } from '../../schema-parts.ts';

/** After each acquire the client waits, so that a write of the holder before it has arrived by then. */
export const settlePolicies = { settle: v.optional(v.strictObject({ for: positive })) };

/** The policy, as read. */
export type SettlePolicies = v.InferOutput<v.StrictObjectSchema<typeof settlePolicies, undefined>>;

/** A script with what the policy adds to it. */
export function settled(
  script: readonly InstructionDocument[],
  { settle }: SettlePolicies,
): readonly InstructionDocument[] {
  if (settle === undefined) return script;
  return script.flatMap((step): readonly InstructionDocument[] => {
    if (step.op === 'repeat') return [{ ...step, do: settled(step.do, { settle }) }];
    return step.op === 'acquire' ? [step, { op: 'sleep', for: settle.for }] : [step];
  });
}
