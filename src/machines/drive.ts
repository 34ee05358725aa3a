import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { BrokenPromise } from '../engine/assert.ts';
import type {
  Component,
  Effect,
  MachineEvent,
  MachineState,
  ProcessStatus,
  Role,
  Step,
} from '../engine/component.ts';
import type { RankRules } from '../engine/ranks.ts';
import type { Json } from '../engine/trace.ts';
import { Courses, go, type CourseEnd, type CoursesFrom } from './courses.ts';

/** What a machine is to the engine, beside its behaviour. */
export interface ComponentOptions {
  readonly id: string;
  readonly role: Role;
  readonly lanes?: readonly string[];
  readonly spontaneous?: readonly MachineEvent[];
  readonly dated?: true;
  readonly ranks?: RankRules;
}

/**
 * Makes an XState machine a component of the engine: the only place that calls XState. The machine is
 * driven as a pure function. What it does with one event in one state is computed once and remembered;
 * states are shared objects, equal states being the same one. A machine that several components share is told by
 * `onTurn` whose turn it is, each time before it is asked.
 */
export function componentOf(
  machine: AnyStateMachine,
  options: ComponentOptions,
  onTurn: () => void = () => undefined,
): Component {
  const { ranks, ...rest } = options;
  const driven = new DrivenMachine(machine, options.id, onTurn);
  const component: Component = {
    ...freeze({ ...rest }),
    ...(ranks === undefined ? {} : { ranks }),
    initial: () => driven.initial(),
    step: (state, event) => driven.step(state, event),
    status: (state) => driven.status(state),
  };
  machines.set(component, machine);
  drives.set(component, driven);
  return component;
}

/** The machine that drives a component, for who wants to show it; undefined for one that has none. */
export function machineOf(component: Component): AnyStateMachine | undefined {
  return machines.get(component);
}

const machines = new WeakMap<Component, AnyStateMachine>();
const drives = new WeakMap<Component, DrivenMachine>();

/** The same for the start of a component, which `initial` has to agree with. */
export function firstByXState(component: Component): Step {
  return driveOf(component).firstByXState();
}

/**
 * What XState itself makes of an event in a state of a component, whatever is remembered and whichever courses are
 * known: what `step` has to agree with. Throws for a component that has no machine.
 */
export function stepByXState(component: Component, state: MachineState, event: MachineEvent): Step | null {
  return driveOf(component).byXState(state, event);
}

function driveOf(component: Component): DrivenMachine {
  const driven = drives.get(component);
  if (driven === undefined) throw new BrokenPromise(`component "${component.id}" has no machine`);
  return driven;
}

/** States remembered before memory is given up and filled anew. */
const MEMORY_LIMIT = 50_000;

interface Known {
  readonly state: MachineState;
  readonly valueKey: string;
  readonly status: ProcessStatus;
  readonly steps: Map<string, Step | null>;
  /** The courses from its value; null where its machine has none. */
  readonly courses: CoursesFrom | null;
  /** As XState has it, once that is needed. */
  snapshot: AnyMachineSnapshot | null;
}

class DrivenMachine {
  private readonly machine: AnyStateMachine;
  private readonly id: string;
  private readonly onTurn: () => void;
  private readonly courses: Courses | null;
  private byObject = new WeakMap<MachineState, Known>();
  private byKey = new Map<string, Known>();
  private first: Step | undefined;

  constructor(machine: AnyStateMachine, id: string, onTurn: () => void) {
    this.machine = machine;
    this.id = id;
    this.onTurn = onTurn;
    this.courses = Courses.of(machine);
  }

  initial(): Step {
    this.first ??= this.computeFirst();
    return this.first;
  }

  step(state: MachineState, event: MachineEvent): Step | null {
    const known = this.known(state);
    const key = eventKey(event);
    const remembered = known.steps.get(key);
    if (remembered !== undefined) return remembered;
    const step = this.compute(known, event);
    known.steps.set(key, step);
    return step;
  }

