import type * as v from 'valibot';

/**
 * Random values of a schema, found from the schema itself: a choice that somebody adds is drawn from then on
 * without a word here. Sizes are small and times coarse, so that things coincide.
 */
export interface Drawing {
  readonly random: () => number;
  /** How often a field that may be left out is there. */
  readonly often: number;
  /** Values by the name of the field, where any value of its type would mean nothing; undefined: left out. */
  readonly fields: { readonly [field: string]: () => unknown };
}

/** What this looks at of a schema. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
  readonly options?: readonly (Shape | string | number)[];
  readonly item?: Shape;
  readonly items?: readonly Shape[];
  readonly value?: Shape;
  readonly literal?: unknown;
  readonly pipe?: readonly Action[];
  readonly getter?: (input: unknown) => Shape;
}

interface Action {
  readonly type: string;
  readonly requirement?: unknown;
}

/** Draws a value; undefined where nothing of this kind is known. `field` is the name under which it stands. */
export function drawValue(schema: v.GenericSchema<unknown, unknown>, drawing: Drawing, field = ''): unknown {
  return draw(schema, drawing, field);
}

/** One of several. */
export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('there is nothing to pick from');
  return items[Math.floor(random() * items.length)] as Item;
}

/** Milliseconds, and differences. */
const NUMBERS = [0, 1, 100, 200, 300, 500, 1000, 1500, 2500, -100, 2, 3, 0.5];
/** Texts of no meaning. */
const TEXTS = ['x', 'y', '5'];

function draw(schema: Shape, drawing: Drawing, field: string): unknown {
  const { random, fields } = drawing;
  if (schema.type === 'optional') {
    if (schema.wrapped === undefined || random() >= drawing.often) return undefined;
    return draw(schema.wrapped, drawing, field);
  }
  const named = fields[field];
  if (named !== undefined) return named();
  switch (schema.type) {
    case 'lazy':
      return schema.getter === undefined ? undefined : draw(schema.getter(undefined), drawing, field);
    case 'variant':
    case 'union':
      return draw(pick(random, (schema.options ?? []) as readonly Shape[]), drawing, field);
    case 'literal':
      return schema.literal;
    case 'picklist':
      return pick(random, schema.options ?? []);
    case 'boolean':
      return random() < 0.5;
    case 'number':
      return drawNumber(schema, random);
    case 'string':
      return pick(random, TEXTS);
    case 'array':
      return [0, 1].flatMap(() => (schema.item === undefined ? [] : [draw(schema.item, drawing, field)]));
    case 'strict_tuple':
      return (schema.items ?? []).map((item) => draw(item, drawing, field));
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {})
          .map(([name, inner]) => [name, draw(inner, drawing, name)] as const)
          .filter(([, value]) => value !== undefined),
      );
    default:
      throw new Error(`nobody knows how to draw a value of type "${schema.type}" for "${field}"`);
  }
}

function drawNumber({ pipe = [] }: Shape, random: () => number): number {
  const bound = (type: string, otherwise: number): number => {
    const found = pipe.findLast((action) => action.type === type)?.requirement;
    return typeof found === 'number' ? found : otherwise;
  };
  const [min, max] = [bound('min_value', -Infinity), bound('max_value', Infinity)];
  const isWhole = pipe.some(({ type }) => type === 'integer' || type === 'safe_integer');
  const known = NUMBERS.filter(
    (number) => number >= min && number <= max && (!isWhole || Number.isInteger(number)),
  );
  return pick(random, known.length === 0 ? [min] : known);
}
