import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { BrokenPromise, promise } from '../engine/assert.ts';
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
import { Courses, go, note, type CourseEnd, type CoursesFrom } from './courses.ts';

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
  drives.set(component, driven);
  return component;
}

/** The machine that drives a component, for who wants to show it; undefined for one that has none. */
export function machineOf(component: Component): AnyStateMachine | undefined {
  return drives.get(component)?.machine;
}

const drives = new WeakMap<Component, DrivenMachine>();

/**
 * What XState itself makes of an event in a state of a component, whatever is remembered and whichever courses are
 * known: what `step` has to agree with. Throws for a component that has no machine.
 */
export function stepByXState(component: Component, state: MachineState, event: MachineEvent): Step | null {
  return driveOf(component).byXState(state, event);
}

/** The same for the start of a component, which `initial` has to agree with. */
export function firstByXState(component: Component): Step {
  return driveOf(component).firstByXState();
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
  readonly status: ProcessStatus;
  readonly steps: Map<string, Step | null>;
  /** The courses from its value; null where its machine has none. */
  readonly courses: CoursesFrom | null;
  /** As XState has it, once that is needed. */
  snapshot: AnyMachineSnapshot | null;
}

class DrivenMachine {
  readonly machine: AnyStateMachine;
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
    if (this.first === undefined) {
      this.onTurn();
      // The way to the first state is a course as well: from no value, by the event that XState makes for it.
      const courses = this.courses?.fromValue(NO_VALUE) ?? null;
      const first = this.take(courses, FIRST_EVENT, firstContext(this.machine), () => this.begin());
      promise(first !== null, 'a machine begins with a state');
      this.first = first;
    }
    return this.first;
  }

  step(state: MachineState, event: MachineEvent): Step | null {
    const known = this.known(state);
    const key = eventKey(event);
    const remembered = known.steps.get(key);
    if (remembered !== undefined) return remembered;
    this.onTurn();
    const step = this.take(known.courses, event, known.state.context, () => {
      known.snapshot ??= this.resolved(known.state);
      return this.transit(known.snapshot, event);
    });
    known.steps.set(key, step);
    return step;
  }

  status(state: MachineState): ProcessStatus {
    return this.known(state).status;
  }

  /** What XState begins with, whatever is remembered. */
  firstByXState(): Step {
    this.onTurn();
    return stepOf(this.begin());
  }

  /** What XState makes of an event, whatever is remembered. */
  byXState(state: MachineState, event: MachineEvent): Step | null {
    this.onTurn();
    const done = this.transit(this.resolved(state), event);
    return done.isNothing ? null : stepOf(done);
  }

  /** What an event comes to: by its course where that is known to its end, else by XState, of which it is noted. */
  private take(
    courses: CoursesFrom | null,
    event: MachineEvent,
    context: Json,
    byXState: () => Transit,
  ): Step | null {
    const effects: Effect[] = [];
    const gone = courses === null ? null : go(courses, event, context, effects);
    if (gone !== null) {
      const { value, valueKey, status, isNothing } = gone.end;
      if (isNothing) return null;
      const { state } = this.remember(value, valueKey, gone.context, status, null);
      return { state, effects: freeze(effects) };
    }
    const done = courses === null ? byXState() : note(courses, event, byXState, endOf);
    if (done.isNothing) return null;
    return { state: this.rememberSnapshot(done.snapshot).state, effects: freeze(done.effects) };
  }

  private begin(): Transit {
    const effects: Effect[] = [];
    const snapshot = collecting(effects, () => this.machine.getInitialSnapshot(SCOPE, undefined));
    if (snapshot.status === 'error') throw snapshot.error;
    return { snapshot, isNothing: false, effects };
  }

  private transit(before: AnyMachineSnapshot, event: MachineEvent): Transit {
    const effects: Effect[] = [];
    let acted = false;
    const snapshot = collecting(
      effects,
      () => this.machine.transition(before, event, SCOPE),
      () => {
        acted = true;
      },
    );
    if (snapshot.status === 'error')
      throw new BrokenPromise(`machine "${this.id}" failed on ${JSON.stringify(event)}`);
    // XState gives the same snapshot back where no transition is enabled.
    return { snapshot, isNothing: snapshot === before && !acted, effects };
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
    const known: Known = { state, status, steps: new Map(), courses, snapshot };
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

/** What XState did with an event. */
interface Transit {
  readonly snapshot: AnyMachineSnapshot;
  /** It enabled no transition. */
  readonly isNothing: boolean;
  readonly effects: readonly Effect[];
}

function stepOf({ snapshot, effects }: Transit): Step {
  return { state: { value: snapshot.value as Json, context: snapshot.context as Json }, effects };
}

function endOf({ snapshot, isNothing }: Transit): Omit<CourseEnd, 'kind'> {
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
