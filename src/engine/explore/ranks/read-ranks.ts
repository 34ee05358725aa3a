import type { Component } from '../../component.ts';
import type { Model } from '../../model.ts';
import { isObject, plain, type RankedNumbers, type RankedPlace, type RankRules } from '../../ranks.ts';
import type { Json } from '../../trace.ts';
import type { Cell, Pending } from '../../world.ts';
import { mapEnds, type Memory } from '../monitor-memory.ts';
import { rankedNote } from '../observe.ts';
import { rankedMemory } from './ranked-memory.ts';
import type { RankSink } from './sink.ts';

/** How the numbers of a model are declared. */
export interface RankedModel {
  /** By component. */
  readonly rules: ReadonlyMap<string, RankRules>;
  /** Parts of names that have digits and are no numbers. */
  readonly names: ReadonlySet<string>;
  /** By family: the highest number that comes from somebody's options. */
  readonly constants: ReadonlyMap<string, number>;
}

/** How the numbers of a model are declared; null where some component does not say. */
export function rankedModel(model: Model): RankedModel | null {
  const rules = new Map<string, RankRules>();
  const names = new Set<string>();
  const constants = new Map<string, number>();
  for (const { id, lanes = [], ranks } of model.components) {
    if (ranks === undefined) return null;
    rules.set(id, ranks);
    collectNames([id, lanes, ranks.options], names);
    for (const [family, highest] of Object.entries(ranks.constants ?? {})) {
      constants.set(family, Math.max(highest, constants.get(family) ?? 0));
    }
  }
  return { rules, names, constants };
}

/** Reads cells, messages and memories by what their components declare; gives them as the sink renames them. */
export class RankReader {
  private readonly model: RankedModel;
  private readonly sink: RankSink;

  constructor(model: RankedModel, sink: RankSink) {
    this.model = model;
    this.sink = sink;
  }

  /** A cell without its messages. */
  cell(component: Component, cell: Cell): Cell {
    const { id } = component;
    const { state, pending, note } = cell;
    this.fixed(state.value);
    const context = this.read(id, id, state.context);
    const items = pending.map((item): Pending => {
      if (item.kind === 'message') return item;
      return { ...item, id: this.text(id, item.id), event: this.event(id, id, item.event) };
    });
    return {
      ...cell,
      state: { value: state.value, context },
      pending: items,
      ...(note === undefined ? {} : { note: rankedNote(note, this.sink) }),
    };
  }

  /** A message on its way to a component. */
  message(component: Component, item: Pending): Pending {
    const { from } = item.event;
    const sender = typeof from === 'string' ? from : component.id;
    return {
      ...item,
      event: this.event(component.id, sender, item.event),
      ...(item.note === undefined ? {} : { note: rankedNote(item.note, this.sink) }),
    };
  }

  memory(memory: Memory): Memory {
    return rankedMemory(
      mapEnds(memory, (endsInUs) => endsInUs),
      this.sink,
    );
  }

  private event(own: string, from: string, event: Pending['event']): Pending['event'] {
    return this.read(own, from, event) as Pending['event'];
  }

  private text(own: string, id: string): string {
    const { id: read } = this.read(own, own, { id }) as { readonly id: string };
    return read;
  }

  private read(own: string, from: string, whole: Json): Json {
    const rules = this.model.rules.get(own);
    if (rules === undefined || !isObject(whole)) return this.fixed(whole);
    const within = (value: Json, at: RankedPlace): Json => {
      if (!isObject(value)) {
        return Array.isArray(value)
          ? (value as readonly Json[]).map((inner) => within(inner, at))
          : this.fixed(value);
      }
      // What somebody asked is remembered with who it was.
      const asker = at.path.length > 0 ? value['from'] : undefined;
      const inside = typeof asker === 'string' ? { ...at, from: asker } : at;
      const fields = Object.entries(value).map(([name, inner]): [string, Json] => {
        const rule = Object.hasOwn(rules.fields, name) ? rules.fields[name] : ENGINE_FIELDS[name];
        const below = { ...inside, path: [...inside.path, name] };
        if (rule !== undefined) return [name, rule(inner, numbers, below)];
        this.fixed(name);
        return [name, within(inner, below)];
      });
      return Object.fromEntries(fields);
    };
    const numbers: RankedNumbers = {
      number: (family, value, counts = false) => this.sink.number(family, value, counts),
      cyclic: (family, value, size, counts = false) => this.sink.cyclic(family, value, size, counts),
      within: (value, at) => within(value, at),
    };
    return within(whole, { own, from, path: [], whole });
  }

  /** What no rule reads must not have any number in it. */
  private fixed(value: Json): Json {
    if (typeof value === 'number') this.sink.undeclared();
    else if (typeof value === 'string') {
      if (/\d/.test(value) && partsOf(value).some((part) => !this.model.names.has(part)))
        this.sink.undeclared();
    } else if (Array.isArray(value)) for (const inner of value as readonly Json[]) this.fixed(inner);
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        this.fixed(name);
        this.fixed(inner);
      }
    }
    return value;
  }
}

/** Faults after which every counter of a component goes on where it was. */
const HARMLESS: ReadonlySet<string> = new Set([
  'pause',
  'resume',
  'clock',
  'refuse',
  'serve',
  'cut',
  'heal',
  'refuse-link',
  'heal-link',
  'fail-next',
]);

/** Whether what is pending may make a component's counters begin anew. */
export function mayReset({ kind, event }: Pending): boolean {
  return kind === 'fault' && !HARMLESS.has(event.type);
}

/** Fields of events that the engine makes: durations, and what was done at the start of the model. */
const ENGINE_FIELDS: RankRules['fields'] = { byUs: plain, ratePpm: plain, leftUs: plain, left: plain };

/** Parts of a text that have digits. */
function partsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((part) => /\d/.test(part));
}

/** Parts that are digits alone could be numbers just as well. */
function collectNames(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    for (const part of partsOf(value)) if (!/^\d+$/.test(part)) into.add(part);
  } else if (Array.isArray(value)) for (const inner of value as readonly unknown[]) collectNames(inner, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      collectNames(name, into);
      collectNames(inner, into);
    }
  }
}
