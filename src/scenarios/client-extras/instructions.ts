import * as v from 'valibot';
import { byOp, commonInstructions, type SchemaByOp } from '../documents/common-instructions.ts';
import { instant, name, number, shortText } from '../schema-parts.ts';

const flag = v.optional(v.boolean('must be true or false'), false);
const { acquire, read, write, release } = commonInstructions;

/** The most rounds of a loop that says how many it has. */
const MOST_ROUNDS = 10_000;
const rounds = `must be a whole number from 1 to ${String(MOST_ROUNDS)}`;

/** Instructions that few documents use, or fields that few documents give them. */
const rareInstructions = {
  acquire: v.strictObject({
    ...acquire.entries,
    /** The context that it runs under has already ended. */
    contextEnded: flag,
  }),
  release: v.strictObject({ ...release.entries, contextEnded: flag }),
  read: v.strictObject({
    ...read.entries,
    /** What the record must hold for the work to be needed still: the script ends where it holds another value. */
    expects: v.optional(shortText),
  }),
  write: v.strictObject({
    ...write.entries,
    /** A text, or a sum with what was last read of a record of the store. */
    value: v.optional(
      v.union(
        [v.pipe(v.string(), v.maxLength(200)), v.strictObject({ read: name, plus: number })],
        'must be a text of at most 200 characters, or an object with "read" and "plus"',
      ),
      '',
    ),
  }),
  /** Asks the lock service whether it still holds the key. */
  check: v.strictObject({ op: v.literal('check'), key: v.optional(name, 'lock') }),
  /** The context under which it acquired the key ends. */
  'end-context': v.strictObject({ op: v.literal('end-context'), key: v.optional(name, 'lock') }),
  /** Waits until this time of the run, by its process's own clock; goes on at once when it is past. */
  'wait-until': v.strictObject({ op: v.literal('wait-until'), at: instant }),
  /** Asks a node of the lock service by hand; the service says what may be asked. */
  operate: v.strictObject({
    op: v.literal('operate'),
    /** The node; the one that clients ask where it is left out. */
    at: v.optional(name),
    request: v.looseObject({ type: v.string('must be text') }, 'must be an object with a type'),
  }),
} as const;

type CommonDocument = v.InferOutput<(typeof commonInstructions)[keyof typeof commonInstructions]>;
type Rare = v.InferOutput<(typeof rareInstructions)[keyof typeof rareInstructions]>;

/** Some instructions over and over, as read. */
interface RepeatDocument {
  readonly op: 'repeat';
  readonly times?: number | undefined;
  readonly do: readonly InstructionDocument[];
}

/** One instruction, as read. */
export type InstructionDocument =
  | Exclude<CommonDocument, { readonly op: Rare['op'] }>
  | Rare
  | RepeatDocument;

/** Some instructions over and over: so many times, or to the end of the run. */
const repeat = v.strictObject({
  op: v.literal('repeat'),
  times: v.optional(
    v.pipe(number, v.integer(rounds), v.minValue(1, rounds), v.maxValue(MOST_ROUNDS, rounds)),
  ),
  do: v.pipe(
    v.array(v.lazy((input) => anyInstruction(input))),
    v.minLength(1, 'must have at least one instruction'),
    v.maxLength(200, 'must be at most 200 instructions'),
  ),
});

/** One instruction of a work script: any that there is. */
export const anyInstruction: SchemaByOp<InstructionDocument> = byOp({
  ...commonInstructions,
  ...rareInstructions,
  repeat,
});
