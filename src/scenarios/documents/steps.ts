import type { InstructionDocument } from '../client-extras/instructions.ts';

/** An instruction of a script, and its path. */
export type PlacedStep = readonly [step: InstructionDocument, where: string];

/** Every instruction of a script in its order, those within others too, with its path. */
export function stepsOf(script: readonly InstructionDocument[], path = 'script'): readonly PlacedStep[] {
  return script.flatMap((step, index) => {
    const where = `${path}.${String(index)}`;
    const placed: PlacedStep = [step, where];
    return step.op === 'repeat' ? [placed, ...stepsOf(step.do, `${where}.do`)] : [placed];
  });
}

/** The same without their paths. */
export function allSteps(script: readonly InstructionDocument[]): readonly InstructionDocument[] {
  if (!script.some(({ op }) => op === 'repeat')) return script;
  return script.flatMap((step) => (step.op === 'repeat' ? [step, ...allSteps(step.do)] : [step]));
}
