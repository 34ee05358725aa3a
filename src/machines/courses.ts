import type { ActionFunction, AnyStateMachine, AnyStateNode } from 'xstate';
import { BrokenPromise } from '../engine/assert.ts';
import type { Effect, MachineEvent } from '../engine/component.ts';
import type { Json } from '../engine/trace.ts';

/** What XState gives to a guard or an action. */
interface Args {
  readonly context: Json;
  readonly event: MachineEvent;
}

type Guard = (args: Args, params: undefined) => boolean;
type Emits = (args: Args) => readonly Effect[];
type Assigns = (args: Args, params: undefined) => object;

/** One thing that a machine did with an event, as it was seen. */
type Deed =
  | { readonly kind: 'guard'; readonly run: Guard; readonly came: boolean }
  | { readonly kind: 'emit'; readonly run: Emits }
  | { readonly kind: 'assign'; readonly run: Assigns };

/** Where a course ends. */
export interface CourseEnd {
  readonly kind: 'end';
  /** The state value, and the same as text. */
  readonly value: Json;
  readonly valueKey: string;
  /** XState enabled no transition. */
  readonly isNothing: boolean;
}

interface GuardNode {
  readonly kind: 'guard';
  readonly run: Guard;
  yes: Node | null;
  no: Node | null;
}
interface EmitNode {
  readonly kind: 'emit';
  readonly run: Emits;
  next: Node | null;
}
interface AssignNode {
  readonly kind: 'assign';
  readonly run: Assigns;
  next: Node | null;
}
type Node = GuardNode | EmitNode | AssignNode | CourseEnd;

/** What is known of one state value, by type of event. */
export type CoursesFrom = Map<string, Node>;

/** What came of going a known course. */
export interface Gone {
  readonly end: CourseEnd;
  readonly context: Json;
}

/**
 * The courses that events take through a machine, as XState took them before: which guards it asked, in which order,
 * and which actions it ran for which answers. From one state value XState does the same with every event of a type as
 * long as its guards answer the same, so that what it did once can be gone again by asking the guards and running the
 * actions alone; that is several times as fast as having it worked out by XState, which makes a whole snapshot for each
 * assignment. What was not met before XState does, and it is noted.
 *
 * Only machines of which that holds have courses: nothing but guards, emitted effects and assignments, no history, no
 * final state, no child.
 */
export class Courses {
  private readonly from = new Map<string, CoursesFrom>();

  /** The courses of a machine, which are the same for all components that it drives; null: it can have none. */
  static of(machine: AnyStateMachine): Courses | null {
    const known = courses.get(machine);
    if (known !== undefined) return known;
    const made = watch(machine.root) ? new Courses() : null;
    courses.set(machine, made);
    return made;
  }

  /** Those from a state value, which is given as text. */
  fromValue(valueKey: string): CoursesFrom {
    const known = this.from.get(valueKey);
    if (known !== undefined) return known;
    const made: CoursesFrom = new Map();
    this.from.set(valueKey, made);
    return made;
  }
}

/**
 * Goes the course of an event from a context, if it is known to its end, and adds the effects; null: it is not, and
 * what was added says nothing.
 */
export function go(from: CoursesFrom, event: MachineEvent, before: Json, effects: Effect[]): Gone | null {
  let node = from.get(event.type) ?? null;
  let args: Args = { context: before, event };
  while (node !== null) {
    switch (node.kind) {
      case 'guard':
        node = node.run(args, undefined) ? node.yes : node.no;
        break;
      case 'emit':
        for (const effect of node.run(args)) effects.push(effect);
        node = node.next;
        break;
      case 'assign':
        args = { context: { ...(args.context as object), ...node.run(args, undefined) }, event };
        node = node.next;
        break;
      case 'end':
        return { end: node, context: args.context };
    }
  }
  return null;
}

/** Lets XState do something and notes the course that it took; nothing where it throws. */
export function note<Done>(
  from: CoursesFrom,
  event: MachineEvent,
  run: () => Done,
  endOf: (done: Done) => Omit<CourseEnd, 'kind'>,
): Done {
  const deeds: Deed[] = [];
  const before = watched;
  watched = deeds;
  let done: Done;
  try {
    done = run();
  } finally {
    watched = before;
  }
  const end: CourseEnd = { kind: 'end', ...endOf(done) };
  let link: Link = {
    get: () => from.get(event.type) ?? null,
    set: (node) => from.set(event.type, node),
  };
  for (const deed of deeds) link = follow(link, deed);
  const known = link.get();
  if (known === null) link.set(end);
  else if (known.kind !== 'end' || known.valueKey !== end.valueKey) throw strays();
  return done;
}

