import type { InstructionDocument } from '../client-extras/instructions.ts';

/** Every instruction of a script in its order, those within others too, with its path. */
export function* stepsOf(
  script: readonly InstructionDocument[],
  path = 'script',
): Generator<readonly [step: InstructionDocument, where: string]> {
  for (const [index, step] of script.entries()) {
    const where = `${path}.${String(index)}`;
    yield [step, where];
    if (step.op === 'repeat') yield* stepsOf(step.do, `${where}.do`);
  }
}

/** The same without their paths. */
export function allSteps(script: readonly InstructionDocument[]): readonly InstructionDocument[] {
  if (!script.some(({ op }) => op === 'repeat')) return script;
  return script.flatMap((step) => (step.op === 'repeat' ? [step, ...allSteps(step.do)] : [step]));
}
