import { promise } from './assert.ts';
import { withPending, type NewPending } from './cell.ts';
import { cellOf } from './choices.ts';
import type { Component, EntryDraft } from './component.ts';
import { componentOf, type Model } from './model.ts';
import type { Micros } from './time.ts';
import type { Entry } from './trace.ts';
import type { Cell, Pending, World } from './world.ts';

/** The world after a choice, and the trace entries that it made. */
export interface Applied {
  readonly world: World;
  readonly entries: readonly Entry[];
}

/** Thrown inside a step in which a component that must take part refuses: nothing happens at all. */
export const REFUSED = Symbol('refused');

type Told = { -readonly [Field in keyof Entry]: Entry[Field] };

/** A step in the making: cells are copied as they change, entries are collected. */
export class Scratch {
  readonly model: Model;
  readonly now: Micros;
  readonly entries: Entry[] = [];
  /** The message being handled, until an entry names it. */
  handling: { readonly node: string; readonly message: string; readonly sent: Micros } | null = null;
  /** The message that this step hands over, as it was pending. */
  message: Pending | null = null;
  /** What is answered to this component is lost, with or without its being told. */
  answerLost: { readonly to: string; readonly isTold: boolean } | null = null;
  private readonly world: World;
  private readonly changed: Record<string, Cell> = {};
  private nextSeq: number;
  private nextOrder: number;
  private budget: World['budget'];

  constructor(model: Model, world: World, now: Micros, passesOver: number) {
    this.model = model;
    this.world = world;
    this.now = now;
    this.nextSeq = world.nextSeq;
    this.nextOrder = world.nextOrder;
    this.budget = passesOver === 0 ? world.budget : { ...world.budget, late: world.budget.late - passesOver };
  }

  component(id: string): Component {
    const component = componentOf(this.model, id);
    promise(component !== undefined, `there is no component "${id}" in the model`);
    return component;
  }

  cell(id: string): Cell {
    return this.changed[id] ?? cellOf(this.world, id);
  }

  setCell(id: string, cell: Cell): void {
    this.changed[id] = cell;
  }

  add(id: string, item: NewPending): void {
    this.setCell(id, withPending(this.cell(id), { ...item, order: this.nextOrder }));
    this.nextOrder += 1;
  }

  spend(kind: 'pause' | 'crash' | 'lose' | 'duplicate'): void {
    this.budget = { ...this.budget, [kind]: (this.budget[kind] ?? 0) - 1 };
  }

  /** Adds an entry and gives its `seq`. */
  enter(actor: string, cause: number | null, draft: EntryDraft): number {
    const seq = this.nextSeq;
    this.nextSeq += 1;
    const entry: Told = { seq, t: this.now, actor, cause, ...draft };
    this.claim(entry, actor);
    this.entries.push(entry);
    return seq;
  }

  /** The first entry of a message's receiver names the message; a write also says when it was issued. */
  private claim(entry: Told, actor: string): void {
    const { handling } = this;
    if (handling === null || handling.node !== actor) return;
    this.handling = null;
    entry.message = handling.message;
    if (entry.ev === 'write') entry.sent = handling.sent;
  }

  done(): Applied {
    const cells =
      Object.keys(this.changed).length === 0 ? this.world.cells : { ...this.world.cells, ...this.changed };
    const { nextSeq, nextOrder, budget, now } = this;
    return { world: { now, nextSeq, nextOrder, cells, budget }, entries: this.entries };
  }
}