  status(state: MachineState): ProcessStatus {
    return this.known(state).status;
  }

  /** The way to the first state is a course as well: from no value, by the event that XState makes for it. */
  private computeFirst(): Step {
    const { courses, machine } = this;
    this.onTurn();
    if (courses === null) {
      const { snapshot, effects } = this.begin();
      return { state: this.rememberSnapshot(snapshot).state, effects: freeze(effects) };
    }
    const from = courses.fromValue(NO_VALUE);
    const effects: Effect[] = [];
    const gone = go(from, FIRST_EVENT, firstContext(machine), effects);
    if (gone !== null) {
      const { value, valueKey, status } = gone.end;
      return {
        state: this.remember(value, valueKey, gone.context, status, null).state,
        effects: freeze(effects),
      };
    }
    const begun = courses.note(
      from,
      FIRST_EVENT,
      () => this.begin(),
      ({ snapshot }) => endOf(snapshot, false),
    );
    return { state: this.rememberSnapshot(begun.snapshot).state, effects: freeze(begun.effects) };
  }

  private begin(): { readonly snapshot: AnyMachineSnapshot; readonly effects: readonly Effect[] } {
    const effects: Effect[] = [];
    const snapshot = collecting(effects, () => this.machine.getInitialSnapshot(SCOPE, undefined));
    if (snapshot.status === 'error') throw snapshot.error;
    return { snapshot, effects };
  }

  private compute(known: Known, event: MachineEvent): Step | null {
    const effects: Effect[] = [];
    this.onTurn();
    const gone = known.courses === null ? null : go(known.courses, event, known.state.context, effects);
    if (gone === null) return this.computeByXState(known, event);
    const { end, context } = gone;
    if (end.isNothing) return null;
    const { state } = this.remember(end.value, end.valueKey, context, end.status, null);
    return { state, effects: freeze(effects) };
  }

  /** What XState begins with, whatever is remembered. */
  firstByXState(): Step {
    this.onTurn();
    const { snapshot, effects } = this.begin();
    return { state: { value: snapshot.value as Json, context: snapshot.context as Json }, effects };
  }

  /** What XState makes of an event, whatever is remembered. */
  byXState(state: MachineState, event: MachineEvent): Step | null {
    this.onTurn();
    const { next, effects } = this.transit(this.resolved(state), event);
    if (next === null) return null;
    return { state: { value: next.value as Json, context: next.context as Json }, effects };
  }

  private computeByXState(known: Known, event: MachineEvent): Step | null {
    known.snapshot ??= this.resolved(known.state);
    const { snapshot, courses } = known;
    const transit = (): Transit => this.transit(snapshot, event);
    const { next, effects } =
      this.courses === null || courses === null
        ? transit()
        : this.courses.note(courses, event, transit, (done) =>
            endOf(done.next ?? snapshot, done.next === null),
          );
    if (next === null) return null;
    return { state: this.rememberSnapshot(next).state, effects: freeze(effects) };
  }

  /** Nothing next: XState gives the same snapshot back where no transition is enabled. */
  private transit(snapshot: AnyMachineSnapshot, event: MachineEvent): Transit {
    const effects: Effect[] = [];
    let acted = false;
    const next = collecting(
      effects,
      () => this.machine.transition(snapshot, event, SCOPE),
      () => {
        acted = true;
      },
    );
    if (next.status === 'error')
      throw new BrokenPromise(`machine "${this.id}" failed on ${JSON.stringify(event)}`);
    return { next: next === snapshot && !acted ? null : next, effects };
  }

  private known(state: MachineState): Known {
    const known = this.byObject.get(state);
    if (known !== undefined) return known;
    const { value, context } = state;
    return (
      this.byKey.get(keyOf(JSON.stringify(value), context)) ?? this.rememberSnapshot(this.resolved(state))
    );
  }

  private resolved({ value, context }: MachineState): AnyMachineSnapshot {
    return this.machine.resolveState({ value, context } as never) as AnyMachineSnapshot;
  }