const courses = new WeakMap<AnyStateMachine, Courses | null>();

/** What is noted now; null: nothing. */
let watched: Deed[] | null = null;

/** A place in the tree where the next deed hangs, or will. */
interface Link {
  readonly get: () => Node | null;
  readonly set: (node: Node) => void;
}

function follow(link: Link, deed: Deed): Link {
  let node = link.get();
  if (node === null) {
    node = nodeOf(deed);
    link.set(node);
  }
  if (node.kind === 'end' || node.kind !== deed.kind || node.run !== deed.run) throw strays();
  const at = node;
  if (at.kind !== 'guard') return { get: () => at.next, set: (next) => (at.next = next) };
  const side = deed.kind === 'guard' && deed.came ? 'yes' : 'no';
  return { get: () => at[side], set: (next) => (at[side] = next) };
}

function nodeOf(deed: Deed): Node {
  switch (deed.kind) {
    case 'guard':
      return { kind: 'guard', run: deed.run, yes: null, no: null };
    case 'emit':
      return { kind: 'emit', run: deed.run, next: null };
    case 'assign':
      return { kind: 'assign', run: deed.run, next: null };
  }
}

function strays(): BrokenPromise {
  return new BrokenPromise(
    'what XState does depends on the state value, the event’s type and its guards alone',
  );
}

/** Notes from now on what guards and actions below a node do; false: it has something that courses do not know. */
function watch(node: AnyStateNode): boolean {
  if (node.type === 'final' || node.type === 'history' || node.invoke.length > 0) return false;
  const transitions = [...node.transitions.values(), node.always ?? []].flat();
  if (node.type === 'compound') transitions.push(node.initial as never);
  if (!transitions.every(({ guard }) => guard === undefined || typeof guard === 'function')) return false;
  const actions = transitions.flatMap((transition) => transition.actions).concat(node.entry, node.exit);
  if (!actions.every((action) => isEmit(action) || isAssign(action))) return false;
  if (!Object.values(node.states).every(watch)) return false;
  for (const transition of transitions) {
    const { guard } = transition;
    if (guard !== undefined) transition.guard = watchedGuard(guard as Guard);
    transition.actions = transition.actions.map(watchedAction);
  }
  node.entry = node.entry.map(watchedAction);
  node.exit = node.exit.map(watchedAction);
  return true;
}

interface EmitAction {
  readonly type: 'emit';
  readonly params: Emits | readonly Effect[];
}
type Assignment = Assigns | { readonly [field: string]: unknown };
interface AssignAction {
  readonly type: 'xstate.assign';
  readonly assignment: Assignment;
}

function isEmit(action: unknown): action is EmitAction {
  return typeof action === 'object' && action !== null && 'type' in action && action.type === 'emit';
}

/** As `assign` makes it: a function that carries what is assigned. */
function isAssign(action: unknown): action is AssignAction {
  return typeof action === 'function' && 'type' in action && action.type === 'xstate.assign';
}

function watchedGuard(run: Guard): Guard {
  return (args, params) => {
    const came = run(args, params);
    watched?.push({ kind: 'guard', run, came });
    return came;
  };
}

function watchedAction(action: unknown): never {
  if (isEmit(action)) {
    const { params } = action;
    const run: Emits = typeof params === 'function' ? params : () => params;
    const noted: Emits = (args) => {
      watched?.push({ kind: 'emit', run });
      return run(args);
    };
    return { ...action, params: noted } as never;
  }
  const { assignment } = action as AssignAction;
  const run: Assigns = typeof assignment === 'function' ? assignment : (args) => assigned(assignment, args);
  const noted: Assigns = (args, params) => {
    watched?.push({ kind: 'assign', run });
    return run(args, params);
  };
  const made: ActionFunction<never, never, never, never, never, never, never, never, never> = () => undefined;
  return Object.assign(made, action, { assignment: noted }) as never;
}

/** Fields one by one, some of them worked out. */
function assigned(assignment: { readonly [field: string]: unknown }, args: Args): object {
  return Object.fromEntries(
    Object.entries(assignment).map(([field, value]) => [
      field,
      typeof value === 'function' ? (value as (args: Args) => unknown)(args) : value,
    ]),
  );
}
