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
 * driven as a pure function; nothing is remembered but the courses that it took, see `Courses`. Worlds share states, so
 * that nobody may change one. A machine that several components share is told by `onTurn` whose turn it is, each time
 * before it is asked.
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

class DrivenMachine {
  readonly machine: AnyStateMachine;
  private readonly id: string;
  private readonly onTurn: () => void;
  private readonly values: StateValues;
  private first: Step | undefined;

  constructor(machine: AnyStateMachine, id: string, onTurn: () => void) {
    this.machine = machine;
    this.id = id;
    this.onTurn = onTurn;
    this.values = StateValues.of(machine);
  }

  initial(): Step {
    if (this.first === undefined) {
      this.onTurn();
      // The way to the first state is a course as well: from no value, by the event that XState makes for it.
      const courses = this.values.courses?.fromValue(NO_VALUE) ?? null;
      const first = this.take(courses, FIRST_EVENT, firstContext(this.machine), () => this.begin());
      promise(first !== null, 'a machine begins with a state');
      this.first = first;
    }
    return this.first;
  }

  step(state: MachineState, event: MachineEvent): Step | null {
    this.onTurn();
    const { courses } = this.values.at(state.value);
    return this.take(courses, event, state.context, () => this.transit(resolved(this.machine, state), event));
  }

  status(state: MachineState): ProcessStatus {
    return this.values.at(state.value).status;
  }

  /** What XState begins with, whatever is remembered. */
  firstByXState(): Step {
    this.onTurn();
    return stepOf(this.begin());
  }

  /** What XState makes of an event, whatever is remembered. */
  byXState(state: MachineState, event: MachineEvent): Step | null {
    this.onTurn();
    return doneOf(this.transit(resolved(this.machine, state), event));
  }

  /** What an event comes to: by its course where that is known to its end, else by XState, of which it is noted. */
  private take(
    courses: CoursesFrom | null,
    event: MachineEvent,
    context: Json,
    byXState: () => Transit,
  ): Step | null {
    if (courses === null) return doneOf(byXState());
    const effects: Effect[] = [];
    const gone = go(courses, event, context, effects);
    if (gone === null) return doneOf(note(courses, event, byXState, endOf));
    const { value, isNothing } = gone.end;
    return isNothing ? null : { state: { value, context: gone.context }, effects };
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
}

/** What follows from a state value alone. */
interface AtValue {
  readonly status: ProcessStatus;
  /** The courses from there; null where the machine has none. */
  readonly courses: CoursesFrom | null;
}

/** The state values of a machine that were met, the same for all components that it drives. */
class StateValues {
  readonly courses: Courses | null;
  private readonly machine: AnyStateMachine;
  /** Values that courses end with are met again as the same object, others as an equal text. */
  private readonly byObject = new WeakMap<object, AtValue>();
  private readonly byText = new Map<string, AtValue>();

  private constructor(machine: AnyStateMachine) {
    this.machine = machine;
    this.courses = Courses.of(machine);
  }

  static of(machine: AnyStateMachine): StateValues {
    const known = valuesOf.get(machine) ?? new StateValues(machine);
    valuesOf.set(machine, known);
    return known;
  }

  at(value: Json): AtValue {
    const object = typeof value === 'object' ? value : null;
    const known = object === null ? undefined : this.byObject.get(object);
    if (known !== undefined) return known;
    const at = this.ofText(JSON.stringify(value), value);
    if (object !== null) this.byObject.set(object, at);
    return at;
  }

  private ofText(text: string, value: Json): AtValue {
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    // Tags are of states: the context does not count.
    const status = statusOf(resolved(this.machine, { value, context: {} }));
    const at: AtValue = { status, courses: this.courses?.fromValue(text) ?? null };
    this.byText.set(text, at);
    return at;
  }
}

const valuesOf = new WeakMap<AnyStateMachine, StateValues>();

function resolved(machine: AnyStateMachine, { value, context }: MachineState): AnyMachineSnapshot {
  return machine.resolveState({ value, context } as never) as AnyMachineSnapshot;
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

function doneOf(done: Transit): Step | null {
  return done.isNothing ? null : stepOf(done);
}

function stepOf({ snapshot, effects }: Transit): Step {
  return { state: { value: snapshot.value as Json, context: snapshot.context as Json }, effects };
}

function endOf({ snapshot, isNothing }: Transit): Omit<CourseEnd, 'kind'> {
  const value = freeze(snapshot.value as Json);
  return { value, valueKey: JSON.stringify(value), isNothing };
}

/** Machines say by tag that they do not run; see the process region of each. */
function statusOf(snapshot: AnyMachineSnapshot): ProcessStatus {
  if (snapshot.hasTag('paused')) return 'paused';
  return snapshot.hasTag('crashed') ? 'crashed' : 'running';
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
