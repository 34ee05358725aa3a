import type { Json } from './trace.ts';

/**
 * Which numbers of a component count only by their order: tokens, versions, numbers of leases and the like.
 * Situations that differ only in how far such numbers have risen are alike, and whoever explores may give
 * them smaller ones. A family is what is compared with each other, in one component or in several. The next
 * number of a family is one more than its counter, and no number is made in another way.
 *
 * What is not declared keeps its number, and then all others do so as well: a forgotten field costs worlds,
 * never a finding. A component without declarations stops all renaming in its model.
 */
export interface RankRules {
  /** By name of the field, at any depth of the machine's memory, of an event, and `id` of a timer or deadline. */
  readonly fields: { readonly [field: string]: RankRule };
  /** By family: the highest number that comes from the component's options and not from a counter. */
  readonly constants?: { readonly [family: string]: number };
  /** What its options say; names in there may have digits that are no numbers. */
  readonly options: unknown;
}

/** Reads what is in a field, and gives it with the numbers that they are renamed to. */
export type RankRule = (value: Json, numbers: RankedNumbers, at: RankedPlace) => Json;

/** Where a value was met. */
export interface RankedPlace {
  /** The component. */
  readonly own: string;
  /** Who sent the event that it is in, or asked for what is remembered; the component itself for everything else. */
  readonly from: string;
  /** Names of the fields that it is in, the outermost first. */
  readonly path: readonly string[];
  /** The event, or the memory, that it is in. */
  readonly whole: { readonly [field: string]: Json };
}

/** What becomes of numbers. */
export interface RankedNumbers {
  /** A number of a family; with `counts` its counter. */
  number(family: string, value: number, counts?: boolean): number;
  /** A number that goes round and round, modulo `size`; the next one is one more than the counter. */
  cyclic(family: string, value: number, size: number, counts?: boolean): number;
  /** Goes on with the rules for what is inside. */
  within(value: Json, at: RankedPlace): Json;
}

type Family = string | ((at: RankedPlace) => string);

/** Numbers or texts that mean nothing but themselves, and everything in them. */
export const plain: RankRule = (value) => value;

/** A number, or any number inside: all of one family. */
export function ranked(family: Family): RankRule {
  return (value, numbers, at) => mapNumbers(value, (number) => numbers.number(named(family, at), number));
}

/** The counter of a family, or several: whatever number is inside. */
export function counter(family: Family): RankRule {
  return (value, numbers, at) =>
    mapNumbers(value, (number) => numbers.number(named(family, at), number, true));
}

/** Numbers by a name that their family depends on. */
export function rankedBy(family: (name: string, at: RankedPlace) => string): RankRule {
  return (value, numbers, at) =>
    mapFields(value, (inner, name) =>
      mapNumbers(inner, (number) => numbers.number(family(name, at), number)),
    );
}

/** An object whose fields have numbers for names; what is in them is read by the rules. */
export function byRank(family: Family): RankRule {
  return (value, numbers, at) => {
    if (!isObject(value)) return numbers.within(value, at);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        String(numbers.number(named(family, at), Number(name))),
        numbers.within(inner, at),
      ]),
    );
  };
}

/** How the number at the end of a text is to be read, by what comes before it. */
export interface TextRule {
  readonly before: RegExp;
  /** `before`: what came before the number. */
  family(before: string, at: RankedPlace): string;
  /** It goes round and round. */
  readonly size?: number;
}

/** Texts that end in a number, as `loop:3`, also as names of fields; the first rule that fits reads it. */
export function endsInRank(...rules: readonly TextRule[]): RankRule {
  const text = (value: string, numbers: RankedNumbers, at: RankedPlace): string => {
    const parts = /^(.*?)(\d+)([^\d]*)$/s.exec(value);
    const [, before = '', digits = '', after = ''] = parts ?? [];
    const rule = parts === null ? undefined : rules.find((candidate) => candidate.before.test(before));
    if (rule === undefined) return asText(numbers.within(value, at));
    const family = rule.family(before, at);
    const number =
      rule.size === undefined
        ? numbers.number(family, Number(digits))
        : numbers.cyclic(family, Number(digits), rule.size);
    return `${before}${String(number)}${after}`;
  };
  const read: RankRule = (value, numbers, at) => {
    if (typeof value === 'string') return text(value, numbers, at);
    if (Array.isArray(value)) return (value as readonly Json[]).map((inner) => read(inner, numbers, at));
    if (!isObject(value)) return numbers.within(value, at);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name, numbers, at),
        typeof inner === 'string' ? text(inner, numbers, at) : numbers.within(inner, at),
      ]),
    );
  };
  return read;
}

/** An object whose names are read by one rule and their contents by another. */
export function entriesOf(name: RankRule, inner: RankRule): RankRule {
  return (value, numbers, at) => {
    if (!isObject(value)) return numbers.within(value, at);
    const entries = Object.entries(value).map(([field, content]): [string, Json] => [
      asText(name(field, numbers, at)),
      inner(content, numbers, at),
    ]);
    return Object.fromEntries(entries);
  };
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a value has fields. */
export function isObject(value: Json): value is { readonly [field: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes what is in a list; gives the list itself where nothing is another. */
export function mapSame<T>(list: readonly T[], change: (inner: T) => T): readonly T[] {
  let isSame = true;
  const changed = list.map((inner) => {
    const after = change(inner);
    isSame &&= after === inner;
    return after;
  });
  return isSame ? list : changed;
}

function named(family: Family, at: RankedPlace): string {
  return typeof family === 'string' ? family : family(at);
}

function mapNumbers(value: Json, change: (number: number) => number): Json {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return mapSame(value as readonly Json[], (inner) => mapNumbers(inner, change));
  return mapFields(value, (inner) => mapNumbers(inner, change));
}

function mapFields(value: Json, change: (inner: Json, name: string) => Json): Json {
  if (!isObject(value)) return value;
  let isSame = true;
  const fields = Object.entries(value).map(([name, inner]): [string, Json] => {
    const changed = change(inner, name);
    isSame &&= changed === inner;
    return [name, changed];
  });
  return isSame ? value : Object.fromEntries(fields);
}
