import * as v from 'valibot';
import type { InstructionDocument } from '../client-extras/instructions.ts';
import { clientExtras } from '../client-extras/registry.ts';
import { untilMore } from '../until-more.ts';
import { byOp, commonInstructions } from './common-instructions.ts';

/** One instruction of a work script: of those that every document may use, or of all once they are loaded. */
export const instructionSchema: v.GenericSchema<unknown, InstructionDocument> = v.lazy((input) =>
  schemas()(input),
);

const schemas = untilMore(
  clientExtras,
  () => clientExtras()?.instruction ?? byOp<InstructionDocument>(commonInstructions),
);