  private rememberSnapshot(snapshot: AnyMachineSnapshot): Known {
    const value = snapshot.value as Json;
    // XState looks at regions in the order in which they were entered. Where that is noted, it is that of the definition,
    // so that nothing depends on how a state was come to.
    const kept = this.courses === null ? snapshot : null;
    return this.remember(value, JSON.stringify(value), snapshot.context as Json, statusOf(snapshot), kept);
  }

  private remember(
    value: Json,
    valueKey: string,
    context: Json,
    status: ProcessStatus,
    snapshot: AnyMachineSnapshot | null,
  ): Known {
    const key = keyOf(valueKey, context);
    const before = this.byKey.get(key);
    if (before !== undefined) return before;
    if (this.byKey.size >= MEMORY_LIMIT) {
      this.byKey = new Map();
      this.byObject = new WeakMap();
    }
    const state: MachineState = freeze({ value, context });
    const courses = this.courses?.fromValue(valueKey) ?? null;
    const known: Known = { state, valueKey, status, steps: new Map(), courses, snapshot };
    this.byKey.set(key, known);
    this.byObject.set(state, known);
    return known;
  }
}

/** Stands for the value of a machine that has not begun. */
const NO_VALUE = '';
/** What XState gives to the actions on the way to the first state; it has no input. */
const FIRST_EVENT: MachineEvent = { type: 'xstate.init' };

/** The context that a machine begins with. */
function firstContext({ config }: AnyStateMachine): Json {
  const context: unknown = config.context;
  return (typeof context === 'function' ? (context as () => unknown)() : (context ?? {})) as Json;
}

interface Transit {
  readonly next: AnyMachineSnapshot | null;
  readonly effects: readonly Effect[];
}

function endOf(snapshot: AnyMachineSnapshot, isNothing: boolean): Omit<CourseEnd, 'kind'> {
  const value = freeze(snapshot.value as Json);
  return { value, valueKey: JSON.stringify(value), status: statusOf(snapshot), isNothing };
}

/** Machines say by tag that they do not run; see the process region of each. */
function statusOf(snapshot: AnyMachineSnapshot): ProcessStatus {
  if (snapshot.hasTag('paused')) return 'paused';
  return snapshot.hasTag('crashed') ? 'crashed' : 'running';
}

/** The text of a value ends where that of a context begins. */
function keyOf(valueKey: string, context: Json): string {
  return valueKey + JSON.stringify(context);
}

const eventKeys = new WeakMap<MachineEvent, string>();

/** Events that come from remembered steps are met again as the same object. */
function eventKey(event: MachineEvent): string {
  const known = eventKeys.get(event);
  if (known !== undefined) return known;
  const key = JSON.stringify(event);
  if (Object.isFrozen(event)) eventKeys.set(event, key);
  return key;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

let sink: Effect[] | null = null;
let onAction: (() => void) | null = null;

/**
 * The scope that XState wants for a transition, inert and shared by all. It only collects the effects of
 * our one action. Semi-internal: the version of XState is pinned, and drive.test.ts guards what we use.
 */
const SCOPE = {
  id: 'inert',
  sessionId: 'inert',
  self: {},
  system: { _sendInspectionEvent: () => undefined, _logger: () => undefined },
  logger: () => undefined,
  defer: () => undefined,
  stopChild: () => undefined,
  emit: () => undefined,
  actionExecutor: (action: { readonly type: string; readonly params: unknown }) => {
    onAction?.();
    if (action.type !== 'emit') throw new BrokenPromise(`a machine asked for the action "${action.type}"`);
    for (const effect of action.params as readonly Effect[]) sink?.push(effect);
  },
} as unknown as AnyActorScope;

function collecting<T>(effects: Effect[], run: () => T, acted: (() => void) | null = null): T {
  sink = effects;
  onAction = acted;
  try {
    return run();
  } finally {
    sink = null;
    onAction = null;
  }
}
