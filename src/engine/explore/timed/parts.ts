import type { FaultBudget } from '../../faults.ts';
import type { Arena } from './arena.ts';
import { NO_USES } from './flat-uses.ts';
import { AGES, type Shape } from './place-space.ts';
import { COUNT_BITS, type TimedSpace } from './timed-space.ts';

/*
 * What one place of a world is but for its times: its shape and the types of its messages. Each is a record in the
 * arena. Times are numbered from 0 within a part: those of the shape by slot, then those of each message.
 */
/** The word of a row: shape and number of messages. */
export const WORD = 0;
/** How many times it has, and the address of how each grows older. */
export const TIMES_OF_PART = 1;
export const HOW_OLDER = 2;
/** Address of the messages that are of one type: number of the first one's time plus 1 and how many, up to a 0; or 0. */
export const ALIKE = 3;
/** Address of how many busy instructions there are, and the numbers of their times; 0: there are none. */
export const BUSY = 4;
/** How many of the entries that follow are of what happens of its own accord, of what is looked at, of messages. */
export const SPONTANEOUS = 5;
export const LOOKED = 6;
export const MESSAGES = 7;
/** How many of what is looked at are instructions. */
export const INSTRUCTIONS = 8;
/** What is in use in it of ranked numbers, see ranker.ts. */
export const USES = 9;
/** Address of the types of its messages. */
export const TYPES = 10;
export const FIRST_ENTRY = 11;

/**
 * An entry: the address of the room for its moves (see moves.ts), what it is to the place (see KnownSteps), its time, flags.
 * What is taken has a move for each way in which busy instructions may be due.
 */
export const MOVE = 0;
export const WHAT = 1;
export const TIME = 2;
export const FLAGS = 3;
export const ENTRY = 4;
/** Flags of what is looked at. */
export const PUNCTUAL = 1;
export const INSTRUCTION = 2;
/** Flags of messages. The moves of losing and of doubling it come after that of handling it. */
export const LOSES = 1;
export const DOUBLES = 2;
/** Flags of what happens of its own accord: what it takes from the budget, as a bit. */
const NEEDS: Record<keyof FaultBudget, number> = { pause: 1, crash: 2, lose: 4, late: 8, duplicate: 16 };

/** How the deadlines grow older that travel with a message; see AGES and the like for all other times. */
export const DEADLINE = -3;

/** What a budget has left, as bits. */
export function needsMet(budget: FaultBudget): number {
  return (Object.keys(NEEDS) as (keyof FaultBudget)[]).reduce(
    (bits, kind) => ((budget[kind] ?? 0) > 0 ? bits | NEEDS[kind] : bits),
    0,
  );
}
export const NEEDS_LOSE = NEEDS.lose;
export const NEEDS_DUPLICATE = NEEDS.duplicate;

/** The parts that were met, each once. */
export class Parts {
  private readonly space: TimedSpace;
  private readonly arena: Arena;
  private readonly known: Map<string, number>[];
  /** By address. */
  private readonly messageTypes = new Map<number, readonly number[]>();

  constructor(space: TimedSpace, arena: Arena) {
    this.space = space;
    this.arena = arena;
    this.known = space.places.map(() => new Map());
  }

  /** The part of a place with this shape and messages of these types, which are in order. */
  of(place: number, shape: number, types: readonly number[]): number {
    const known = this.known[place];
    const space = this.space.places[place];
    if (known === undefined || space === undefined) throw new RangeError('there is no such place');
    const key = `${String(shape)} ${types.join(' ')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = this.write(place, shape, types);
    known.set(key, made);
    this.messageTypes.set(made, types);
    return made;
  }

  /** The types of a part's messages. */
  types(part: number): readonly number[] {
    const types = this.messageTypes.get(part);
    if (types === undefined) throw new RangeError('there is no such part');
    return types;
  }

  private write(place: number, number: number, types: readonly number[]): number {
    const { arena } = this;
    const space = this.space.places[place];
    if (space === undefined) throw new RangeError('there is no such place');
    const shape = space.shape(number);
    const { looked, spontaneous, instructions, ages, busy } = shape;
    const older = [...ages];
    const move = (count: number): number => arena.make(count);
    const own = spontaneous.flatMap(({ needs }, index) => {
      return [move(1 << busy.length), looked.length + index, -1, needs === null ? 0 : NEEDS[needs]];
    });
    const looks = looked.flatMap(({ slot, isPunctual }, index) => {
      const flags = (isPunctual ? PUNCTUAL : 0) | (instructions.includes(index) ? INSTRUCTION : 0);
      return [move(1 << busy.length), index, slot, flags];
    });
    const messages = types.flatMap((type, index) => {
      const time = older.push(AGES) - 1;
      for (let more = 2; more < this.space.stride; more += 1) older.push(DEADLINE);
      if (!shape.looksAtMessages) return [];
      // What has been taken on is not doubled.
      const doubles = space.message(type).again === true ? 0 : DOUBLES;
      return [move(3), -1 - index, time, shape.losesMessages ? LOSES | doubles : 0];
    });
    const entries = [...own, ...looks, ...messages];
    const part = arena.make(FIRST_ENTRY + entries.length + older.length + types.length);
    const olderAt = part + FIRST_ENTRY + entries.length;
    const head = [(number << COUNT_BITS) | types.length, older.length, olderAt];
    const lists = [this.list(alike(shape, types, this.space.stride - 1)), this.list(counted(busy))];
    const counts = [spontaneous.length, looked.length, messages.length / ENTRY, instructions.length];
    const uses = this.space.ranker?.ofPart(place, number, types) ?? NO_USES;
    const typesAt = olderAt + older.length;
    arena.data.set([...head, ...lists, ...counts, uses, typesAt, ...entries, ...older, ...types], part);
    return part;
  }

  private list(values: readonly number[]): number {
    if (values.length === 0) return 0;
    const address = this.arena.make(values.length);
    this.arena.data.set(values, address);
    return address;
  }
}

function counted(values: readonly number[]): readonly number[] {
  return values.length === 0 ? [] : [values.length, ...values];
}

/** Which messages are of one type: number of the first one's time plus 1 and how many, up to a 0. */
function alike({ ages }: Shape, types: readonly number[], size: number): readonly number[] {
  const groups: number[] = [];
  for (let message = 0; message < types.length;) {
    let next = message + 1;
    while (next < types.length && types[next] === types[message]) next += 1;
    if (next > message + 1) groups.push(ages.length + message * size + 1, next - message);
    message = next;
  }
  return groups.length === 0 ? [] : [...groups, 0];
}
