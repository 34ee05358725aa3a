import type { Component } from '../../component.ts';
import type { Model } from '../../model.ts';
import {
  isObject,
  mapSame,
  plain,
  type RankedNumbers,
  type RankedPlace,
  type RankRules,
} from '../../ranks.ts';
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
  private readonly texts = new Map<string, boolean>();

  constructor(model: RankedModel, sink: RankSink) {
    this.model = model;
    this.sink = sink;
  }

  /** A cell without its messages; the same object where nothing in it is renamed. */
  cell(component: Component, cell: Cell): Cell {
    const { id } = component;
    const { state, pending, note } = cell;
    this.fixed(state.value);
    const context = this.read(id, id, state.context);
    const items = mapSame(pending, (item): Pending => {
      if (item.kind === 'message') return item;
      const name = this.text(id, item.id);
      const event = this.event(id, id, item.event);
      return name === item.id && event === item.event ? item : { ...item, id: name, event };
    });
    const noted = note === undefined ? undefined : rankedNote(note, this.sink);
    if (context === state.context && items === pending && noted === note) return cell;
    return {
      ...cell,
      state: context === state.context ? state : { value: state.value, context },
      pending: items,
      ...(noted === undefined ? {} : { note: noted }),
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
          ? mapSame(value as readonly Json[], (inner) => within(inner, at))
          : this.fixed(value);
      }
      // What somebody asked is remembered with who it was.
      const asker = at.path.length > 0 ? value['from'] : undefined;
      const inside = typeof asker === 'string' ? { ...at, from: asker } : at;
      let isSame = true;
      const fields: [string, Json][] = [];
      for (const name of Object.keys(value)) {
        const inner = value[name] ?? null;
        const read = field(name, inner, inside);
        isSame &&= read === inner;
        fields.push([name, read]);
      }
      return isSame ? value : Object.fromEntries(fields);
    };
    const field = (name: string, inner: Json, inside: RankedPlace): Json => {
      const rule = Object.hasOwn(rules.fields, name) ? rules.fields[name] : ENGINE_FIELDS[name];
      if (rule === plain) return inner;
      if (rule === undefined) {
        this.fixed(name);
        if (typeof inner !== 'object' || inner === null) return this.fixed(inner);
      }
      const below = { ...inside, path: [...inside.path, name] };
      return rule === undefined ? within(inner, below) : rule(inner, numbers, below);
    };
    const numbers: RankedNumbers = {
      number: (family, value, counts = false) => this.sink.number(family, value, counts),
      cyclic: (family, value, size, counts = false) => this.sink.cyclic(family, value, size, counts),
      within: (value, at) => within(value, at),
    };
    return within(whole, { own, from, path: [], whole });
  }

  /** Whether every part of a text that has digits is one of the model's names; asked of few texts again and again. */
  private isName(text: string): boolean {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const isName = !/\d/.test(text) || partsOf(text).every((part) => this.model.names.has(part));
    if (this.texts.size >= TEXTS) this.texts.clear();
    this.texts.set(text, isName);
    return isName;
  }

  /** What no rule reads must not have any number in it. */
  private fixed(value: Json): Json {
    if (typeof value === 'number') this.sink.undeclared();
    else if (typeof value === 'string') {
      if (!this.isName(value)) this.sink.undeclared();
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

/** Texts that are remembered. */
const TEXTS = 1000;

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
